import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { carryOutCalls } from "../../../../src/experiments/workbench/agent/carryOut.js"
import {
  countCalls,
  defaultBounds,
  goesOn,
  nextTurn
} from "../../../../src/experiments/workbench/agent/nextTurn.js"
import {
  applyOverlay,
  overlayOf,
  overlayText,
  readOverlay
} from "../../../../src/experiments/workbench/agent/overlay.js"
import { agentTools } from "../../../../src/experiments/workbench/agent/tools.js"
import * as HttpLlmClient from "../../../../src/llm/HttpLlmClient.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"
import type { SimulatedModel } from "../../../../src/llm/simulated/SimulatedModel.js"
import * as UndiciTransport from "../../../../src/llm/transport/UndiciTransport.js"
import { makeProvider } from "../../../../src/provider/Provider.js"
import { Sandbox, layer as sandboxLayer } from "../../../../src/sandbox/Sandbox.js"

const steps = [
  [{ name: "list", arguments: { path: "." } }],
  [
    { name: "read", arguments: { path: "sum.mjs" } },
    { name: "fly", arguments: {} }
  ],
  [{ name: "write", arguments: { path: "sum.mjs", content: "export const sum = (a, b) => a + b\n" } }],
  [{ name: "run", arguments: { command: "node check.mjs && echo 済 > done.txt" } }]
]

/** Goes through the steps, one a turn, and says at the end what the last result was. */
const worker: SimulatedModel = {
  profile: "worker",
  reply: ({ input }) => {
    const done = input.filter((message) => "toolCalls" in message).length
    const toolCalls = steps[done] ?? []
    const text = toolCalls.length === 0 ? (input.at(-1)?.content ?? "") : ""
    return { type: "answer", text, reasoningTokens: 0, toolCalls }
  }
}

const fixtures = new Map([
  ["sum.mjs", Buffer.from("export const sum = (a, b) => a - b\n")],
  [
    "check.mjs",
    Buffer.from(
      'import { sum } from "./sum.mjs"\nif (sum(2, 3) !== 5) process.exit(1)\nconsole.log("合格")\n'
    )
  ]
])

const asked: LlmRequest = {
  model: "stand-in:8b",
  instructions: "",
  input: [{ role: "user", content: "sum を直し、check.mjs を通せ。" }],
  reasoningEffort: null,
  maxOutputTokens: 512,
  tools: agentTools,
  options: { numCtx: 8192, temperature: 0, seed: 1 }
}

const freshFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "agent-loop-"))
    for (const [name, bytes] of fixtures) fs.writeFileSync(path.join(folder, name), bytes)
    return folder
  }),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

describe("an agent on a local model", () => {
  it.scopedLive(
    "over sockets and in the sandbox: reads, mends, tests, and goes on from a saved folder after every turn",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* makeProvider({ protocol: "ollama", model: worker, seed: 1n })
        const http = yield* UndiciTransport.make({ connectTimeoutMs: 1000, attemptTimeoutMs: 10_000 })
        const client = HttpLlmClient.make(http, {
          baseUrl,
          apiKey: null,
          project: null,
          organization: null,
          truncation: "omit",
          protocol: "ollama"
        })
        const sandbox = yield* Sandbox
        const turns: Array<{ readonly request: LlmRequest; readonly reply: LlmResponse }> = []
        let saved = "{}\n"
        for (let request = asked; ; ) {
          turns.push({ request, reply: yield* client.generate(request, "ollama") })
          if (!goesOn(turns, { turns: 10 })) break
          // As after a restart: nothing is left but the fixtures and the file.
          const folder = yield* freshFolder
          yield* applyOverlay(folder, Either.getOrThrow(readOverlay(Buffer.from(saved))))
          const last = turns[turns.length - 1]
          if (last === undefined) throw new Error("there was a turn")
          const results = yield* carryOutCalls(folder, last.reply.toolCalls ?? [], defaultBounds, sandbox)
          saved = overlayText((yield* overlayOf(folder, fixtures)).overlay)
          request = nextTurn(last, results)
        }

        expect(turns).toHaveLength(5)
        expect(turns.at(-1)?.reply.text).toBe("終了コード 0\n--- 標準出力 ---\n合格")
        expect(JSON.parse(saved)).toEqual({
          "done.txt": "済\n",
          "sum.mjs": "export const sum = (a, b) => a + b\n"
        })
        expect(countCalls(turns.map(({ reply }) => reply))).toEqual({ toolCalls: 5, toolCallInvalid: 1 })
        const said = turns.at(-1)?.request.input.map(({ content }) => content) ?? []
        const listed = [...fixtures].map(([name, { length }]) => `${name} (${length} バイト)`).sort()
        expect(said).toContain(listed.join("\n"))
        expect(said.some((content) => content.includes("「fly」という道具はない"))).toBe(true)
      }).pipe(Effect.provide(sandboxLayer)),
    60_000
  )
})
