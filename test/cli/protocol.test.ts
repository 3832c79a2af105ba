import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import { makeProvider } from "../../src/provider/Provider.js"
import { serve } from "../llm/transport/loopback.js"
import { contents, temporaryFolder } from "../support/runs.js"
import { icl } from "./support.js"

const canary = "sk-ant-canary-0123456789"

/** A command line with these variables and no others. */
const bench = (variables: Record<string, string>, ...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))

const model: SimulatedModel = {
  profile: "one",
  reply: () => ({ type: "answer", text: "5916", reasoningTokens: 1 })
}

const endpointOf = (run: string) =>
  JSON.parse(fs.readFileSync(path.join(run, "manifest.json"), "utf8")).endpoint

const asMessages = ["--protocol", "messages", "--preset", "smoke"]

describe("--protocol messages", () => {
  it.scoped("takes model and base URL from Anthropic's variables, and never from OpenAI's", () =>
    Effect.gen(function* () {
      const run = path.join(yield* temporaryFolder, "run")
      const others = { OPENAI_MODEL: "gpt-x", OPENAI_BASE_URL: "https://openai.example/v1" }
      const refused = yield* bench(others, "plan", ...asMessages, "--out", run)
      expect(refused).toMatchObject({ code: 2, stdout: "" })
      expect(refused.stderr).toContain("--model or ANTHROPIC_MODEL")
      expect(fs.existsSync(run)).toBe(false)

      const own = { ...others, ANTHROPIC_MODEL: "claude-x", ANTHROPIC_BASE_URL: "https://claude.example/" }
      const planned = yield* bench(own, "plan", ...asMessages, "--out", run, "--json")
      expect(JSON.parse(planned.stdout)).toMatchObject({ models: ["claude-x"] })
      expect(endpointOf(run)).toMatchObject({ baseUrl: "https://claude.example", protocol: "messages" })
    })
  )

  it.scoped("goes to Anthropic's own host where nobody says otherwise", () =>
    Effect.gen(function* () {
      const run = path.join(yield* temporaryFolder, "run")
      yield* bench({}, "plan", ...asMessages, "--model", "claude-x", "--out", run)
      expect(endpointOf(run)).toMatchObject({ baseUrl: "https://api.anthropic.com" })
    })
  )

  it.scopedLive("L2 sends its own key and no other, and neither stands in any file", () =>
    Effect.gen(function* () {
      const heads: Array<string> = []
      const server = yield* serve((incoming, outgoing) => {
        heads.push(incoming.rawHeaders.join("\n"))
        outgoing
          .writeHead(401)
          .end(JSON.stringify({ error: { type: "authentication_error", message: canary } }))
      })
      const folder = yield* temporaryFolder
      const out = path.join(folder, "preflight")
      const keys = { ANTHROPIC_API_KEY: canary, OPENAI_API_KEY: "sk-canary-of-openai" }
      const base = ["--base-url", `http://127.0.0.1:${server.port}`, "--model", "claude-x"]
      const flags = ["--execute", "--max-http-attempts", "4", "--local-token-cap", "20000"]
      const output = yield* bench(
        keys,
        "preflight",
        "--protocol",
        "messages",
        ...base,
        "--out",
        out,
        ...flags
      )
      expect(output.code).toBe(3)
      expect(heads.join()).toContain(canary)
      expect(heads.join()).not.toContain("sk-canary-of-openai")
      expect(JSON.stringify(contents(folder)) + output.stdout + output.stderr).not.toContain("canary")
    })
  )

  it.scopedLive("preflight, plan, audit and run agree on the server", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* makeProvider({ protocol: "messages", model, seed: 1n })
      const folder = yield* temporaryFolder
      const run = path.join(folder, "run")
      const out = path.join(folder, "preflight")
      const server = ["--protocol", "messages", "--base-url", baseUrl, "--model", "claude-x"]
      const caps = ["--max-http-attempts", "200", "--local-token-cap", "10000000"]
      const looked = yield* bench({}, "preflight", ...server, "--out", out, "--execute", ...caps)
      expect(looked.code).toBe(0)
      expect(looked.stderr).toContain("--protocol messages")
      expect(JSON.parse(fs.readFileSync(path.join(out, "capabilities.json"), "utf8"))).toMatchObject({
        protocol: "messages",
        ok: true,
        tokenCount: { source: "server" }
      })
      yield* bench({}, "plan", "--preset", "smoke", ...server, "--out", run)
      expect(yield* bench({}, "audit", "--run", run)).toMatchObject({ code: 0 })
      const limits = ["--execute", "--max-generation-calls", "20", ...caps, "--max-rpm", "100000"]
      const ran = yield* bench({}, "run", "--run", run, ...limits, "--max-tpm", "100000000")
      expect(ran.code).toBe(0)
      const generations = log.filter((entry) => entry.event === "received" && entry.operation === "generate")
      expect(generations).toHaveLength(21)
      expect(yield* bench({}, "score", "--run", run)).toMatchObject({ code: 0 })
      expect(yield* bench({}, "report", "--run", run)).toMatchObject({ code: 0 })
      expect(yield* bench({}, "verify", "--run", run)).toMatchObject({ code: 0 })
    })
  )

  it.scoped("has no fixed bodies", () =>
    Effect.gen(function* () {
      const run = path.join(yield* temporaryFolder, "run")
      yield* bench({}, "plan", ...asMessages, "--model", "claude-x", "--out", run)
      const lines = [
        ["run", "--run", run, "--mock", "--mock-profile", "fixture"],
        ["provider", "--port", "0", "--protocol", "messages", "--profile", "fixture"]
      ]
      for (const line of lines) {
        const output = yield* bench({}, ...line)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain("fixture holds bodies of the responses protocol")
      }
      expect(yield* bench({}, "run", "--run", run, "--mock")).toMatchObject({ code: 0 })
    })
  )
})
