import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { LlmEndpoint } from "../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../src/llm/HttpLlmClient.js"
import * as UndiciTransport from "../../src/llm/transport/UndiciTransport.js"

/** The Responses client over the real network, for servers on this machine. */
export const realClient = (
  baseUrl: string,
  options: { readonly apiKey?: string; readonly attemptTimeoutMs?: number } = {}
) =>
  HttpLlmClient.layer.pipe(
    Layer.provide(
      UndiciTransport.layer({
        ...UndiciTransport.defaultOptions,
        attemptTimeoutMs: options.attemptTimeoutMs ?? UndiciTransport.defaultOptions.attemptTimeoutMs
      })
    ),
    Layer.provide(
      Layer.succeed(LlmEndpoint, {
        baseUrl,
        apiKey: options.apiKey === undefined ? null : Redacted.make(options.apiKey),
        project: null,
        organization: null,
        truncation: "disabled",
        protocol: "responses"
      })
    )
  )
