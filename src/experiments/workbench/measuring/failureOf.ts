import * as Either from "effect/Either"
import type { ApiError } from "../../../llm/LlmError.js"
import type { RunMetrics } from "../metrics/RunMetrics.js"
import type { SavedAttempt } from "./SavedCall.js"

export type Failure = Pick<RunMetrics, "capHit" | "errored" | "crashed">

export const noFailure: Failure = { capHit: false, errored: false, crashed: false }

/** What kept a run from its answer, by its last attempt (specification 5); `null`: nothing was sent, so nothing ran. */
export const failureOf = ({ meta, reply }: SavedAttempt): Failure | null => {
  if (reply !== null) {
    if (Either.isRight(reply)) return reply.right.status === "failed" ? error : noFailure
    return reply.left._tag === "ApiError" ? byApi(reply.left) : error
  }
  if (meta.error?.stage === "connect") return null
  // A connection that breaks off in the middle is a server that died; one that lasts too long is a slow one.
  return meta.error?.code === "timeout" ? error : crash
}

/**
 * Whether the question was longer than what the subject can hold. Nothing broke and nobody is missing: it is a task that the subject cannot do, as it is
 * set up here.
 */
export const isTooLong = ({ reply }: SavedAttempt): boolean =>
  reply !== null &&
  Either.isLeft(reply) &&
  reply.left._tag === "ApiError" &&
  tooLongWords.test(reply.left.detail)

const tooLongWords =
  /prompt is (?:too long|longer than)|(?:exceeds?|longer than|maximum) (?:the |this model's )?(?:available |maximum )?context|context (?:length|window) exceeded|input (?:is )?too long/i

const error: Failure = { ...noFailure, errored: true }
const crash: Failure = { ...noFailure, crashed: true }

const byApi = ({ detail, httpStatus, type }: ApiError): Failure => {
  if (type === "subscription_cap") return { ...noFailure, capHit: true }
  if (type === "crash" || (httpStatus >= 500 && diedWords.test(detail))) return crash
  return error
}

/** How a local server says that what it runs the model in is gone. */
const diedWords =
  /terminated|unexpectedly (?:stopped|exited)|out of memory|cudaMalloc|signal: (?:killed|aborted)/i
