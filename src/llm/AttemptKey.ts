import * as FiberRef from "effect/FiberRef"
import { globalValue } from "effect/GlobalValue"

/** Which attempt of which trial the current fiber is making. */
export interface AttemptKey {
  readonly trialId: string
  /** 1-based. */
  readonly attempt: number
}

/**
 * Carried beside the HTTP request and never inside it, so that a simulated model can key its mistakes by trial
 * while two arms with the same prompt still send the same bytes (decision 25). `null` outside a trial.
 */
export const currentAttempt: FiberRef.FiberRef<AttemptKey | null> = globalValue(
  "locality/currentAttempt",
  () => FiberRef.unsafeMake<AttemptKey | null>(null)
)
