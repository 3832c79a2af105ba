import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { ask, generateBytes } from "./support.js"

const root = path.resolve(import.meta.dirname, "../..")
const bin = path.join(root, "dist", "bin.js")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Builds the executable where it is older than its sources. */
beforeAll(async () => {
  await start(path.join(root, "scripts", "bench.mjs"), ["--version"]).ended
}, 60_000)

interface Running {
  /** The first line on stdout. */
  readonly firstLine: Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

const start = (script: string, argv: ReadonlyArray<string>): Running => {
  const child = spawn(process.execPath, [script, ...argv], { stdio: ["ignore", "pipe", "pipe"] })
  let stdout = ""
  let stderr = ""
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes("\n")) resolve(stdout.slice(0, stdout.indexOf("\n")))
    })
  })
  const ended = new Promise<Awaited<Running["ended"]>>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
  return { firstLine, kill: (signal) => child.kill(signal), ended }
}

const provider = (...argv: ReadonlyArray<string>): Running => start(bin, ["provider", ...argv])

describe("icl-bench provider", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "tells its base URL first, serves, and ends with 0 at %s",
    async (signal) => {
      const running = provider("--port", "0", "--profile", "fixture")
      const baseUrl = await running.firstLine
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+\/v1$/)
      expect(await ask(`${baseUrl}/responses`, generateBytes())).toMatchObject({ status: 200 })
      running.kill(signal)
      expect(await running.ended).toEqual({
        code: 0,
        stdout: `${baseUrl}\n`,
        stderr: "exit 0, done; next: nothing\n"
      })
    }
  )

  it("says with --json where it listens, and nothing else", async () => {
    const running = provider("--port", "0", "--json")
    const line = await running.firstLine
    expect(JSON.parse(line)).toEqual({ baseUrl: expect.stringMatching(/^http:/), synthetic_mock: true })
    running.kill("SIGTERM")
    expect(await running.ended).toMatchObject({ code: 0, stdout: `${line}\n` })
  })

  it("has logged a request by the time that a client could be answered", async () => {
    const log = path.join(folder, "log.jsonl")
    fs.writeFileSync(log, "kept\n")
    const running = provider("--port", "0", "--log", log, "--faults", "stall-before:1", "--seed", "3")
    const url = `${await running.firstLine}/responses`
    expect(await ask(url, generateBytes(), { giveUpAfterMs: 300 })).toMatchObject({ code: "GAVE_UP" })
    const [kept, received] = fs.readFileSync(log, "utf8").split("\n")
    expect(kept).toBe("kept")
    expect(JSON.parse(received ?? "")).toMatchObject({ event: "received", n: 1, fault: "stall-before" })
    running.kill("SIGTERM")
    await running.ended
    const lines = fs.readFileSync(log, "utf8").trimEnd().split("\n")
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ event: "ended", n: 1, outcome: "lost" })
  })

  it("refuses a fault that it does not know, and names those that it does", async () => {
    const { code, stderr, stdout } = await provider("--port", "0", "--faults", "tornado:0.1").ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/--faults names an unknown fault 'tornado'; the faults are 400…599, .*wrong-count/)
  })

  it("fails with 1 where the port is taken or the log cannot be written", async () => {
    const first = provider("--port", "0")
    const port = new URL(await first.firstLine).port
    const second = await provider("--port", port).ended
    expect([second.code, second.stdout]).toEqual([1, ""])
    expect(second.stderr).toContain(`127.0.0.1:${port}: EADDRINUSE`)
    first.kill("SIGTERM")
    expect((await first.ended).code).toBe(0)
    const third = await provider("--port", "0", "--log", path.join(folder, "no", "such", "folder")).ended
    expect([third.code, third.stdout]).toEqual([1, ""])
    expect(third.stderr).toContain("ENOENT")
  })
})
