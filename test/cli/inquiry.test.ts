import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { progressLines } from "../../src/cli/statusText.js"
import type { Progress, Status } from "../../src/pipeline/status.js"
import { responseBody } from "../support/runs.js"
import { bin, build, end, icl, start } from "./executable.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
let server: http.Server
let release = () => {}

/** Answers five generations; the others wait until somebody releases them. */
beforeAll(async () => {
  expect(await build()).toMatchObject({ code: 0 })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let generations = 0
  server = http.createServer((incoming, outgoing) => {
    incoming.resume().on("end", async () => {
      if (incoming.url?.endsWith("/input_tokens")) return void outgoing.end('{"input_tokens":1000}')
      if (++generations > 5) await released
      outgoing.end(responseBody("5916"))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
}, 60_000)

afterAll(() => {
  server.closeAllConnections()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const terminals = (run: string): number =>
  fs.readdirSync(run, { recursive: true }).filter((file) => String(file).endsWith("terminal.json")).length

describe("a run that is asked how far it is", () => {
  it("tells the counts of each condition on stderr, as status does, and goes on", async () => {
    const run = path.join(folder, "run")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    expect(await icl("plan", "--preset", "smoke", "--out", run, "--base-url", url)).toMatchObject({ code: 0 })
    const limits = ["--max-generation-calls=20", "--max-http-attempts=80", "--local-token-cap=10000000"]
    const child = start(
      process.execPath,
      [bin, "run", "--run", run, "--execute", ...limits, "--max-tpm=100000000", "--concurrency=4"],
      { OPENAI_API_KEY: "sk-canary-0123456789abcdef", NO_COLOR: "1" }
    )
    let told = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      told += chunk.toString()
    })
    const ended = end(child)
    while (terminals(run) < 5) await sleep(10)
    // The four that wait are sent when their turn comes, a moment after the last end.
    let status = ""
    while (!status.includes("5 answered, 0 ambiguous, 0 missing, 4 in flight"))
      status = (await icl("status", "--run", run)).stdout
    child.kill("SIGUSR2")
    while (!told.includes("\n  generic_end")) await sleep(10)
    const table = (text: string) => text.slice(text.indexOf("condition ")).split("\n").slice(0, 13)
    expect(table(told)).toEqual(table(status))
    expect(told).toContain("20 planned, 5 answered, 0 ambiguous, 0 missing, 4 in flight, 11 pending\n")
    expect(told).not.toMatch(/(?!\n)\p{Cc}/u)
    release()
    expect(await ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^20 trials were brought to their end, 20 of them/)
    })
  }, 60_000)
})

describe("the counts of each condition", () => {
  const progress = (planned: number): Progress => ({
    planned,
    withResponse: planned - 15,
    ambiguous: 1,
    missing: 2,
    inFlight: 3,
    pending: 9
  })
  const status = (conditions: Status["conditions"]): Status => ({
    ...progress(5120),
    writer: null,
    tokens: { window: "2026-10-05", used: 0, reserved: 0, carried: 0, cap: null, usedInAll: 0 },
    attempts: { generation: 0, count: 0 },
    lastStart: null,
    trialsPerMinute: 12.34,
    minutesLeft: 0.2,
    lastStop: null,
    conditions
  })

  it("stand under what the treatments share, within 80 columns", () => {
    const of = (view: string, style: string) => ({
      condition: { task: "scope_lookup", view, style },
      ...progress(512)
    })
    const lines = progressLines(
      status([of("after_close", "braces"), of("after_close", "named_end"), of("before_close", "braces")])
    )
    expect(lines).toEqual([
      "5120 planned, 5105 answered, 1 ambiguous, 2 missing, 3 in flight, 9 pending",
      "12.3 trials a minute; about 1 min left",
      "condition   planned answered ambiguous missing in flight pending",
      "scope_lookup / after_close",
      "  braces        512      497         1       2         3       9",
      "  named_end     512      497         1       2         3       9",
      "scope_lookup / before_close",
      "  braces        512      497         1       2         3       9"
    ])
  })

  it("keep to 80 columns with names of any length, and to their lines with any text", () => {
    const lines = progressLines(
      status([
        { condition: { style: `${"x".repeat(60)}` }, ...progress(1_000_000) },
        { condition: { style: "a\u001b[31m\nb" }, ...progress(20) }
      ])
    )
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(80)
      expect(line).not.toMatch(/\p{Cc}/u)
    }
    expect(lines.at(-1)).toMatch(/^ {2}a\\u\{1b\}\[31m\\nb/)
  })
})
