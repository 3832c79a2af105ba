import * as Effect from "effect/Effect"
import type { Destination } from "../llm/LiveClient.js"
import type { LlmClient } from "../llm/LlmClient.js"
import type { Stop } from "../runner/StopSign.js"
import type { ExitCode } from "./exitCode.js"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"
import type { Failure } from "./Verb.js"

const count = (about: string) => Flag.optional(Flag.integer(1, Number.MAX_SAFE_INTEGER, about))

/** The flags that bound what a live verb may spend. All default to nothing, so that nothing is spent by default. */
export const liveFlags = {
  execute: Flag.toggle("Send live requests, within the limits given beside it."),
  "max-http-attempts": count("Requests that this start may send: counts, generations and retries."),
  "local-token-cap": count("Tokens that this run may use on one UTC date, over all its starts.")
}

/** The value of a limit without which nothing live is done. */
export const required = (flag: string, value: number | null): Effect.Effect<number, UsageError> =>
  value === null ? new UsageError({ problem: `--execute needs --${flag}` }) : Effect.succeed(value)

/** Provides the live client, loaded when it is first needed. */
export const withLiveClient = <A, R>(
  destination: Destination,
  effect: Effect.Effect<A, Failure, R>
): Effect.Effect<A, Failure, Exclude<R, LlmClient>> =>
  Effect.flatMap(
    Effect.promise(() => import("../llm/LiveClient.js")),
    ({ layer }) => Effect.provide(effect, layer(destination))
  )

/** A stop that the user's limits or the server caused can be resumed; one of our own files is a failure. */
export const stopCode = (stop: Stop | null): ExitCode => (stop === null ? 0 : stop.reason === "disk" ? 1 : 3)
