/**
 * Why a run of a subscription's program gave no answer.
 * - `cap`: the subscription is used up for now; nothing more of this program is started until `resetsAt`
 * - `throttle`: too many requests in a short time, worth another try
 * - `overload`: the service is busy
 * - `auth`: not logged in, or what it would use is billed for each use
 * - `network`: the service cannot be reached
 * - `timeout`: nothing that it printed says why it took so long
 * - `crash`: anything else; the raw tail of its output is kept
 */
export type FailureKind = "cap" | "throttle" | "overload" | "auth" | "network" | "timeout" | "crash"

export interface CliFailure {
  readonly kind: FailureKind
  /** One line, from what the program said. */
  readonly message: string
  /** ISO 8601 in UTC, where the program gave an instant. */
  readonly resetsAt: string | null
  /** As the program wrote it for people, such as `1:57am (UTC)`; the zone may be missing. */
  readonly resetText: string | null
}

/** Null where the program does not say. */
export interface CliUsage {
  readonly inputTokens: number | null
  readonly cachedInputTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
}

/** What one run of a program said, read from its outputs and its end; the same for all programs. */
export interface CliReport {
  /** Without the model's terminal sequences; null exactly when there is a failure. */
  readonly answer: string | null
  readonly failure: CliFailure | null
  /** The model was cut off by the limit of turns: what it said, if anything, is its answer. */
  readonly outOfTurns: boolean
  readonly usage: CliUsage | null
  readonly toolCalls: number
  /** Calls that failed, and calls that were denied: both are the model's to answer for. */
  readonly toolFailures: number
  readonly denials: number
  /** Calls of the model to the web; more than none is a reason to look at the answer by hand. */
  readonly webUse: number
  /** As the program measured it, from its own request on; not comparable between programs. */
  readonly ttftMs: number | null
  /** Time that the program spent waiting for its service, where it says so: the rest of `wallMs` is its own. */
  readonly serviceMs: number | null
  readonly model: string | null
  /** Lines of standard output that are no JSON, though they should be. */
  readonly unreadLines: number
  /** It says of itself that it only pretends. */
  readonly synthetic: boolean
}

/** What of a run the parsers read. */
export interface CliOutput {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
  /** `answered`: it had said its last word and was ended because it did not go. */
  readonly ending: "exit" | "answered" | "timeout" | "too_much_output"
}

export const nothingReported: Omit<CliReport, "answer" | "failure"> = {
  outOfTurns: false,
  usage: null,
  toolCalls: 0,
  toolFailures: 0,
  denials: 0,
  webUse: 0,
  ttftMs: null,
  serviceMs: null,
  model: null,
  unreadLines: 0,
  synthetic: false
}

/** An answer stands when the program ended well, or had said all before it was ended. */
export const endedWell = ({ ending, exitCode }: CliOutput): boolean =>
  ending === "answered" || (ending === "exit" && exitCode === 0)
