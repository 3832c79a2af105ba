import type { JsonObject } from "../json/Json.js"

/** One message of the input. A single question is one `user` message (specification 8.2), a repair loop the conversation so far. */
export interface TextMessage {
  readonly role: "user" | "assistant" | "developer" | "system"
  readonly content: string
}

/** What a model wants done, as it is said back to the model. */
export interface ToolCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** A turn of the model that called tools; its calls are answered by as many {@link ToolResult}s, in the same order. */
export interface ToolTurn {
  readonly role: "assistant"
  readonly content: string
  /** At least one. */
  readonly toolCalls: ReadonlyArray<ToolCall>
  /** What it thought before it called; some models want it back. */
  readonly thinking?: string
}

/** What came of a call. */
export interface ToolResult {
  readonly role: "tool"
  readonly toolName: string
  readonly content: string
}

/** What may stand in a conversation: a text, or a call of a tool with its result. */
export type InputMessage = TextMessage | ToolTurn | ToolResult

/** A function that a model may call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments, an object. */
  readonly parameters: JsonObject
}

/** How a local server is to run its model. Servers that are not ours to set up take none of it. */
export interface ModelOptions {
  /** Tokens of prompt and answer together that the model is loaded for. A server that is not told cuts prompts without a word. */
  readonly numCtx: number
  /** 0: always the likeliest token. */
  readonly temperature: number
  readonly seed: number
  /** Whether a model that can think does. Left out: as the model likes. How hard is `reasoningEffort`. */
  readonly think?: boolean
  /** How long the model stays loaded afterwards, such as `10m`. Left out: as the server likes. */
  readonly keepAlive?: string
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
  readonly input: ReadonlyArray<InputMessage>
  /** `null`: the parameter is not sent. */
  readonly reasoningEffort: ReasoningEffort | null
  /** Visible answer and reasoning together, at least 16. */
  readonly maxOutputTokens: number
  /** Left out: free text. */
  readonly format?: OutputFormat
  /** `agent`: it works with tools of its own in a folder that is given to it. Left out: it answers. Only programs work so. */
  readonly mode?: "agent"
  /** Left out: it may call nothing. Not every protocol has them. */
  readonly tools?: ReadonlyArray<Tool>
  /** Left out: the protocol's own defaults. Only protocols of local servers have them. */
  readonly options?: ModelOptions
}
