import type { ApiError, LlmError } from "../LlmError.js"
import { parseRetryAfter } from "./RetryAfter.js"

/** HTTP attempts of one logical trial (specification 8.6). */
export const maxAttempts = 4

/** Attempts and backoffs of one logical trial together. */
export const maxTrialMs = 600_000

export interface RetryOptions {
  /** HTTP 500 may mean that the model's output did not parse; then a retry would draw another answer (decision 12). */
  readonly retry500: boolean
  readonly retryAmbiguous: boolean
}

export interface FailedAttempt {
  readonly error: LlmError
  /** 1-based: how many attempts there have been. */
  readonly attempt: number
  /** What the trial has used of {@link maxTrialMs}. */
  readonly elapsedMs: number
  /** Since 1970, UTC. */
  readonly nowMs: number
  /** A draw from [0, 1), from a generator that the dataset does not use. */
  readonly jitter: number
}

export type RetryDecision =
  /** Not before `afterMs` from now. */
  | { readonly _tag: "Retry"; readonly afterMs: number }
  /** This trial gets no further attempt. */
  | { readonly _tag: "Stop"; readonly reason: StopReason }
  /** Nothing new is started: the next trial would meet the same (decisions 13 and 16). */
  | { readonly _tag: "StopRun"; readonly reason: StopRunReason }
  /** Nothing more is asked of this model for now; the others go on. */
  | { readonly _tag: "StopModel"; readonly reason: StopModelReason }

export type StopReason = "final" | "undecodable" | "ambiguous" | "attempts_exhausted" | "time_limit"

/** Of programs that are paid by the month: the subscription's limit is reached, or nobody is logged in. */
export type StopModelReason = "subscription_cap" | "subscription_login"

export type StopRunReason = "billing" | "authentication" | "retry_after_too_long"

/** What comes after a failed attempt (specification 8.6, decisions 12 to 16). */
export const decide = (failed: FailedAttempt, options: RetryOptions): RetryDecision => {
  const verdict = classify(failed.error, options)
  return verdict === "retry" ? whenToRetry(failed) : verdict
}

const stop = (reason: StopReason): RetryDecision => ({ _tag: "Stop", reason })
const stopRun = (reason: StopRunReason): RetryDecision => ({ _tag: "StopRun", reason })

const classify = (error: LlmError, options: RetryOptions): RetryDecision | "retry" => {
  switch (error._tag) {
    case "DecodeError":
      return stop("undecodable")
    case "TransportError":
      return error.ambiguousOutcome && !options.retryAmbiguous ? stop("ambiguous") : "retry"
    case "ApiError":
      return classifyApiError(error, options)
  }
}

const classifyApiError = (error: ApiError, options: RetryOptions): RetryDecision | "retry" => {
  const { httpStatus, type } = error
  if (type === "subscription_cap" || type === "subscription_login") return { _tag: "StopModel", reason: type }
  if (httpStatus === 401 || httpStatus === 403) return stopRun("authentication")
  if (isBilling(error)) return stopRun("billing")
  if (error.ambiguousOutcome) return options.retryAmbiguous ? "retry" : stop("ambiguous")
  if (httpStatus === 429) return "retry"
  if (httpStatus === 500) return options.retry500 ? "retry" : stop("final")
  const transient = httpStatus > 500 && httpStatus <= 599 && httpStatus !== 501 && httpStatus !== 505
  return transient ? "retry" : stop("final")
}

const billingCodes: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "credit_balance_exhausted",
  "organization_spend_limit_exceeded",
  "project_spend_limit_exceeded",
  "organization_usage_limit_exceeded",
  "billing_hard_limit_reached",
  "billing_not_active",
  "enforced_spend_limit_reached"
])

/** Of servers that have one type and no code for everything that is wrong with a request. */
const billingSentence =
  /exceeded your current quota|insufficient[ _]quota|credit balance is too low|reached your specified API usage limits/i

/** Told by type or code. Only where the server gives neither, or a mere number, its sentence has to do. */
const isBilling = ({ code, detail, type }: ApiError): boolean => {
  if (type === "insufficient_quota" || type === "billing_error" || (code !== null && billingCodes.has(code)))
    return true
  const saysNothing = code === null || /^[0-9]+$/.test(code)
  return saysNothing && billingSentence.test(detail)
}

const whenToRetry = ({ attempt, elapsedMs, error, jitter, nowMs }: FailedAttempt): RetryDecision => {
  const leftMs = maxTrialMs - elapsedMs
  const askedMs =
    error._tag === "ApiError" && error.retryAfter !== null ? parseRetryAfter(error.retryAfter, nowMs) : null
  // A server that sends us away for so long is out of order for the other trials too.
  if (askedMs !== null && askedMs > leftMs) return stopRun("retry_after_too_long")
  if (attempt >= maxAttempts) return stop("attempts_exhausted")
  const afterMs = askedMs ?? Math.floor(jitter * Math.min(60_000, 1000 * 2 ** (attempt - 1)))
  return afterMs > leftMs ? stop("time_limit") : { _tag: "Retry", afterMs }
}
