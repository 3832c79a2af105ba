import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "@effect/vitest"
import { page, pages, root } from "./pages.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-docs-"))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  /** stdout and stderr, as a terminal shows them. */
  readonly output: string
}

/** Runs a program without the developer's own keys and settings, in a process group of its own, of which nothing is left behind. */
const start = (command: string, argv: ReadonlyArray<string>, cwd: string): Promise<Ended> =>
  new Promise((resolve) => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith("OPENAI_"))
    )
    const bin = path.join(folder, "bin")
    const child = spawn(command, argv, {
      cwd,
      env: { ...env, PATH: `${bin}${path.delimiter}${env["PATH"] ?? ""}` },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    const output: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk))
    const endGroup = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch {
        // Nobody of the group is left, as it should be.
      }
    }
    child.on("exit", endGroup)
    child.on("close", (code) => resolve({ code, output: Buffer.concat(output).toString() }))
  })

const filesOf = (run: string, name: string): number =>
  fs.readdirSync(path.join(run, "trials")).filter((id) => fs.existsSync(path.join(run, "trials", id, name)))
    .length

/**
 * The first of the lines of `expected` that does not stand in `output`, in this order. `…` is any text, or any lines where it stands alone, and a
 * number is any number: the simulated mistakes are drawn anew whenever the protocol changes.
 */
const missingLine = (output: string, expected: string): string | null => {
  const lines = output.split("\n").map(anyNumber)
  let at = 0
  for (const line of expected.split("\n").filter((one) => one !== "…" && one !== "")) {
    const pattern = new RegExp(
      `^${anyNumber(line)
        .split("…")
        .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
        .join(".*")}$`
    )
    const found = lines.slice(at).findIndex((one) => pattern.test(one))
    if (found < 0) return line
    at += found + 1
  }
  return null
}

/** A sign belongs to a number only where a word begins: in `smoke-7a` the dash is the folder's. */
const anyNumber = (line: string): string =>
  line
    .replaceAll(/(?<=^|[\s(])[+−-](?=[0-9])/g, "")
    .replaceAll(/[0-9]+(?:\.[0-9]+)?/g, "0")
    .replaceAll(/ +/g, " ")

/** All blocks of a page after `<!-- runs -->`, one script: they are one session in an empty folder. */
const sessions = pages
  .map(({ blocks, name }) => ({
    name,
    cwd: path.join(folder, path.basename(name, ".md")),
    script: blocks.flatMap(({ mark, text }) => (mark === "runs" ? [text] : [])).join("\n")
  }))
  .filter(({ script }) => script !== "")

const ended = new Map<string, Ended>()

/** Puts `icl-bench` on the PATH, as `npm link` would, and types everything that the pages tell to type, page beside page. */
beforeAll(async () => {
  const built = await start(process.execPath, [path.join(root, "scripts", "bench.mjs"), "--version"], root)
  expect(built.code).toBe(0)
  fs.mkdirSync(path.join(folder, "bin"))
  fs.symlinkSync(path.join(root, "dist", "bin.js"), path.join(folder, "bin", "icl-bench"))
  await Promise.all([
    start(process.execPath, [path.join(root, "scripts", "smoke.mjs")], root).then((end) =>
      ended.set("smoke", end)
    ),
    ...sessions.map(async ({ cwd, name, script }) => {
      fs.mkdirSync(cwd)
      ended.set(name, await start("bash", ["-euo", "pipefail", "-c", script], cwd))
    })
  ])
}, 180_000)

it.each(sessions)("what $name tells to type works in an empty folder", ({ cwd, name }) => {
  expect(ended.get(name), ended.get(name)?.output).toMatchObject({ code: 0 })
  for (const run of fs.readdirSync(path.join(cwd, "runs")).map((one) => path.join(cwd, "runs", one))) {
    const schedule = path.join(run, "schedule.jsonl")
    if (!fs.existsSync(schedule)) continue
    // Smoke of the first benchmark, and the public problems of the second.
    const planned = fs.readFileSync(schedule, "utf8").trimEnd().split("\n").length
    expect([20, 21]).toContain(planned)
    expect([run, filesOf(run, "terminal.json")]).toEqual([run, planned])
    expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("synthetic_mock=true")
  }
})

it("the live run of README.md went on after its kill, and no answer was drawn twice", () => {
  const rows = (file: string) =>
    fs
      .readFileSync(path.join(folder, "README", file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
  expect(rows("runs/try/events.jsonl").filter(({ type }) => type === "invocation_started")).toHaveLength(2)
  const planned = new Set(rows("runs/try/schedule.jsonl").map(({ requestSha256 }) => requestSha256))
  const drawn = rows("provider.jsonl").flatMap(({ event, fault, requestSha256 }) =>
    event === "received" && fault === null && planned.has(requestSha256) ? [requestSha256] : []
  )
  expect(drawn.length).toBeGreaterThan(10)
  expect(new Set(drawn).size).toBe(drawn.length)
})

it("npm run smoke prints what README.md shows", () => {
  const { code, output } = ended.get("smoke") ?? { code: null, output: "" }
  const run = /^\$ icl-bench plan .* --out (\S+)$/m.exec(output)?.[1]
  if (run !== undefined) fs.rmSync(path.join(root, run), { recursive: true, force: true })
  expect(code, output).toBe(0)
  for (const name of ["README.md", "README.ja.md"]) {
    const shown = page(name).blocks.find(({ mark }) => mark === "prints smoke")
    expect([name, missingLine(output, shown?.text ?? "nothing")]).toEqual([name, null])
  }
})
