import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Random from "effect/Random"
import type { LlmError } from "../llm/LlmError.js"
import { decide, maxAttempts, type RetryOptions } from "../llm/retry/RetryPolicy.js"
import type { Recovered } from "./recover.js"
import { runStopAdvice } from "./runStopAdvice.js"
import type { Stop } from "./StopSign.js"
import { type PastAttempt, spent, wasNotSent } from "./TrialHistory.js"

/** What comes after an attempt of a call. */
export type NextStep =
  /** It decides how the call ends. */
  | { readonly type: "decided" }
  | { readonly type: "again"; readonly afterMs: number }
  /** None of the attempts left, and there is no time for more: nothing is known of the call yet. */
  | { readonly type: "unreachable" }
  | { readonly type: "stop"; readonly stop: Stop }
  | { readonly type: "stopModel"; readonly stop: Stop }

/** What comes after `last`, the last of `past`; `tries` are the sends of this invocation. */
export const nextStep = (
  past: ReadonlyArray<PastAttempt>,
  last: PastAttempt,
  tries: number,
  before: Pick<Recovered, "lostAttempts">,
  options: RetryOptions
): Effect.Effect<NextStep> =>
  Either.isRight(last.result)
    ? Effect.succeed({ type: "decided" })
    : afterError(last.result.left, past, tries, before, options)

const afterError: (
  error: LlmError,
  past: ReadonlyArray<PastAttempt>,
  tries: number,
  before: Pick<Recovered, "lostAttempts">,
  options: RetryOptions
) => Effect.Effect<NextStep> = Effect.fnUntraced(function* (error, past, tries, { lostAttempts }, options) {
  const { attempts, ms } = spent(past)
  const decision = decide(
    {
      error,
      attempt: Math.max(attempts + lostAttempts, tries, 1),
      elapsedMs: ms,
      nowMs: yield* Clock.currentTimeMillis,
      jitter: yield* Random.next
    },
    options
  )
  switch (decision._tag) {
    case "Retry":
      return { type: "again", afterMs: decision.afterMs }
    case "StopRun":
      return { type: "stop", stop: runStopAdvice(decision.reason, error) }
    case "StopModel":
      return { type: "stopModel", stop: runStopAdvice(decision.reason, error) }
    case "Stop":
      return { type: past.every(({ result }) => wasNotSent(result)) ? "unreachable" : "decided" }
  }
})

/** Nobody knows what came of the last attempt, and it is not to be made again, or not once more. */
export const staysLost = ({ lost, lostAttempts, past }: Recovered, options: RetryOptions): boolean =>
  lost !== null && (!options.retryAmbiguous || spent(past).attempts + lostAttempts >= maxAttempts)
