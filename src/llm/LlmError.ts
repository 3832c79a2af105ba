import * as Data from "effect/Data"
import type { HttpExchange } from "./HttpExchange.js"
import type { TokenUsage } from "./LlmResponse.js"

/** The server answered, and the answer is an error (specification 8.2; decision 7 for errors inside HTTP 200). */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly httpStatus: number
  /** `error.code` as text, if any. */
  readonly code: string | null
  /** `error.type` as text, if any: billing errors are told by it (decision 13). */
  readonly type: string | null
  /** `error.message`, cut to 500 characters. */
  readonly detail: string
  readonly retryAfter: string | null
  readonly requestId: string | null
  /** True when work may have been done although this is an error: the outcome is unknown. */
  readonly ambiguousOutcome: boolean
  /** Tokens that the error reply reports as spent; they are billed like any others (decision 18). */
  readonly usage: TokenUsage | null
  readonly exchange: HttpExchange
}> {
  override get message(): string {
    const code = this.code ?? this.type
    return `the server answered HTTP ${this.httpStatus}${code === null ? "" : ` (${code})`}: ${this.detail}`
  }
}

/** The stage of an attempt that failed; only `connect` is certain to have sent nothing (decision 15). */
export type TransportStage = "connect" | "request" | "body"

/** No complete reply arrived. */
export class TransportError extends Data.TaggedError("TransportError")<{
  readonly stage: TransportStage
  /** A short stable word such as `ECONNREFUSED` or `timeout`; never text from the other side. */
  readonly code: string
  readonly ambiguousOutcome: boolean
}> {
  override get message(): string {
    return this.ambiguousOutcome
      ? `the request was sent and no complete reply came back (${this.stage}: ${this.code}); its outcome is unknown`
      : `the request was not sent (${this.stage}: ${this.code})`
  }
}

/** A complete reply that is not what the protocol promises. Its usage, where readable, still counts (decision 18). */
export class DecodeError extends Data.TaggedError("DecodeError")<{
  /** What is wrong, as `path: problem`, each cut to 200 characters. */
  readonly issues: ReadonlyArray<string>
  readonly usage: TokenUsage | null
  readonly requestId: string | null
  readonly exchange: HttpExchange
}> {
  override get message(): string {
    return `the reply cannot be read: ${this.issues.join("; ")}`
  }
}

/** Everything that one attempt can fail with. */
export type LlmError = ApiError | TransportError | DecodeError
