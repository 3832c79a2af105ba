import type { RetryAfterForm } from "./RetryAfterForm.js"

/** The two endpoints of each protocol. */
export type Operation = "generate" | "count"

export const operations: ReadonlyArray<Operation> = ["generate", "count"]

interface FaultKind {
  readonly at: ReadonlyArray<Operation>
  readonly options: ReadonlyArray<"retry-after" | "for">
  /** One line for the help. */
  readonly about: string
}

const kind = (
  about: string,
  at: FaultKind["at"] = operations,
  options: FaultKind["options"] = []
): FaultKind => ({
  about,
  at,
  options
})

const generate: FaultKind["at"] = ["generate"]

/** Everything that can go wrong on request. `status` stands for the names `400` to `599`. */
export const faultKinds = {
  status: kind(
    "an error with this HTTP status; 408 and the 5xx but 501, 503, 505 have billed the work",
    operations,
    ["retry-after"]
  ),
  "quota-429": kind("HTTP 429 because nothing is left to pay with", operations, ["retry-after"]),
  redirect: kind("HTTP 307 to another path of this server"),
  "reset-before": kind("the connection is reset before the first byte of the reply"),
  "reset-body": kind("the connection is reset in the middle of the reply's body"),
  "stall-before": kind("silence before the first byte", operations, ["for"]),
  "stall-body": kind("silence in the middle of the body", operations, ["for"]),
  oversize: kind("a reply of more than 16 MiB"),
  "gzip-bomb": kind("a small gzip body that opens to more than 16 MiB"),
  "cut-body": kind("a body that ends in its middle as if it were whole"),
  "split-body": kind("a good reply in pieces of two bytes, which tear its characters"),
  "malformed-json": kind("a body that lacks its last brace"),
  html: kind("an HTML page under HTTP 200"),
  sse: kind("an event stream under HTTP 200"),
  "error-200": kind("HTTP 200 with an error and no result, as some servers answer unknown paths"),
  "failed-200": kind("HTTP 200 with a response whose status is failed, and no usage", generate),
  "missing-usage": kind("a reply without usage", generate),
  "zero-usage": kind("a reply whose usage is all zeros", generate),
  "lone-surrogate": kind("an answer that ends in half a surrogate pair", generate),
  "wrong-count": kind("a tenth of the true count", ["count"])
} as const satisfies Readonly<Record<string, FaultKind>>

export type FaultName = keyof typeof faultKinds

/** One fault, as it happens to a request. */
export interface Fault {
  readonly name: FaultName
  /** As in the specification of faults, for the log. */
  readonly label: string
  /** Of `status`; 0 for the others. */
  readonly httpStatus: number
  readonly retryAfter: RetryAfterForm | null
  /** How long a stall lasts; `null`: until the client gives up. */
  readonly forMs: number | null
}

/** What may happen, and how often. */
export interface FaultPlan {
  readonly generate: ReadonlyArray<WeightedFault>
  readonly count: ReadonlyArray<WeightedFault>
  readonly latencyMs: { readonly min: number; readonly max: number }
}

export interface WeightedFault {
  readonly fault: Fault
  readonly probability: number
}

export const noFaults: FaultPlan = { generate: [], count: [], latencyMs: { min: 0, max: 0 } }
