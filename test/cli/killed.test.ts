import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@effect/vitest"
import { contents, responseBody } from "../support/runs.js"
import { bin, build, end, icl, start } from "./executable.js"

let folder = ""
const servers: Array<http.Server> = []

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
  expect(await build()).toMatchObject({ code: 0 })
}, 60_000)

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A server that answers so many generations and is silent from then on. */
const serverOf = async (
  answers: number,
  answer: (incoming: http.IncomingMessage) => Uint8Array = () => responseBody("5916")
) => {
  const generations: Array<string> = []
  const server = http.createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      if (incoming.url?.endsWith("/input_tokens")) outgoing.end('{"input_tokens":1000}')
      else if (generations.push(incoming.headers.authorization ?? "") <= answers)
        outgoing.end(answer(incoming))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, generations }
}

const canary = "sk-canary-0123456789abcdef"

const live = (run: string, env: NodeJS.ProcessEnv = {}, ...flags: ReadonlyArray<string>) =>
  start(
    process.execPath,
    [
      bin,
      "run",
      "--run",
      run,
      "--execute",
      "--max-generation-calls=20",
      "--max-http-attempts=200",
      "--local-token-cap=10000000",
      "--max-rpm=100000",
      "--max-tpm=100000000",
      ...flags
    ],
    { OPENAI_API_KEY: canary, ...env }
  )

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await sleep(10)
}

const planned = async (name: string, url: string): Promise<string> => {
  const run = path.join(folder, name)
  expect(await icl("plan", "--preset", "smoke", "--out", run, "--base-url", url)).toMatchObject({ code: 0 })
  return run
}

const json = async (...argv: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await icl(...argv, "--json")
  expect([argv[0], code, stderr]).toEqual([argv[0], 0, expect.any(String)])
  return JSON.parse(stdout)
}

const terminals = (run: string): number =>
  Object.keys(contents(run)).filter((file) => file.endsWith("terminal.json")).length

describe("a live run as a process", () => {
  it("E13 killed after 5 of 20: score reads five, and the sixth is known to be unknown", async () => {
    const first = await serverOf(5)
    const run = await planned("killed", first.url)
    const child = live(run, {}, "--concurrency=1")
    const ended = end(child)
    await until(() => first.generations.length === 6)
    await until(() => terminals(run) === 5)
    child.kill("SIGKILL")
    expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" })

    expect(await json("status", "--run", run)).toMatchObject({
      withResponse: 5,
      ambiguous: 1,
      inFlight: 0,
      pending: 14
    })
    const scored = await json("score", "--run", run)
    expect(scored).toMatchObject({ planned: 20, terminal: 5 })
    const rows = fs
      .readFileSync(path.join(run, "scores.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(rows.filter(({ correct }) => correct !== null)).toHaveLength(5)
    expect(await json("report", "--run", run)).toMatchObject({ files: expect.arrayContaining(["report.md"]) })

    // The server answers another five. The sixth trial of before is not among those that are sent.
    first.generations.length = 0
    const resumed = live(run, {}, "--concurrency=1")
    const rest = end(resumed)
    await until(() => first.generations.length === 6)
    resumed.kill("SIGKILL")
    await rest
    expect(await json("status", "--run", run)).toMatchObject({ withResponse: 10, ambiguous: 2, pending: 8 })
  }, 60_000)

  it("an audit beside it is refused, names run and process, and leaves audit.json alone (decision 29)", async () => {
    const server = await serverOf(0)
    const run = await planned("audited", server.url)
    const child = live(run)
    const ended = end(child)
    await until(() => server.generations.length > 0)
    const file = path.join(run, "audit.json")
    const before = fs.statSync(file)
    const refused = await icl("audit", "--run", run)
    expect(refused).toMatchObject({ code: 1, stdout: "" })
    expect(refused.stderr).toContain(run)
    expect(refused.stderr).toContain(`process ${child.pid} on ${os.hostname()}`)
    expect(fs.statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
    child.kill("SIGKILL")
    await ended
    expect(await json("audit", "--run", run)).toMatchObject({ passed: true })
  }, 60_000)

  it("F1 the second signal ends it at once, and what was under way is ambiguous", async () => {
    const server = await serverOf(2)
    const run = await planned("twice", server.url)
    const child = live(run, {}, "--concurrency=3")
    const ended = end(child)
    await until(() => server.generations.length === 5 && terminals(run) === 2)
    child.kill("SIGINT")
    await sleep(500)
    expect(child.exitCode).toBeNull()
    const pressed = performance.now()
    child.kill("SIGINT")
    expect(await ended).toMatchObject({ code: 130, signal: null, stdout: "" })
    expect(performance.now() - pressed).toBeLessThan(5000)
    expect(await json("status", "--run", run)).toMatchObject({
      withResponse: 2,
      ambiguous: 3,
      inFlight: 0,
      pending: 15
    })
    // No request was made after the first signal.
    expect(server.generations).toHaveLength(5)
  }, 60_000)

  it("L2 no debug switch brings the key to light", async () => {
    const server = await serverOf(20, ({ headers }) => responseBody(`${headers.authorization}`))
    const run = await planned("debugged", server.url)
    const env = { NODE_DEBUG: "undici,fetch,http,net,tls,stream", DEBUG: "*", EFFECT_LOG_LEVEL: "All" }
    const output = await end(live(run, env))
    expect(output).toMatchObject({ code: 0 })
    expect(server.generations).toEqual(Array(20).fill(`Bearer ${canary}`))
    const texts = [["stdout", output.stdout], ["stderr", output.stderr], ...Object.entries(contents(run))]
    expect(texts.filter(([, text]) => text?.includes("canary")).map(([where]) => where)).toEqual([])
    const metas = Object.entries(contents(run)).filter(([file]) => file.endsWith("-meta.json"))
    expect(metas.map(([, text]) => JSON.parse(text).redacted)).toEqual(Array(20).fill(true))
  }, 60_000)

  it("L1 a key with the end of a line in it is refused without an echo", async () => {
    const server = await serverOf(20)
    const run = await planned("damaged", server.url)
    for (const key of ["sk-canary-1\r\nx", "sk-canary-1\r", "sk-canary-1\n", "sk-canary-1あ"]) {
      const output = await end(live(run, { OPENAI_API_KEY: key }))
      expect(output).toMatchObject({ code: 2, stdout: "" })
      expect(output.stderr).toContain("OPENAI_API_KEY")
      expect(output.stderr).not.toContain("canary")
    }
    expect(server.generations).toEqual([])
  }, 60_000)
})
