import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { defaultFileLimits } from "../../src/sandbox/FileLimits.js"
import { taskFiles } from "../../src/sandbox/TaskFiles.js"
import { taskPath } from "../../src/sandbox/taskPath.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "task-files-"))
const outside = path.join(folder, "outside")
fs.mkdirSync(outside)
fs.writeFileSync(path.join(outside, "secret.txt"), "the secret")
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A task's folder with these files, and what is done in it at once. */
const newTask = (files: Readonly<Record<string, string>> = {}) => {
  const root = fs.mkdtempSync(path.join(folder, "task-"))
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), content)
  }
  return { root, files: taskFiles(root) }
}

const now = <A, E>(effect: Effect.Effect<A, E>): Either.Either<A, E> => Effect.runSync(Effect.either(effect))
const right = <A, E>(effect: Effect.Effect<A, E>): A => Either.getOrThrow(now(effect))
const problem = <A, E extends { readonly problem: string }>(effect: Effect.Effect<A, E>): string | null =>
  Either.match(now(effect), { onLeft: (error) => error.problem, onRight: () => null })

describe("taskFiles", () => {
  it("reads what it wrote, in folders that it makes", () => {
    const { files, root } = newTask()
    right(files.write("src/深い/a.txt", "日本語\r\n"))
    expect(right(files.read("src/深い/a.txt"))).toBe("日本語\r\n")
    expect(right(files.read("/task/src/./深い//a.txt"))).toBe("日本語\r\n")
    right(files.write("src/深い/a.txt", "短"))
    expect(fs.readFileSync(path.join(root, "src/深い/a.txt"), "utf8")).toBe("短")
  })

  it("lists a folder by name, with kinds and sizes", () => {
    const { files, root } = newTask({ "b.txt": "12", "a/c.txt": "" })
    fs.symlinkSync(outside, path.join(root, "link"))
    expect(right(files.list("."))).toEqual({
      complete: true,
      entries: [
        { name: "a", kind: "folder", bytes: 0 },
        { name: "b.txt", kind: "file", bytes: 2 },
        { name: "link", kind: "other", bytes: 0 }
      ]
    })
    expect(right(files.list("/task"))).toEqual(right(files.list(".")))
  })

  it("finds text as it is, in files and below folders", () => {
    const { files, root } = newTask({ "a/x.md": "一\n第12条 (a.*)\n三", "b.md": "第12条", "c.bin": "第12条" })
    fs.writeFileSync(path.join(root, "c.bin"), Buffer.from([0xff, 0xfe, 0x00]))
    fs.symlinkSync(outside, path.join(root, "link"))
    expect(right(files.search("第12条", "."))).toEqual({
      complete: true,
      matches: [
        { path: "a/x.md", line: 2, text: "第12条 (a.*)" },
        { path: "b.md", line: 1, text: "第12条" }
      ]
    })
    expect(right(files.search("(a.*)", "a")).matches).toHaveLength(1)
    expect(right(files.search("(a.*)", "a/x.md")).matches).toHaveLength(1)
    expect(right(files.search("secret", ".")).matches).toEqual([])
  })

  it("says when a search or a list is not the whole", () => {
    const { files, root } = newTask(
      Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, "x\nx"]))
    )
    expect(right(files.search("x", "."))).toMatchObject({ complete: false })
    expect(right(files.search("x", ".")).matches).toHaveLength(defaultFileLimits.matches)
    const few = taskFiles(root, { ...defaultFileLimits, entries: 10 })
    expect(right(few.list("."))).toMatchObject({ complete: false })
    expect(right(few.list(".")).entries).toHaveLength(10)
    const small = taskFiles(root, { ...defaultFileLimits, searchBytes: 30, matches: 1000 })
    expect(right(small.search("x", "."))).toMatchObject({ complete: false })
    expect(right(small.search("x", ".")).matches).toHaveLength(20)
  })

  for (const [what, given] of [
    ["up", "../outside/secret.txt"],
    ["up, from below", "a/../../outside/secret.txt"],
    ["up and back", "a/../a/b"],
    ["absolute", path.join(outside, "secret.txt")],
    ["absolute, beginning like the task's", "/task-other/x"],
    ["absolute, through the task's", "/task/../outside/secret.txt"],
    ["with full-width dots", "．．/outside/secret.txt"],
    ["with a two-dot leader", "‥/outside/secret.txt"],
    ["with a full-width slash", "a／../outside"],
    ["with a division slash", "..∕outside"],
    ["up, in blanks", " .. /outside"]
  ] as const) {
    it(`refuses a path that leads ${what}`, () => {
      const { files } = newTask({ "a/b": "inside" })
      for (const act of [
        files.read(given),
        files.list(given),
        files.search("secret", given),
        files.write(given, "changed")
      ])
        expect(problem(act)).toBe("outside")
      expect(fs.readdirSync(folder)).not.toContain("．．")
    })
  }

  for (const [what, given] of [
    ["nothing", ""],
    ["a NUL", "a\0b"],
    ["a line break", "a\nb"],
    ["a backslash", "..\\outside\\secret.txt"],
    ["a turn of direction", "a\u202etxt.exe"],
    ["a space of no width", "a\u200bb"],
    ["half a character", "a\ud800"],
    ["a name that is too long", "長".repeat(86)],
    ["more folders than anybody needs", "a/".repeat(33)]
  ] as const) {
    it(`refuses a path with ${what}`, () => {
      const { files } = newTask()
      for (const act of [
        files.read(given),
        files.list(given),
        files.search("x", given),
        files.write(given, "x")
      ])
        expect(problem(act)).toBe("bad_path")
    })
  }

  it("takes names that only look odd", () => {
    const { files } = newTask()
    for (const name of [
      "...",
      "-rf",
      "*",
      "~",
      "$HOME",
      "a b",
      "%2e%2e",
      "第１条.md",
      "ガ.txt",
      "👨‍👩‍👧.md",
      "長".repeat(85)
    ]) {
      right(files.write(name, name))
      expect(right(files.read(name))).toBe(name)
    }
  })

  it("follows no link: not to a file, not to a folder, not on the way, not to itself, not to nowhere", () => {
    const { files, root } = newTask({ "in.txt": "in" })
    const link = (target: string, name: string) => fs.symlinkSync(target, path.join(root, name))
    link(path.join(outside, "secret.txt"), "file")
    link(outside, "folder")
    link("in.txt", "within")
    link("self", "self")
    link(path.join(outside, "new.txt"), "nowhere")
    for (const name of ["file", "within", "self", "nowhere", "folder"]) {
      expect([name, problem(files.read(name))]).toEqual([name, "is_link"])
      expect([name, problem(files.write(name, "changed"))]).toEqual([name, "is_link"])
    }
    for (const name of ["folder", "self"]) {
      expect(problem(files.list(name))).toBe("is_link")
      expect(problem(files.read(`${name}/secret.txt`))).toBe("is_link")
      expect(problem(files.write(`${name}/new.txt`, "changed"))).toBe("is_link")
      expect(problem(files.write(`${name}/new/new.txt`, "changed"))).toBe("is_link")
      expect(problem(files.search("secret", name))).toBe("is_link")
    }
    expect(fs.readdirSync(outside)).toEqual(["secret.txt"])
    expect(fs.readFileSync(path.join(outside, "secret.txt"), "utf8")).toBe("the secret")
  })

  it("never waits for a pipe, and touches no socket, folder or device as if it were a file", async () => {
    const { files, root } = newTask({ "folder/x": "" })
    execFileSync("mkfifo", [path.join(root, "pipe")])
    const server = net.createServer().listen(path.join(root, "socket"))
    await new Promise((resolve) => server.once("listening", resolve))
    for (const name of ["pipe", "socket", "folder"]) {
      expect([name, problem(files.read(name))]).toEqual([name, "not_a_file"])
      expect([name, problem(files.write(name, "x"))]).toEqual([name, "not_a_file"])
      if (name !== "folder") expect(problem(files.list(name))).toBe("not_a_folder")
    }
    expect(right(files.search("x", ".")).matches).toEqual([])
    server.close()
    if (process.getuid?.() === 0) {
      execFileSync("mknod", [path.join(root, "zero"), "c", "1", "5"])
      expect(problem(files.read("zero"))).toBe("not_a_file")
    }
  })

  it("reads and writes no more than the limit, also not of a file that is large and empty", () => {
    const { files, root } = newTask()
    fs.writeFileSync(path.join(root, "huge"), "")
    fs.truncateSync(path.join(root, "huge"), 2 ** 40)
    expect(problem(files.read("huge"))).toBe("too_large")
    expect(problem(files.write("new", "x".repeat(defaultFileLimits.fileBytes + 1)))).toBe("too_large")
    expect(fs.existsSync(path.join(root, "new"))).toBe(false)
    expect(right(files.search("x", "."))).toMatchObject({ complete: false, matches: [] })
  })

  it("says what is missing, what is no text, and what is on the way", () => {
    const { files, root } = newTask({ file: "x" })
    fs.writeFileSync(path.join(root, "bytes"), Buffer.from([0xe6, 0x89]))
    expect(problem(files.read("no"))).toBe("missing")
    expect(problem(files.list("no"))).toBe("missing")
    expect(problem(files.read("bytes"))).toBe("not_text")
    expect(problem(files.read("file/x"))).toBe("not_a_folder")
    expect(problem(files.write("file/x", "x"))).toBe("not_a_folder")
    expect(problem(files.read("."))).toBe("not_a_file")
    expect(Either.flip(now(files.read("no")))).toMatchObject({
      right: { message: '"no": there is nothing of that name' }
    })
  })

  it("keeps within its folder while the folder's parts are exchanged for links", () => {
    const { files, root } = newTask({ "a/secret.txt": "inside" })
    const swap = `
      const fs = require("node:fs"), a = ${JSON.stringify(path.join(root, "a"))}, o = ${JSON.stringify(outside)}
      fs.mkdirSync(a + "2"); fs.writeFileSync(a + "2/secret.txt", "inside")
      const end = Date.now() + 1500
      while (Date.now() < end) { fs.rmSync(a, { recursive: true, force: true }); fs.symlinkSync(o, a); fs.rmSync(a); fs.cpSync(a + "2", a, { recursive: true }) }`
    const child = spawn(process.execPath, ["-e", swap], { stdio: "ignore" })
    const until = process.hrtime.bigint() + 1_500_000_000n
    const seen = new Set<string>()
    while (process.hrtime.bigint() < until) {
      seen.add(
        Either.match(now(files.read("a/secret.txt")), {
          onLeft: (error) => error.problem,
          onRight: (text) => text
        })
      )
      now(files.write("a/written.txt", "changed"))
    }
    child.kill("SIGKILL")
    expect(seen).not.toContain("the secret")
    expect(seen.size).toBeGreaterThan(1)
    expect(fs.readdirSync(outside)).toEqual(["secret.txt"])
  })
})

describe("taskPath", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "．．",
    "‥",
    "task",
    "/",
    "\\",
    "\0",
    " .. ",
    "∕",
    "長い名前",
    "..."
  )

  it("gives names that lead nowhere but down, or refuses", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string(), fc.fullUnicodeString({ maxLength: 5 })), { maxLength: 8 }),
        (pieces) => {
          const given = pieces.join("/")
          const names = Either.getOrNull(taskPath(given))
          if (names === null) return true
          const end = path.resolve("/task", ...names)
          return (
            (end === "/task" || end.startsWith("/task/")) &&
            names.every((name) => !/[/\0]/.test(name) && name !== "..")
          )
        }
      ),
      { numRuns: 20_000, seed: 20_261_005 }
    )
  })
})
