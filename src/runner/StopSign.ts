import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Why an invocation starts nothing more. All of these leave a run that can be resumed. */
export type StopReason =
  | "signal"
  | "pause"
  | "generation_limit"
  | "attempt_limit"
  | "token_cap"
  | "rate_limit"
  | "quota"
  | "authentication"
  | "outage"
  | "time_limit"
  | "model_stopped"
  | "retry_after"
  | "count_unavailable"
  | "count_mismatch"
  | "disk"

export interface Stop {
  readonly reason: StopReason
  /** One sentence: what happened, and what would help. */
  readonly advice: string
  /** Of a limit that is too small for what comes next: the smallest that would do. */
  readonly atLeast?: number
}

const limits: ReadonlySet<StopReason> = new Set([
  "generation_limit",
  "attempt_limit",
  "token_cap",
  "rate_limit"
])

/** There is no room for more, which is no reason against what room was made for already. */
export const isLimit = ({ reason }: Stop): boolean => limits.has(reason)

/** Stops an invocation. The first reason stands; whoever is about to start or to wait looks here. */
export interface StopSign {
  readonly raise: (stop: Stop) => Effect.Effect<void>
  readonly isRaised: Effect.Effect<boolean>
  readonly await: Effect.Effect<Stop>
  readonly current: Effect.Effect<Option.Option<Stop>>
}

export const make: Effect.Effect<StopSign> = Effect.map(Deferred.make<Stop>(), (raised) => ({
  raise: (stop) => Effect.asVoid(Deferred.succeed(raised, stop)),
  isRaised: Deferred.isDone(raised),
  await: Deferred.await(raised),
  current: Effect.flatMap(
    Deferred.poll(raised),
    Option.match({
      onNone: () => Effect.succeed(Option.none()),
      onSome: (stop) => Effect.map(stop, Option.some)
    })
  )
}))
