import * as Either from "effect/Either"
import { isObject, type Json, JsonNumber, type JsonObject } from "../../json/Json.js"
import { canonicalJson } from "../../json/JsonWriter.js"
import type { LlmRequest, ModelOptions, OutputFormat, ReasoningEffort, Tool } from "../LlmRequest.js"
import type { RequestUnreadable } from "../Protocol.js"
import { describeJson } from "../wire/Findings.js"
import { parseObject, sameBytes, text, unreadable } from "../wire/requestFields.js"
import { encodeMessage, readMessages } from "./MessageCodec.js"

type Read<A> = Either.Either<A, RequestUnreadable>

/** Of a request that says nothing: what the server would do otherwise differs from machine to machine and from call to call. */
export const defaultOptions: ModelOptions = { numCtx: 16_384, temperature: 0, seed: 1 }

/** `think` is on, off, or one of these. */
const levels = ["low", "medium", "high", "max"] as const satisfies ReadonlyArray<ReasoningEffort>

type Think = boolean | (typeof levels)[number]

/** Why a request cannot be asked in this protocol; `null` if it can. */
export const problemWith = ({ input, mode, options, reasoningEffort }: LlmRequest): string | null => {
  if (mode !== undefined) return "the ollama protocol has no agents with tools of their own"
  if (thinkFor(reasoningEffort) === null) {
    return `the ollama protocol has no reasoning effort ${reasoningEffort}; it has none, ${levels.join(", ")}, and null leaves it out`
  }
  if (reasoningEffort !== null && options?.think !== undefined) {
    return "the ollama protocol has one place for the reasoning effort and for whether to think"
  }
  return input.some(({ role }) => role === "developer")
    ? "the ollama protocol has no place for a message of role developer"
    : null
}

const encoder = new TextEncoder()

/**
 * The bytes of `POST /api/chat`: canonical JSON (RFC 8785). The context is always said, and neither the prompt nor the context may be cut
 * (`truncate`, `shift`): else a prompt that is too long loses its beginning under HTTP 200. Throws for a request that {@link problemWith}
 * objects to.
 */
export const encodeRequest = (request: LlmRequest): Uint8Array => {
  const problem = problemWith(request)
  if (problem !== null) throw new Error(problem)
  const { format, input, instructions, maxOutputTokens, model, options = defaultOptions, tools } = request
  const think = options.think ?? thinkFor(request.reasoningEffort) ?? undefined
  const { keepAlive, numCtx, seed, temperature } = options
  return encoder.encode(
    canonicalJson({
      model,
      messages: [
        ...(instructions === "" ? [] : [{ role: "system", content: instructions }]),
        ...input.map(encodeMessage)
      ],
      ...(format === undefined ? {} : { format: format.schema }),
      ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
      ...(think === undefined ? {} : { think }),
      ...(tools === undefined
        ? {}
        : {
            tools: tools.map(({ description, name, parameters }) => ({
              type: "function",
              function: { name, description, parameters }
            }))
          }),
      options: { num_ctx: numCtx, num_predict: maxOutputTokens, seed, temperature },
      shift: false,
      stream: true,
      truncate: false
    })
  )
}

/** `undefined`: it is not sent; `null`: there is no such effort. */
const thinkFor = (effort: ReasoningEffort | null): Think | undefined | null => {
  if (effort === null) return undefined
  return effort === "none" ? false : (levels.find((level) => level === effort) ?? null)
}

/**
 * The inverse of {@link encodeRequest} but for what the protocol has no field for: a format is strict and named `answer`, options are always
 * said, and a system message that comes first is the instructions.
 */
export const decodeRequest = (bytes: Uint8Array): Read<LlmRequest> =>
  Either.flatMap(parseRequest(bytes), (request) =>
    Either.map(sameBytes(encodeRequest(request), bytes), () => request)
  )

/** Reads the fields and passes over whatever else there is, as a server does. */
export const parseRequest = (bytes: Uint8Array): Read<LlmRequest> =>
  Either.flatMap(parseObject(bytes), (body) =>
    Either.map(
      Either.all({
        model: text(body, "model"),
        messages: readMessages(body["messages"]),
        options: readOptions(body["options"]),
        think: readThink(body["think"]),
        keepAlive: body["keep_alive"] === undefined ? Either.right(undefined) : text(body, "keep_alive"),
        format: readFormat(body["format"]),
        tools: readTools(body["tools"])
      }),
      ({ format, keepAlive, messages, model, options, think, tools }): LlmRequest => ({
        model,
        ...messages,
        reasoningEffort: typeof think === "string" ? think : null,
        maxOutputTokens: options.maxOutputTokens,
        ...(format === undefined ? {} : { format }),
        ...(tools === undefined ? {} : { tools }),
        options: {
          ...options.model,
          ...(typeof think === "boolean" ? { think } : {}),
          ...(keepAlive === undefined ? {} : { keepAlive })
        }
      })
    )
  )

const number = (object: JsonObject, key: string): Read<number> => {
  const value = object[key]
  if (value instanceof JsonNumber) return Either.right(value.toNumber())
  return typeof value === "number"
    ? Either.right(value)
    : Either.left(unreadable(`options.${key}: expected a number, found ${describeJson(value)}`))
}

const readOptions = (
  value: Json | undefined
): Read<{ readonly maxOutputTokens: number; readonly model: ModelOptions }> =>
  isObject(value)
    ? Either.map(
        Either.all({
          numCtx: number(value, "num_ctx"),
          maxOutputTokens: number(value, "num_predict"),
          seed: number(value, "seed"),
          temperature: number(value, "temperature")
        }),
        ({ maxOutputTokens, ...model }) => ({ maxOutputTokens, model })
      )
    : Either.left(unreadable(`options: expected an object, found ${describeJson(value)}`))

const readThink = (value: Json | undefined): Read<Think | undefined> => {
  if (value === undefined || typeof value === "boolean") return Either.right(value)
  const level = levels.find((known) => known === value)
  return level === undefined
    ? Either.left(unreadable(`think: expected a boolean or one of ${levels.join(", ")}`))
    : Either.right(level)
}

const readFormat = (schema: Json | undefined): Read<OutputFormat | undefined> => {
  if (schema === undefined) return Either.right(undefined)
  return isObject(schema)
    ? Either.right({ name: "answer", schema, strict: true })
    : Either.left(unreadable("format: expected a JSON schema"))
}

const readTools = (value: Json | undefined): Read<ReadonlyArray<Tool> | undefined> => {
  if (value === undefined) return Either.right(undefined)
  if (!Array.isArray(value)) return Either.left(unreadable("tools: expected an array"))
  return Either.all(
    value.map((item: Json, index): Read<Tool> => {
      const offered = isObject(item) ? item["function"] : undefined
      const { description, name, parameters } = isObject(offered) ? offered : {}
      return typeof name === "string" && typeof description === "string" && isObject(parameters)
        ? Either.right({ name, description, parameters })
        : Either.left(
            unreadable(`tools[${index}]: expected a function with name, description and parameters`)
          )
    })
  )
}
