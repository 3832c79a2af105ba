import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { meaning } from "../../src/cli/exitCode.js"
import { bin, build, end, icl, root, start } from "./executable.js"
import { lastLine } from "./support.js"

let folder = ""

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
  expect(await build()).toEqual({ code: 0, signal: null, stdout: `${packageJson.version}\n`, stderr: "" })
}, 60_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const golden = (name: string): string =>
  fs.readFileSync(path.join(root, "test", "golden", "cli", name), "utf8")

describe("the executable", () => {
  it("prints help to stdout without colours, wherever it goes", async () => {
    for (const env of [{}, { NO_COLOR: "1" }, { FORCE_COLOR: "1", TERM: "xterm-256color" }]) {
      const output = await end(start(process.execPath, [bin, "plan", "--help"], env))
      expect(output).toEqual({ code: 0, signal: null, stdout: golden("plan.txt"), stderr: "" })
    }
  })

  it("refuses with 2, one line on stderr and nothing on stdout", async () => {
    expect(await icl("run", "--run", folder, "--Mock")).toEqual({
      code: 2,
      signal: null,
      stdout: "",
      stderr:
        "exit 2, usage error: run has no option '--Mock' (did you mean --mock?); next: icl-bench run --help\n"
    })
    const nothing = await icl()
    expect(nothing).toMatchObject({ code: 2, stdout: "" })
  })

  it("passes arguments, output and exit code through npm", async () => {
    const line = ["run", "-s", "bench", "--", "plan", "--preset", "smoke", "--out", "a b", "--count", "1"]
    const output = await end(start("npm", line))
    expect(output).toMatchObject({ code: 2, stdout: "" })
    expect(output.stderr).toContain("plan has no option '--count'")
  })

  it("delivers megabytes into a slow pipe before it ends", async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `nop p_${letters(index)}`)
    const file = path.join(folder, "long.txt")
    fs.writeFileSync(file, `${lines.join("\n")}\n`)
    const child = start("sh", [
      "-c",
      `"${process.execPath}" "${bin}" lang "${file}" --style braces --program | (sleep 1; cat)`
    ])
    const { stdout } = await end(child)
    expect(stdout.length).toBeGreaterThan(1_500_000)
    expect(JSON.parse(stdout).body).toHaveLength(40_000)
  })

  it("ends quietly when its reader goes away", async () => {
    const file = path.join(folder, "long.txt")
    const command = `"${process.execPath}" "${bin}" lang "${file}" --style braces --program | head -c 10`
    const output = await end(start("bash", ["-c", `set -o pipefail; ${command}`]))
    expect(output).toEqual({
      code: 0,
      signal: null,
      stdout: '{"body":[{',
      stderr: "exit 0, done; next: nothing\n"
    })
  })

  it("fails when its output cannot be written", async () => {
    if (!fs.existsSync("/dev/full")) return
    const output = await end(start("sh", ["-c", `"${process.execPath}" "${bin}" --help > /dev/full`]))
    expect(output.code).toBe(1)
  })

  it("reads standard input, and can be stopped while it waits for it", async () => {
    const child = start(process.execPath, [bin, "lang", "-", "--style", "braces"])
    child.stdin?.end("let x_a 1048\nprobe q_zxcvbnma x_a\n")
    expect(JSON.parse((await end(child)).stdout)).toEqual({ value: 1048, activeScopes: [] })

    const waiting = start(process.execPath, [bin, "lang", "-", "--style", "braces"])
    const ended = end(waiting)
    await sleep(1500)
    waiting.kill("SIGTERM")
    expect(await ended).toMatchObject({ code: 3, stdout: "" })
  })
})

/** Eight letters for a number. */
const letters = (index: number): string =>
  Array.from({ length: 8 }, (_, place) =>
    String.fromCharCode(97 + (Math.floor(index / 26 ** place) % 26))
  ).join("")

const terminals = (run: string): number =>
  fs
    .readdirSync(path.join(run, "trials"))
    .filter((id) => fs.existsSync(path.join(run, "trials", id, "terminal.json"))).length

describe("F1 a run that is interrupted", () => {
  it("stops after the trials under way, with 3, and resume does exactly the rest", async () => {
    const run = path.join(folder, "pilot")
    expect(await icl("plan", "--preset", "smoke", "--replicates", "10", "--out", run)).toMatchObject({
      code: 0
    })
    const child = start(process.execPath, [bin, "run", "--run", run, "--mock", "--concurrency", "1"])
    const ended = end(child)
    while (terminals(run) < 5) await sleep(20)
    // Twice at once, as npm does it: one press.
    child.kill("SIGINT")
    child.kill("SIGINT")
    const output = await ended
    expect(output).toMatchObject({ code: 3, signal: null })
    expect(lastLine(output.stderr)).toBe(`exit 3, ${meaning[3]}; next: icl-bench resume --run ${run} --mock`)
    const before = terminals(run)
    expect(before).toBeLessThan(200)
    expect(output.stdout).toContain(`${before} trials were brought to their end`)

    const resumed = await icl("resume", "--run", run, "--mock", "--json")
    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      terminalBefore: before,
      concluded: 200 - before,
      pending: 0
    })
  }, 120_000)

  it("ends at once with 130 at the second signal, and leaves what was under way without an end", async () => {
    const provider = start(process.execPath, [
      bin,
      "provider",
      "--port",
      "0",
      "--faults",
      "latency=60000..60000"
    ])
    const served = end(provider)
    const url = await new Promise<string>((resolve) =>
      provider.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()))
    )
    const run = path.join(folder, "slow")
    expect(await icl("plan", "--preset", "smoke", "--out", run, "--base-url", url)).toMatchObject({ code: 0 })
    const limits = ["--max-generation-calls=20", "--max-http-attempts=80", "--local-token-cap=1000000"]
    const child = start(process.execPath, [bin, "run", "--run", run, "--execute", ...limits], {
      OPENAI_API_KEY: "sk-test"
    })
    const ended = end(child)
    const ledger = path.join(run, "usage-ledger.jsonl")
    while (!fs.existsSync(ledger) || !fs.readFileSync(ledger, "utf8").includes("dispatched")) await sleep(20)
    child.kill("SIGINT")
    // The second press counts only if it is none of the first.
    await sleep(1000)
    expect(child.exitCode).toBeNull()
    child.kill("SIGINT")
    const output = await ended
    expect(output).toMatchObject({ code: 130, signal: null, stdout: "" })
    expect(output.stderr).toMatch(/^stopping: /)
    expect(lastLine(output.stderr)).toContain(`exit 130, ${meaning[130]}; next: icl-bench run --run ${run}`)
    expect(terminals(run)).toBe(0)

    provider.kill("SIGTERM")
    expect(await served).toMatchObject({ code: 0 })
  }, 60_000)
})
