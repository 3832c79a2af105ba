import type { JsonObject } from "../json/Json.js"

/** One message of the input. A single question is one `user` message (specification 8.2), a repair loop the conversation so far. */
export interface TextMessage {
  readonly role: "user" | "assistant" | "developer" | "system"
  readonly content: string
}

export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const

export type ReasoningEffort = (typeof reasoningEfforts)[number]

/**
 * The form that an answer must have: JSON that a schema describes. Requests are canonical JSON, so the keys of `schema` are sent in
 * alphabetical order, and a server that writes an answer's fields in the order of its schema writes them so.
 */
export interface OutputFormat {
  /** Letters, digits, `_` and `-`, at most 64. Not every protocol has a place for it. */
  readonly name: string
  readonly schema: JsonObject
  /** The server is to guarantee the form. */
  readonly strict: boolean
}

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
  /** Left out: free text. */
  readonly format?: OutputFormat
}
