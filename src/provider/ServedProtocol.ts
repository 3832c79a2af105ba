import * as Either from "effect/Either"
import type { JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { HttpProtocolId } from "../llm/Protocol.js"
import { httpProtocolOf } from "../llm/protocols.js"
import type { SimulatedError, SimulatedWire } from "../llm/simulated/SimulatedWire.js"
import { wireOf } from "../llm/simulated/wires.js"
import type { Refusal } from "./bodyChecks.js"
import type { Operation } from "./Fault.js"
import { readMessagesBody } from "./readMessagesBody.js"
import { readResponsesBody } from "./readResponsesBody.js"

/** What the server must know of the protocol that it speaks, beside how bodies are written. */
export interface ServedProtocol {
  readonly wire: SimulatedWire
  /** The path of the base URL that is printed. */
  readonly basePath: string
  readonly paths: ReadonlyMap<string, Operation>
  readonly read: (operation: Operation, bytes: Buffer) => Either.Either<LlmRequest, Refusal>
  /** Nothing is left to pay with. */
  readonly quota: SimulatedError
  /** Statuses of a server that has done no work. */
  readonly refusesFirst: ReadonlySet<number>
  /** Statuses that the API answers with an error of its own, where gateways of others answer in HTML. */
  readonly ownStatuses: ReadonlySet<number>
  /** What becomes of a body when the model failed. */
  readonly failed: (body: JsonObject) => JsonObject
  readonly zeroUsage: JsonObject
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

const responses: ServedProtocol = {
  wire: wireOf("responses"),
  basePath: "/v1",
  paths: pathsOf("responses", "/v1"),
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
  zeroUsage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  event: { type: "response.completed", member: "response" }
}

const messages: ServedProtocol = {
  wire: wireOf("messages"),
  basePath: "",
  paths: pathsOf("messages", ""),
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
  zeroUsage: { input_tokens: 0, output_tokens: 0 },
  event: { type: "message_start", member: "message" }
}

const ollama: ServedProtocol = {
  wire: wireOf("ollama"),
  basePath: "",
  paths: pathsOf("ollama", ""),
  read: (_operation, bytes) =>
    Either.mapLeft(httpProtocolOf({ protocol: "ollama" }).parseRequest(bytes), ({ message }) => ({
      message,
      param: null,
      code: null
    })),
  quota: { message: "you have reached your usage limit", type: "rate_limit_error", code: null },
  refusesFirst: new Set([501, 503, 505]),
  ownStatuses: new Set([502, 504]),
  failed: ({ done_reason: _reason, ...body }) => ({ ...body, done: false }),
  zeroUsage: {},
  event: { type: "message", member: "message" }
}

const served: Readonly<Record<HttpProtocolId, ServedProtocol>> = { responses, messages, ollama }

export const servedProtocol = (protocol: HttpProtocolId): ServedProtocol => served[protocol]
