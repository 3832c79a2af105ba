import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpExchange } from "./HttpExchange.js"
import type { LlmError, TransportError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import type { LocalSide } from "./Protocol.js"
import { bodyListener } from "./transport/bodyListener.js"

/** Of headers that are ours: what our own clock says about an exchange, in whole milliseconds from the send. They are saved with it. */
export const measured = {
  /** To the end of the line with the first piece of thought. */
  firstThinking: "x-measured-first-thinking-ms",
  /** To the end of the line with the first piece of the answer. */
  firstContent: "x-measured-first-content-ms",
  /** To the last byte. */
  wall: "x-measured-wall-ms",
  /** Of the load before the first question to a model, by our clock and by the server's. */
  warmUp: "x-measured-warm-up-ms",
  warmUpLoad: "x-measured-warm-up-load-ms"
} as const

type Send = (body: () => Uint8Array) => Effect.Effect<HttpExchange, TransportError>

/**
 * Questions to a server at home, whose speed is of interest: its model is loaded before the first one, and before the first after another model's, so
 * that no question's time has the load in it, and the time of the first words is taken as they come. The load is one more request; where it fails, so does the question.
 */
export const make = (
  send: Send,
  encode: (request: LlmRequest) => Uint8Array,
  local: LocalSide
): ((request: LlmRequest) => Effect.Effect<HttpExchange, LlmError>) => {
  /** The one of which nothing has been asked since that could have taken its place in memory. */
  let loaded: string | null = null
  const oneAtATime = Effect.unsafeMakeSemaphore(1)

  const load = Effect.fnUntraced(function* (body: Uint8Array, key: string) {
    if (loaded === key) return {}
    const startedAt = yield* monotonicMs
    const loadMs = yield* Effect.flatMap(
      send(() => body),
      local.decodeWarmUp
    )
    loaded = key
    return {
      [measured.warmUp]: String((yield* monotonicMs) - startedAt),
      ...(loadMs === null ? {} : { [measured.warmUpLoad]: String(loadMs) })
    }
  })

  return Effect.fnUntraced(function* (request) {
    const warmUp = local.encodeWarmUp(request)
    const times: Record<string, string> = yield* oneAtATime.withPermits(1)(
      load(warmUp, Buffer.from(warmUp).toString("utf8"))
    )
    const clock = yield* Clock.clockWith(Effect.succeed)
    const startedAt = nowMs(clock)
    const since = (): string => String(nowMs(clock) - startedAt)
    const firstSaid = local.firstSaid()
    const exchange = yield* Effect.locally(
      send(() => encode(request)),
      bodyListener,
      (chunk) => {
        for (const said of firstSaid(chunk)) {
          times[said === "thinking" ? measured.firstThinking : measured.firstContent] = since()
        }
      }
    )
    return { ...exchange, headers: { ...notOurs(exchange.headers), ...times, [measured.wall]: since() } }
  })
}

const nowMs = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

const monotonicMs = Clock.clockWith((clock) => Effect.sync(() => nowMs(clock)))

const ours: ReadonlySet<string> = new Set(Object.values(measured))

/** A server does not measure for us. */
const notOurs = (headers: HttpExchange["headers"]): HttpExchange["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.has(name)))
