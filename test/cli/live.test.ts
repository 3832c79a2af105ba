import * as fs from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { serve } from "../llm/transport/loopback.js"
import { contents, responseBody, temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

const canary = "sk-canary-0123456789abcdef"
const credentials = {
  OPENAI_API_KEY: canary,
  OPENAI_PROJECT: "proj_canary_987",
  OPENAI_ORGANIZATION: "org-canary-987"
}

const limits = ["--max-generation-calls=20", "--max-http-attempts=200", "--local-token-cap=10000000"]
const execute = ["--execute", ...limits, "--max-rpm=100000", "--max-tpm=100000000"]

/** A command line with these variables and no others. */
const bench = (variables: Record<string, string>, ...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const counts: Listener = (_, outgoing) =>
  outgoing.end('{"object":"response.input_tokens","input_tokens":1000}')

/** A planned smoke run whose server generates as the listener does. */
const scene = (generate: Listener) =>
  Effect.gen(function* () {
    const server = yield* serve((incoming, outgoing) =>
      incoming.url?.endsWith("/input_tokens") ? counts(incoming, outgoing) : generate(incoming, outgoing)
    )
    const run = path.join(yield* temporaryFolder, "run")
    const planned = yield* bench(
      {},
      "plan",
      "--preset",
      "smoke",
      "--out",
      run,
      "--base-url",
      `http://127.0.0.1:${server.port}/v1`
    )
    expect(planned).toMatchObject({ code: 0 })
    return { run, server }
  })

const ok: Listener = (_, outgoing) => outgoing.end(responseBody("5916"))

describe("K3 nothing is sent unless it is asked for", () => {
  it.scopedLive("K3 K1 by a run without --execute, or by any line that is refused", () =>
    Effect.gen(function* () {
      const { run, server } = yield* scene(ok)
      const before = contents(run)
      for (const verb of ["run", "resume"]) {
        const output = yield* bench(credentials, verb, "--run", run)
        expect(output).toMatchObject({ code: 0 })
        expect(output.stdout).toContain("20 are to be sent; nothing was sent")
      }
      const refused = [
        ["--execute"],
        ["--execute", "--max-generation-calls", "20", "--max-http-attempts", "200"],
        ["--execute", "--max-generation-calls", "20", "--local-token-cap", "1000000"],
        ["--execute", "--max-http-attempts", "200", "--local-token-cap", "1000000"],
        ["--execute=true", ...limits],
        ["--execute=maybe", ...limits],
        ["--Execute", ...limits],
        ["--execut", ...limits],
        ["--execute", "--execute", ...limits],
        ["--execute", "--mock", ...limits],
        ["--execute", "--max-generation-call=20", "--max-http-attempts=200", "--local-token-cap=1000000"],
        ...["abc", "1e3", "0x10", "1.5", "", "-1", "0", "9007199254740993"].map((value) => [
          "--execute",
          "--max-generation-calls=20",
          `--max-http-attempts=${value}`,
          "--local-token-cap=1000000"
        ]),
        ["--execute", ...limits, "--max-rpm", "60", "--max-rpm", "60"],
        [...limits],
        ["--retry-ambiguous"]
      ]
      for (const flags of refused) {
        const output = yield* bench(credentials, "run", "--run", run, ...flags)
        expect([flags, output.code, output.stdout]).toEqual([flags, 2, ""])
      }
      expect(server.requests).toEqual([])
      expect(contents(run)).toEqual(before)
    })
  )
})

describe("F3 the exit code of a live run", () => {
  it.scopedLive("F3 every trial fails: not 0, and told why", () =>
    Effect.gen(function* () {
      const { run } = yield* scene((_, outgoing) =>
        outgoing.writeHead(500).end('{"error":{"message":"broken"}}')
      )
      const output = yield* bench(credentials, "run", "--run", run, ...execute, "--concurrency=1")
      expect(output.code).toBe(3)
      expect(output.stdout).toContain("5 trials in a row ended without a reply")
      expect(lastLine(output.stderr)).toMatch(/^exit 3, stopped early, resumable; next: icl-bench resume /)
    })
  )

  it.scopedLive("F3 E10 a budget that ran out at half is 3, and 0 comes with the last planned trial", () =>
    Effect.gen(function* () {
      const { run, server } = yield* scene(ok)
      const half = ["--execute", "--max-generation-calls=10", ...execute.slice(2), "--json"]
      const stopped = yield* bench(credentials, "run", "--run", run, ...half)
      expect(stopped.code).toBe(3)
      expect(JSON.parse(stopped.stdout)).toMatchObject({
        concluded: 10,
        pending: 10,
        stop: { reason: "generation_limit" }
      })
      const resumed = yield* bench(credentials, "resume", "--run", run, ...half)
      expect(resumed.code).toBe(0)
      expect(JSON.parse(resumed.stdout)).toMatchObject({
        concluded: 10,
        pending: 0,
        spending: { thisStart: { tokens: 150, generations: 10 }, inAll: { tokens: 300, generations: 20 } }
      })
      expect(server.requests.filter(({ incoming }) => incoming.url === "/v1/responses")).toHaveLength(20)

      const told = yield* bench({}, "status", "--run", run)
      expect(told.stdout).toContain("last start: 150 tokens used, 0 reserved; 10 generations and")
      expect(told.stdout).toContain("tokens in all: 300 used")
      const idle = yield* bench(credentials, "run", "--run", run, ...execute)
      expect(idle.code).toBe(0)
      expect(idle.stdout).toContain("this start: 0 tokens used, 0 reserved; 0 generations and 0 counts sent")
      expect(idle.stdout).toContain("in all: 300 tokens used, 0 reserved; 20 generations and 20 counts sent")
    })
  )

  it.scopedLive("F3 a token cap that ran out at half is 3, and names the smallest that would do", () =>
    Effect.gen(function* () {
      const { run } = yield* scene(ok)
      // A trial reserves 1000 + 8192 + 256 tokens, a block of five 47,240. The first block has cost 75 of them.
      const capped = [
        "--execute",
        "--max-generation-calls=20",
        "--max-http-attempts=200",
        "--local-token-cap=47250"
      ]
      const output = yield* bench(
        credentials,
        "run",
        "--run",
        run,
        ...capped,
        "--max-tpm=100000000",
        "--concurrency=1"
      )
      expect(output.code).toBe(3)
      expect(output.stdout).toContain("5 of 20 planned trials are over")
      expect(output.stdout).toContain(
        "--local-token-cap 47250 has no room for the next block of 47240 tokens"
      )
    })
  )

  it.scopedLive("F3 an audit that fails is 4, and nothing is sent", () =>
    Effect.gen(function* () {
      const { run, server } = yield* scene(ok)
      const gold = path.join(run, "gold.jsonl")
      fs.writeFileSync(gold, fs.readFileSync(gold, "utf8").replace(/\d{4}/, "1000"))
      expect(yield* bench(credentials, "run", "--run", run, ...execute)).toMatchObject({
        code: 4,
        stdout: ""
      })
      expect(server.requests).toEqual([])
    })
  )

  it.scopedLive.each([
    [
      "C1 no credit",
      429,
      { type: "insufficient_quota", code: "insufficient_quota", message: "no credit" },
      "billing page"
    ],
    ["a key that is refused", 401, { message: "Incorrect API key provided" }, "Check the key"]
  ] as const)("F3 %s is one request, 3, and advice", ([, status, error, advice]) =>
    Effect.gen(function* () {
      const { run, server } = yield* scene((_, outgoing) =>
        outgoing.writeHead(status).end(JSON.stringify({ error }))
      )
      const output = yield* bench(credentials, "run", "--run", run, ...execute, "--concurrency=1")
      expect(output.code).toBe(3)
      expect(output.stdout).toContain(advice)
      expect(server.requests.filter(({ incoming }) => incoming.url === "/v1/responses")).toHaveLength(1)
    })
  )
})

describe("L1 a damaged key", () => {
  it.scopedLive.each(["sk-t\r\nx", "sk-tあ", "sk-t\r", "sk-t ", "\u00a0sk-t", "sk-t\u0000"])(
    "L1 %j is refused before anything is sent, and not repeated",
    (key) =>
      Effect.gen(function* () {
        const { run, server } = yield* scene(ok)
        const before = contents(run)
        const out = path.join(path.dirname(run), "preflight")
        const url = `http://127.0.0.1:${server.port}/v1`
        for (const variable of ["OPENAI_API_KEY", "OPENAI_PROJECT", "OPENAI_ORGANIZATION"]) {
          for (const line of [
            ["run", "--run", run, ...execute],
            [
              "preflight",
              "--out",
              out,
              "--base-url",
              url,
              "--execute",
              "--max-http-attempts=4",
              "--local-token-cap=20000"
            ],
            [
              "plan",
              "--preset",
              "smoke",
              "--out",
              `${out}-plan`,
              "--base-url",
              url,
              "--count-tokens",
              "--execute",
              "--max-http-attempts=99"
            ]
          ]) {
            const output = yield* bench({ [variable]: key }, ...line)
            expect([line[0], output.code, output.stdout]).toEqual([line[0], 2, ""])
            expect(output.stderr).toContain(variable)
            expect(output.stderr).not.toContain("sk-t")
            fs.rmSync(`${out}-plan`, { recursive: true, force: true })
          }
        }
        expect(server.requests).toEqual([])
        expect(contents(run)).toEqual(before)
      })
  )
})

describe("L2 a key that comes back", () => {
  /** Everything that the server was sent as a secret, in the body and in a header of the reply. */
  const echo = ({ headers }: IncomingMessage): string =>
    [headers.authorization, headers["openai-project"], headers["openai-organization"]].join(" ")

  const echoing: ReadonlyArray<readonly [string, Listener]> = [
    [
      "in a 401",
      (incoming, outgoing) => {
        outgoing.writeHead(401, { "x-request-id": echo(incoming), "x-echo": echo(incoming) })
        outgoing.end(
          JSON.stringify({
            error: { message: `bad: ${echo(incoming)}`, code: echo(incoming), type: echo(incoming) }
          })
        )
      }
    ],
    [
      "as a model's answer",
      (incoming, outgoing) => {
        outgoing.setHeader("x-request-id", echo(incoming))
        outgoing.end(
          responseBody(echo(incoming), { id: echo(incoming), model: echo(incoming), [echo(incoming)]: 1 })
        )
      }
    ],
    [
      "as a refusal",
      (incoming, outgoing) => {
        const part = { type: "refusal", refusal: echo(incoming) }
        outgoing.end(responseBody("", { output: [{ type: "message", role: "assistant", content: [part] }] }))
      }
    ],
    ["in what is no JSON", (incoming, outgoing) => outgoing.end(`<html>${echo(incoming)}`)],
    [
      "in a 503 with a strange Retry-After",
      (incoming, outgoing) => {
        outgoing.writeHead(501, { "retry-after": echo(incoming), "content-type": echo(incoming) })
        outgoing.end(echo(incoming))
      }
    ],
    [
      "in half a reply",
      (incoming, outgoing) => {
        outgoing.writeHead(200, { "content-length": "9999" })
        outgoing.write(echo(incoming), () => incoming.socket.destroy())
      }
    ]
  ]

  it.scopedLive.each(echoing)("L2 %s is in no file and in no output", ([what, generate]) =>
    Effect.gen(function* () {
      const { run, server } = yield* scene(generate)
      const lines = [
        ["run", "--run", run, ...execute, "--concurrency=2"],
        ["run", "--run", run, ...execute, "--json"],
        ["status", "--run", run],
        ["score", "--run", run],
        ["report", "--run", run],
        ["verify", "--run", run],
        ["show", "--run", run, "--trial", fs.readdirSync(path.join(run, "trials"))[0] ?? ""],
        ["show", "--run", run, "--json", "--trial", fs.readdirSync(path.join(run, "trials"))[0] ?? ""]
      ]
      const outputs: Array<readonly [string, string]> = []
      for (const line of lines) {
        const { stderr, stdout } = yield* bench(credentials, ...line)
        outputs.push([line.join(" "), stdout + stderr])
      }
      expect(
        server.requests.some(({ incoming }) => incoming.headers.authorization === `Bearer ${canary}`)
      ).toBe(true)
      const texts: ReadonlyArray<readonly [where: string, text: string]> = [
        ...outputs,
        ...Object.entries(contents(run))
      ]
      expect(texts.filter((pair) => pair.join().includes("canary")).map(([where]) => where)).toEqual([])

      const metas = Object.entries(contents(run)).filter(([file]) => file.endsWith("-meta.json"))
      expect(metas.length).toBeGreaterThan(0)
      // Of half a reply nothing is kept that could be redacted.
      const redacted = what !== "in half a reply"
      for (const [, text] of metas) expect(JSON.parse(text)).toMatchObject({ redacted })
    })
  )
})
