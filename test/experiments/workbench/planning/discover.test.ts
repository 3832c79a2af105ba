import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { discover } from "../../../../src/experiments/workbench/planning/discover.js"
import { decodeFound } from "../../../../src/experiments/workbench/planning/Found.js"
import * as LiveTransport from "../../../../src/llm/transport/LiveTransport.js"
import * as Disk from "../../../../src/records/Disk.js"
import * as Sandbox from "../../../../src/sandbox/Sandbox.js"

const model = (name: string, more: object = {}) => ({
  name,
  model: name,
  size: 100,
  digest: "ab",
  details: { family: "qwen3", parameter_size: "8B", quantization_level: "Q4_K_M" },
  ...more
})

/** A server with this list of models, and nothing else. */
const serving = (models: ReadonlyArray<object>) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<http.Server>((resolve) => {
          const server = http.createServer((incoming, outgoing) => {
            if (incoming.url === "/api/tags") outgoing.end(JSON.stringify({ models }))
            else {
              outgoing.statusCode = 404
              outgoing.end("{}")
            }
          })
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.sync(() => void server.close())
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)) // it listens on a port

/** On a machine without programs, cards and sandbox. */
const found = (baseUrl: string) =>
  discover(baseUrl).pipe(
    Effect.provide(Layer.mergeAll(Disk.layer, LiveTransport.layer(), Sandbox.layerUnavailable("none"))),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["PATH", "/nonexistent"]]))),
    Effect.map((json) => Either.getOrThrow(decodeFound(json)))
  )

describe("what a plan finds on the machine", () => {
  it.scopedLive(
    "is the models of the local list, each once; what would be answered elsewhere is absent",
    () =>
      Effect.gen(function* () {
        const baseUrl = yield* serving([
          model("qwen3:8b"),
          model("qwen3:8b"),
          model("kimi-k2:1t-cloud", { remote_host: "https://ollama.com:443", remote_model: "kimi-k2" })
        ])
        const { absent, machine, sandboxRefusal, subjects } = yield* found(baseUrl)
        expect(subjects).toEqual([
          {
            kind: "local",
            id: "qwen3:8b",
            digest: "ab",
            quantization: "Q4_K_M",
            parameters: "8B",
            family: "qwen3",
            bytes: 100,
            contextLength: null,
            capabilities: null,
            // The server does not tell, and is asked all the same.
            version: null
          }
        ])
        const reasonOf = (id: string) => absent.find((one) => one.id === id)?.reason
        expect(reasonOf("kimi-k2:1t-cloud")).toContain("answered elsewhere")
        // A candidate that is there is not absent, and one that is not has the command that gets it.
        expect(reasonOf("qwen3:8b")).toBeUndefined()
        expect(reasonOf("gemma3:12b")).toBe("not pulled: ollama pull gemma3:12b")
        for (const id of ["claude", "codex", "gemini"]) expect(reasonOf(id)).toContain("no such program")
        expect(machine).toMatchObject({ gpus: null, environment: "laptop" })
        expect(sandboxRefusal).toContain("no sandbox: none")
      })
  )

  it.scopedLive("is no error where a server does not speak the protocol, or nobody listens", () =>
    Effect.gen(function* () {
      const other = yield* serving([{ nobody: "knows" }])
      for (const baseUrl of [other, "http://127.0.0.1:9"]) {
        const { absent, subjects } = yield* found(baseUrl)
        expect(subjects).toEqual([])
        expect(absent[0]).toMatchObject({ id: "ollama", reason: expect.stringContaining(baseUrl) })
      }
    })
  )
})
