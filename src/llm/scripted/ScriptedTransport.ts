import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type HttpExchange, RawBody } from "../HttpExchange.js"
import type { TransportStage } from "../LlmError.js"
import * as ExchangeClient from "../transport/ExchangeClient.js"
import { TransportFailure } from "../transport/TransportFailure.js"

/** What one request meets: a reply, a failure, or silence until somebody interrupts. */
export type ScriptedStep =
  | {
      readonly httpStatus: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string | Uint8Array
    }
  | { readonly stage: TransportStage; readonly code: string }
  | "silence"

/** What was sent to a {@link ScriptedTransport}, oldest first. Headers are all there, the key too. */
export class ScriptedTransport extends Context.Tag("locality/ScriptedTransport")<
  ScriptedTransport,
  { readonly requests: Effect.Effect<ReadonlyArray<ExchangeClient.OutgoingRequest>> }
>() {}

/**
 * A transport for tests that plays `script` in order, one step a request, and remembers the requests. A request that the script
 * does not expect is a bug of the code under test: it dies, and is remembered all the same.
 */
export const layer = (
  script: ReadonlyArray<ScriptedStep>
): Layer.Layer<HttpClient.HttpClient | ScriptedTransport> =>
  Layer.effectContext(
    Effect.sync(() => {
      const requests: Array<ExchangeClient.OutgoingRequest> = []
      const client = ExchangeClient.make((request) =>
        Effect.suspend(() => {
          const step = script[requests.length]
          requests.push(request)
          return step === undefined ? unexpected(request, requests.length, script.length) : play(step)
        })
      )
      return Context.make(HttpClient.HttpClient, client).pipe(
        Context.add(ScriptedTransport, { requests: Effect.sync(() => [...requests]) })
      )
    })
  )

/** A transport that dies when anything is sent: where nothing may be. */
export const layerNever: Layer.Layer<HttpClient.HttpClient> = layer([])

const play = (step: ScriptedStep): Effect.Effect<HttpExchange, TransportFailure> => {
  if (step === "silence") return Effect.never
  if ("stage" in step) return Effect.fail(new TransportFailure(step.stage, step.code))
  const bytes = typeof step.body === "string" ? new TextEncoder().encode(step.body) : step.body
  const headers = step.headers ?? { "content-type": "application/json" }
  return Effect.succeed({ httpStatus: step.httpStatus, headers, body: new RawBody(bytes) })
}

const unexpected = (
  request: ExchangeClient.OutgoingRequest,
  nth: number,
  scripted: number
): Effect.Effect<never> =>
  Effect.dieMessage(
    `ScriptedTransport: request ${nth} (${request.method} ${request.url}) was not expected; the script has ${scripted} steps`
  )
