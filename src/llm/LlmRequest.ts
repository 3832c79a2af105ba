/** One message of the input; the experiment uses a single `user` message (specification 8.2). */
export interface TextMessage {
  readonly role: "user" | "assistant" | "developer" | "system"
  readonly content: string
}

export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const

export type ReasoningEffort = (typeof reasoningEfforts)[number]

/**
 * What is asked of a model, whatever the wire protocol. There is no place in it for an expected answer, and
 * the codec writes these fields and no others.
 */
export interface LlmRequest {
  readonly model: string
  readonly instructions: string
  readonly input: ReadonlyArray<TextMessage>
  /** `null`: the parameter is not sent. */
  readonly reasoningEffort: ReasoningEffort | null
  /** Visible answer and reasoning together, at least 16. */
  readonly maxOutputTokens: number
}
