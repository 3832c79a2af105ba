import type * as Either from "effect/Either"
import type { JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { HttpProtocolId } from "../llm/Protocol.js"
import { httpProtocolOf } from "../llm/protocols.js"
import type { SimulatedReply } from "../llm/simulated/SimulatedModel.js"
import type { SimulatedError, SimulatedWire } from "../llm/simulated/SimulatedWire.js"
import { wireOf } from "../llm/simulated/wires.js"
import type { Refusal } from "./bodyChecks.js"
import type { Operation } from "./Fault.js"
import { isLoad, loadBody, ollamaPages, readOllamaBody, withManners } from "./ollamaServer.js"
import type { Delivery } from "./Reply.js"
import { readMessagesBody } from "./readMessagesBody.js"
import { readResponsesBody } from "./readResponsesBody.js"

/** What the server must know of the protocol that it speaks, beside how bodies are written. */
export interface ServedProtocol {
  readonly wire: SimulatedWire
  /** The path of the base URL that is printed. */
  readonly basePath: string
  readonly paths: ReadonlyMap<string, Operation>
  /** What a GET finds. */
  readonly pages: ReadonlyMap<string, JsonObject>
  readonly read: (operation: Operation, bytes: Buffer) => Either.Either<LlmRequest, Refusal>
  /** The reply to a request that asks a model nothing; `null`: it asks. */
  readonly load: (request: LlmRequest) => JsonObject | null
  /** What the model's server makes of what the model says. */
  readonly manners: (request: LlmRequest, said: SimulatedReply) => SimulatedReply
  readonly delivery: Delivery
  readonly contentType: string
  /** What it says with a status, where it has a sentence for it. */
  readonly sentences: Readonly<Record<number, string>>
  /** Nothing is left to pay with. */
  readonly quota: SimulatedError
  /** Statuses of a server that has done no work. */
  readonly refusesFirst: ReadonlySet<number>
  /** Statuses that the API answers with an error of its own, where gateways of others answer in HTML. */
  readonly ownStatuses: ReadonlySet<number>
  /** What becomes of a body when the model failed. */
  readonly failed: (body: JsonObject) => JsonObject
  /** A body that does not say what it cost, or says that it was nothing. */
  readonly usage: {
    readonly missing: (body: JsonObject) => JsonObject
    readonly zero: (body: JsonObject) => JsonObject
  }
  /** How a server reports under HTTP 200 that it failed, given the body that it had begun to write. */
  readonly errorWithin: (body: string, error: JsonObject) => string
  /** The event that carries a whole reply in a stream. */
  readonly event: { readonly type: string; readonly member: string }
}

const pathsOf = (protocol: HttpProtocolId, basePath: string): ServedProtocol["paths"] => {
  const { counting, generatePath } = httpProtocolOf({ protocol }).http
  return new Map<string, Operation>([
    [basePath + generatePath, "generate"],
    ...(counting === null ? [] : [[basePath + counting.path, "count"] as const])
  ])
}

/** One JSON value, and nothing but what the model said. */
const hosted = {
  pages: new Map<string, JsonObject>(),
  load: () => null,
  manners: (_request: LlmRequest, said: SimulatedReply) => said,
  delivery: { type: "whole" },
  contentType: "application/json",
  sentences: {},
  errorWithin: (_body: string, error: JsonObject) => JSON.stringify(error)
} as const

const withoutUsage = ({ usage: _usage, ...body }: JsonObject): JsonObject => body

const responses: ServedProtocol = {
  wire: wireOf("responses"),
  basePath: "/v1",
  paths: pathsOf("responses", "/v1"),
  ...hosted,
  read: readResponsesBody,
  quota: {
    message: "You exceeded your current quota.",
    type: "insufficient_quota",
    code: "insufficient_quota"
  },
  refusesFirst: new Set([501, 503, 505]),
  ownStatuses: new Set(),
  failed: (body) => ({
    ...body,
    status: "failed",
    error: { code: "server_error", message: "The model failed." },
    output: [],
    usage: null
  }),
  usage: {
    missing: withoutUsage,
    zero: (body) => ({ ...body, usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } })
  },
  event: { type: "response.completed", member: "response" }
}

const messages: ServedProtocol = {
  wire: wireOf("messages"),
  basePath: "",
  paths: pathsOf("messages", ""),
  ...hosted,
  read: readMessagesBody,
  quota: {
    message: "Your organization has reached its monthly spend limit.",
    type: "rate_limit_error",
    code: "enforced_spend_limit_reached"
  },
  refusesFirst: new Set([501, 503, 505, 529]),
  ownStatuses: new Set([504, 529]),
  // There is no such state; a message that has not ended comes nearest to it.
  failed: (body) => ({ ...body, content: [], stop_reason: null, usage: null }),
  usage: {
    missing: withoutUsage,
    zero: (body) => ({ ...body, usage: { input_tokens: 0, output_tokens: 0 } })
  },
  event: { type: "message_start", member: "message" }
}

const ollama: ServedProtocol = {
  wire: wireOf("ollama"),
  basePath: "",
  paths: pathsOf("ollama", ""),
  pages: ollamaPages,
  read: (_operation, bytes) => readOllamaBody(bytes),
  load: (request) => (isLoad(request) ? loadBody(request) : null),
  manners: withManners,
  delivery: { type: "lines" },
  contentType: "application/x-ndjson",
  sentences: {
    400: "the prompt is longer than the context length currently available",
    404: "model 'made-up' not found",
    500: "an error was encountered while running the model",
    503: "server busy, please try again.  maximum pending requests exceeded"
  },
  quota: { message: "you have reached your usage limit", type: "rate_limit_error", code: null },
  refusesFirst: new Set([501, 503, 505]),
  ownStatuses: new Set([502, 504]),
  // The last line is not the last one.
  failed: (body) => ({ ...body, done: false }),
  usage: {
    missing: ({ eval_count: _output, prompt_eval_count: _prompt, ...body }) => body,
    zero: (body) => ({ ...body, eval_count: 0, prompt_eval_count: 0 })
  },
  errorWithin: (body, error) =>
    `${body.slice(0, body.lastIndexOf("\n", body.length - 2) + 1)}${JSON.stringify(error)}\n`,
  event: { type: "message", member: "message" }
}

const served: Readonly<Record<HttpProtocolId, ServedProtocol>> = { responses, messages, ollama }

export const servedProtocol = (protocol: HttpProtocolId): ServedProtocol => served[protocol]
