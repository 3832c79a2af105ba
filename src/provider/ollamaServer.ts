import * as Either from "effect/Either"
import type { JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { httpProtocolOf } from "../llm/protocols.js"
import { estimateTokens } from "../llm/simulated/dressReply.js"
import type { SimulatedReply } from "../llm/simulated/SimulatedModel.js"
import { type Fields, noJson, otherKey, parseFields, type Refusal } from "./bodyChecks.js"

/** What a name says of a stand-in's model. All names are answered; these are the ones that the server lists. */
const thinks = (model: string): boolean => model.includes("thinking")
const hasTools = (model: string): boolean => !model.includes("plain")

const listed = (name: string, bytes: number, more: JsonObject = {}): JsonObject => ({
  name,
  model: name,
  modified_at: "2026-01-01T00:00:00Z",
  size: bytes,
  digest: name
    .padEnd(64, "0")
    .slice(0, 64)
    .replace(/[^0-9a-f]/g, "0"),
  details: {
    format: "gguf",
    family: "stand-in",
    families: ["stand-in"],
    parameter_size: "8B",
    quantization_level: "Q4_K_M",
    context_length: 40_960
  },
  capabilities: ["completion", ...(hasTools(name) ? ["tools"] : []), ...(thinks(name) ? ["thinking"] : [])],
  ...more
})

const local = [
  listed("stand-in:8b", 5_000_000_000),
  listed("stand-in-thinking:8b", 5_200_000_000),
  listed("stand-in-plain:1b", 800_000_000)
]

/** What is asked by GET. The list has a model of somebody else's in it, as lists of real servers may. */
export const ollamaPages: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [
    "/api/tags",
    { models: [...local, listed("stand-in:120b-cloud", 384, { remote_host: "https://cloud.invalid" })] }
  ],
  ["/api/ps", { models: [{ ...local[0], size_vram: 5_000_000_000, context_length: 16_384 }] }],
  ["/api/version", { version: "0.0.0-synthetic-mock" }]
])

const keys = new Set(
  "model messages format keep_alive think tools options shift stream truncate synthetic_mock".split(" ")
)

/** Reads a request as the protocol does, and refuses what a server refuses: an unknown field, a prompt that is too long, a capability that a model does not have. */
export const readOllamaBody = (bytes: Buffer): Either.Either<LlmRequest, Refusal> => {
  const body = parseFields(bytes)
  if (body === null) return Either.left(noJson)
  return Either.flatMap(
    Either.mapLeft(httpProtocolOf({ protocol: "ollama" }).parseRequest(bytes), ({ message }) =>
      refusal(message)
    ),
    (request) => {
      const problem = problemOf(body, request)
      return problem === null ? Either.right(request) : Either.left(problem)
    }
  )
}

const refusal = (message: string): Refusal => ({ message, param: null, code: null })

const problemOf = (body: Fields, request: LlmRequest): Refusal | null => {
  const { model, options, tools = [] } = request
  const contextTokens = options?.numCtx ?? 0
  const promptTokens = estimateTokens(request)
  return (
    otherKey(body, keys, "") ??
    (tools.length > 0 && !hasTools(model) ? refusal(`"${model}" does not support tools`) : null) ??
    (options?.think === true && !thinks(model) ? refusal(`"${model}" does not support thinking`) : null) ??
    (promptTokens > contextTokens
      ? refusal(
          `the prompt is longer than the context length currently available (${promptTokens} of ${contextTokens})`
        )
      : null)
  )
}

/** A request that only loads a model. */
export const isLoad = ({ input, instructions }: LlmRequest): boolean =>
  input.length === 0 && instructions === ""

export const loadBody = ({ model }: LlmRequest): JsonObject => ({
  model,
  created_at: "2026-01-01T00:00:00Z",
  message: { role: "assistant", content: "" },
  done: true,
  done_reason: "load",
  synthetic_mock: true
})

/**
 * What a model of a local server adds to what the simulated model said: a model that thinks says that it does, and one that is offered tools
 * calls the first of them once before it answers, unless the simulated model has calls of its own.
 */
export const withManners = (request: LlmRequest, said: SimulatedReply): SimulatedReply => {
  if (said.type !== "answer") return said
  const { input, model, options, tools = [] } = request
  const thinking =
    said.thinking ??
    (thinks(model) && options?.think !== false ? "What is asked here? 何を問われているか。" : undefined)
  const first = input.some(({ role }) => role === "tool") ? undefined : tools[0]
  const toolCalls =
    said.toolCalls ??
    (first === undefined ? undefined : [{ name: first.name, arguments: argumentsFor(first.parameters) }])
  return {
    ...said,
    ...(thinking === undefined ? {} : { thinking }),
    ...(toolCalls === undefined ? {} : { toolCalls, text: toolCalls.length === 0 ? said.text : "" })
  }
}

/** A dot for each required argument: as a path it is the folder itself. */
const argumentsFor = ({ required }: JsonObject): JsonObject =>
  Object.fromEntries(
    Array.isArray(required) ? required.flatMap((name) => (typeof name === "string" ? [[name, "."]] : [])) : []
  )
