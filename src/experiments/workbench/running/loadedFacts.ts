import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import type { LlmClientService } from "../../../llm/LlmClient.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import * as OllamaServer from "../../../llm/ollama/OllamaServer.js"
import type { LoadedModel } from "../../../llm/ollama/readServer.js"

/** Of headers that are ours: how the server says that it has loaded the model. They are saved with the first reply of each start. */
export const loaded = {
  bytes: "x-measured-loaded-bytes",
  vramBytes: "x-measured-loaded-vram-bytes",
  context: "x-measured-loaded-context"
} as const

/** Asks a local server, after the first reply of a model, how much of it lies in graphics memory. That it does not say is no failure. */
export const loadedFacts = (
  client: LlmClientService,
  http: HttpClient.HttpClient,
  baseUrl: string
): LlmClientService => {
  const server = OllamaServer.make(http, baseUrl)
  const asked = new Set<string>()
  return {
    ...client,
    generate: Effect.fnUntraced(function* (request, protocol) {
      const reply = yield* client.generate(request, protocol)
      if (asked.has(request.model)) return reply
      asked.add(request.model)
      const models = yield* Effect.orElseSucceed(server.loaded, (): ReadonlyArray<LoadedModel> => [])
      const model = models.find(({ name }) => name === request.model)
      return model === undefined ? reply : withHeaders(reply, headersOf(model))
    })
  }
}

const headersOf = ({ bytes, contextLength, vramBytes }: LoadedModel): Record<string, string> =>
  Object.fromEntries(
    [
      [loaded.bytes, bytes],
      [loaded.vramBytes, vramBytes],
      [loaded.context, contextLength]
    ].flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  )

const withHeaders = (reply: LlmResponse, headers: Record<string, string>): LlmResponse => ({
  ...reply,
  exchange: { ...reply.exchange, headers: { ...reply.exchange.headers, ...headers } }
})
