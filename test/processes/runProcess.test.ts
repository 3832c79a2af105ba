import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { build } from "esbuild"
import { childEnvironment } from "../../src/processes/ChildEnvironment.js"
import { type Command, defaultLimits } from "../../src/processes/Command.js"
import { lineReader } from "../../src/processes/outputLines.js"
import { runProcess } from "../../src/processes/runProcess.js"
import { stripAnsi } from "../../src/processes/stripAnsi.js"

const root = path.resolve(import.meta.dirname, "../..")

const environment = { PATH: "/usr/local/bin:/usr/bin:/bin" }

/** A small program in JavaScript; `limits` are short, so that a fault shows as a failure and not as a test that hangs. */
const node = (script: string, given: Partial<Command> = {}): Command => ({
  program: process.execPath,
  args: ["-e", script],
  folder: os.tmpdir(),
  environment,
  stdin: "",
  ...given,
  limits: { ...defaultLimits, wallMs: 10_000, graceMs: 300, lingerMs: 100, drainMs: 300, ...given.limits }
})

const withLimits = (limits: Partial<Command["limits"]>): Partial<Command> => ({
  limits: { ...node("").limits, ...limits }
})

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended but that nobody has asked about is not alive.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

const ignoresTerm = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);'

describe("runProcess", () => {
  it.live("C4 open stdin pipe hangs the child: a program that reads to the end gets one", () =>
    Effect.gen(function* () {
      const cat = { ...node(""), program: "cat", args: [] }
      expect(yield* runProcess(cat)).toMatchObject({ ending: "exit", exitCode: 0 })
      const prompt = "漢".repeat(500_000)
      const long = yield* runProcess({ ...cat, stdin: prompt })
      expect(text(long.stdout)).toBe(prompt)
    })
  )

  it.live("ends in order when the program does not read what is written to it", () =>
    Effect.gen(function* () {
      const ended = yield* runProcess(node("process.exit(7)", { stdin: "x".repeat(10_000_000) }))
      expect(ended).toMatchObject({ ending: "exit", exitCode: 7, signal: null, leftBehind: false })
    })
  )

  for (const [what, command, reason, code] of [
    [
      "C4 argv too long",
      { ...node(""), args: ["-e", "", "漢".repeat(43_691)] },
      "arguments_too_long",
      "E2BIG"
    ],
    ["a program that is not there", { ...node(""), program: "no-such-program" }, "not_found", "ENOENT"],
    ["a folder that is not there", { ...node(""), folder: "/no/such/folder" }, "no_folder", "ENOENT"],
    ["a file that is no program", { ...node(""), program: "/etc/passwd" }, "not_permitted", "EACCES"]
  ] as const) {
    it.live(`${what} is a typed failure`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(runProcess(command))).toMatchObject({
          _tag: "locality/StartError",
          reason,
          code
        })
      })
    )
  }

  it.live("C4 wrapper killed, real program lives on: the time limit ends the whole group", () =>
    Effect.gen(function* () {
      const wrapper = `
        const { spawn } = require("node:child_process")
        const real = spawn(process.execPath, ["-e", ${JSON.stringify(ignoresTerm)}], { stdio: "inherit" })
        console.log(real.pid)
        ${ignoresTerm}`
      const ended = yield* runProcess(node(wrapper, withLimits({ wallMs: 1500 })))
      expect(ended).toMatchObject({ ending: "timeout", exitCode: null, signal: "SIGKILL" })
      expect(Number(text(ended.stdout))).toBeGreaterThan(1)
      expect(isAlive(Number(text(ended.stdout)))).toBe(false)
    })
  )

  it.live("lets a program that takes SIGTERM for a request end by itself", () =>
    Effect.gen(function* () {
      const polite =
        'process.on("SIGTERM", () => { console.log("bye"); process.exit(3) }); setInterval(() => {}, 1000); console.log("up")'
      const ended = yield* runProcess(node(polite, withLimits({ wallMs: 1500, graceMs: 3000 })))
      expect(ended).toMatchObject({ ending: "timeout", exitCode: 3 })
      expect(text(ended.stdout)).toBe("up\nbye\n")
      expect(ended.wallMs).toBeLessThan(4000)
    })
  )

  it.live("C4 grandchild keeps stdout open after success: it settles soon, and the grandchild is gone", () =>
    Effect.gen(function* () {
      const parent = `
        const { spawn } = require("node:child_process")
        const child = spawn("sleep", ["60"], { stdio: "inherit" })
        process.stdout.write("done " + child.pid, () => process.exit(0))`
      const ended = yield* runProcess(node(parent))
      expect(ended).toMatchObject({ ending: "exit", exitCode: 0, leftBehind: true })
      expect(isAlive(Number(text(ended.stdout).slice("done ".length)))).toBe(false)
    })
  )

  it.live("settles even where the one that holds the output has left the group", () =>
    Effect.gen(function* () {
      const parent = `
        const { spawn } = require("node:child_process")
        const child = spawn("sleep", ["60"], { stdio: "inherit", detached: true })
        process.stdout.write(String(child.pid), () => process.exit(0))`
      const ended = yield* runProcess(node(parent))
      expect(ended).toMatchObject({ ending: "exit", exitCode: 0 })
      process.kill(Number(text(ended.stdout)), "SIGKILL")
    })
  )

  it.live("ends a program that has answered and does not go", () =>
    Effect.gen(function* () {
      const stays = `console.log("answer"); ${ignoresTerm}`
      const ended = yield* runProcess({
        ...node(stays),
        hasAnswered: lineReader((line) => line === "answer")
      })
      expect(ended).toMatchObject({ ending: "answered", signal: "SIGKILL" })
      expect(text(ended.stdout)).toBe("answer\n")
      expect(ended.wallMs).toBeLessThan(5000)
    })
  )

  it.live("leaves a program that has answered the time to end by itself", () =>
    Effect.gen(function* () {
      const ends = 'console.log("answer"); setTimeout(() => process.exit(4), 50)'
      const ended = yield* runProcess({
        ...node(ends, withLimits({ lingerMs: 3000 })),
        hasAnswered: lineReader((line) => line === "answer")
      })
      expect(ended).toMatchObject({ ending: "exit", exitCode: 4 })
    })
  )

  it.live("ends a program that says more than the limit, and keeps what came before", () =>
    Effect.gen(function* () {
      const chatters =
        'const line = "a".repeat(65536); const more = () => { while (process.stdout.write(line)); process.stdout.once("drain", more) }; more()'
      const ended = yield* runProcess(node(chatters, withLimits({ outputBytes: 1_000_000 })))
      expect(ended.ending).toBe("too_much_output")
      expect(text(ended.stdout)).toBe("a".repeat(1_000_000))
    })
  )

  it.live("ends the group when it is interrupted", () =>
    Effect.gen(function* () {
      const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "process-")), "pids")
      const parent = `
        const { spawn } = require("node:child_process")
        const child = spawn(process.execPath, ["-e", ${JSON.stringify(ignoresTerm)}])
        require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + child.pid)
        ${ignoresTerm}`
      const fiber = yield* Effect.fork(runProcess(node(parent)))
      while (!fs.existsSync(file) || !fs.readFileSync(file, "utf8").includes(" ")) yield* Effect.sleep(20)
      const pids = fs.readFileSync(file, "utf8").split(" ").map(Number)
      expect(pids.map(isAlive)).toEqual([true, true])
      yield* Fiber.interrupt(fiber)
      expect(pids.map(isAlive)).toEqual([false, false])
      fs.rmSync(path.dirname(file), { recursive: true })
    })
  )

  it.live("C4 TTY: there is no terminal to ask, and a session of its own", () =>
    Effect.gen(function* () {
      const asks = `
        const fs = require("node:fs")
        let tty = "none"
        try { fs.openSync("/dev/tty", "r+"); tty = "there" } catch {}
        const session = fs.readFileSync("/proc/self/stat", "latin1").split(") ")[1].split(" ")[3]
        console.log([process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY, tty, Number(session) === process.pid].join())`
      expect(text((yield* runProcess(node(asks))).stdout)).toBe(",,,none,true\n")
    })
  )

  it("hands no descriptor on but the three, also one that was handed to us without close-on-exec", async () => {
    const cache = path.join(root, "node_modules", ".cache")
    fs.mkdirSync(cache, { recursive: true })
    const folder = fs.mkdtempSync(path.join(cache, "process-"))
    const outer = path.join(folder, "outer.mjs")
    const inner = `console.log(require("node:fs").readlinkSync("/proc/self/fd/99"))`
    await build({
      stdin: {
        contents: `
          import { spawnSync } from "node:child_process"
          import * as Effect from "effect/Effect"
          import { runProcess } from "./src/processes/runProcess.js"
          const given = ${JSON.stringify(node(inner))}
          console.log(spawnSync(given.program, given.args, { stdio: "pipe", encoding: "utf8" }).stdout.trim())
          console.log(Buffer.from((await Effect.runPromise(runProcess(given))).stdout).toString().trim())`,
        resolveDir: root
      },
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      outfile: outer
    })
    // Node itself sees to the first ones, up to a gap.
    const handed = fs.openSync("/etc/passwd", "r")
    const stdio = Array.from({ length: 100 }, (_, at) => (at === 99 ? handed : at < 3 ? "pipe" : "ignore"))
    const shown = execFileSync(process.execPath, [outer], { encoding: "utf8", stdio })
    fs.closeSync(handed)
    fs.rmSync(folder, { recursive: true })
    expect(shown).toBe("/etc/passwd\n/dev/null\n")
  })

  it.live("passes on of our environment what the rule names, and nothing else", () =>
    Effect.gen(function* () {
      const ours = new Map([
        ["LANG", "ja_JP.UTF-8"],
        ["ANTHROPIC_API_KEY", "sk-ant-secret"],
        ["HOME", "/home/somebody"]
      ])
      const rule = { pass: ["LANG", "LC_ALL"], set: { TERM: "dumb", HOME: "/scratch" } }
      const made = yield* Effect.withConfigProvider(childEnvironment(rule), ConfigProvider.fromMap(ours))
      expect(made).toEqual({ LANG: "ja_JP.UTF-8", TERM: "dumb", HOME: "/scratch" })
      const shown = yield* runProcess({
        ...node("console.log(JSON.stringify(process.env))"),
        environment: made
      })
      expect(JSON.parse(text(shown.stdout))).toEqual(made)
    })
  )

  it.live("measures from the start to the end, and to the first output", () =>
    Effect.gen(function* () {
      const late = 'setTimeout(() => { console.log("a"); setTimeout(() => {}, 400) }, 400)'
      const ended = yield* runProcess(node(late))
      expect(ended.firstOutputMs).toBeGreaterThan(400)
      expect(ended.wallMs - (ended.firstOutputMs ?? 0)).toBeGreaterThan(350)
      expect((yield* runProcess(node("console.error(1)"))).firstOutputMs).toBeNull()
    })
  )
})

describe("lineReader", () => {
  const stream = Buffer.from('{"text":"承知しました。😀"}\r\n{"text":"二\u2028行"}\n{"cut":')

  it("C4 UTF-8 split between chunks: a stream that is cut at any byte reads the same", () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const lines: Array<string> = []
      const read = lineReader((line) => lines.push(line) > 1)
      const found = [read(stream.subarray(0, cut)), read(stream.subarray(cut))]
      expect(lines).toEqual(['{"text":"承知しました。😀"}\r', '{"text":"二\u2028行"}'])
      expect(found).toContain(true)
    }
  })

  it("C4 UTF-8 split between chunks: byte by byte as well", () => {
    const lines: Array<string> = []
    const read = lineReader((line) => lines.push(line) > 1)
    for (const byte of stream) read(Uint8Array.of(byte))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('{"text":"承知しました。😀"}\r')
  })
})

describe("stripAnsi", () => {
  it("C4 ANSI: leaves what a person sees", () => {
    expect(stripAnsi("承知しました。\u001b[31m赤\u001b[0m")).toBe("承知しました。赤")
    expect(stripAnsi("\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b\u001b(Bc\u001b[?25l")).toBe("abc")
    expect(stripAnsi("a[31m b]0;c 100%")).toBe("a[31m b]0;c 100%")
  })

  it("C4 ANSI: takes linear time for sequences that never end", () => {
    const started = process.hrtime.bigint()
    expect(stripAnsi("\u001b]".repeat(200_000))).toBe("")
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(2000)
  })
})
