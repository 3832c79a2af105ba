import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { canonicalJson } from "../../json/JsonWriter.js"
import { type LlmRequest, type OutputFormat, type ReasoningEffort, reasoningEfforts } from "../LlmRequest.js"
import type { CountedFields, RequestOptions, RequestUnreadable } from "../Protocol.js"
import { notOnlyText } from "../wire/onlyText.js"
import {
  messages,
  oneOf,
  outputLimit,
  parseObject,
  sameBytes,
  text,
  unreadable
} from "../wire/requestFields.js"

const encoder = new TextEncoder()

/**
 * The bytes of `POST /responses`: canonical JSON (RFC 8785) of the fields of specification 8.4 and no others.
 * Throws `JsonWriteError` for text that is not Unicode, which is a bug of whoever wrote the prompt.
 */
export const encodeRequest = (request: LlmRequest, options: RequestOptions): Uint8Array =>
  encoder.encode(
    canonicalJson(
      bodyOf(request, { maxOutputTokens: request.maxOutputTokens, truncation: options.truncation })
    )
  )

/**
 * The bytes of `POST /responses/input_tokens` (8.5): the fields of generation that this endpoint accepts. The effort is among
 * them, because it can change how a model tokenises.
 */
export const encodeCountRequest = (request: CountedFields): Uint8Array =>
  encoder.encode(canonicalJson(bodyOf(request, null)))

/** Why a request cannot be asked in this protocol; `null` if it can. */
export const problemWith = (request: CountedFields): string | null => notOnlyText("responses", request)

/**
 * In the order of canonical JSON, in which it is written fastest. `generation`: what only a generation has; `null`: what is counted.
 */
const bodyOf = (
  request: CountedFields,
  generation: (RequestOptions & Pick<LlmRequest, "maxOutputTokens">) | null
): JsonObject => {
  const problem = problemWith(request)
  if (problem !== null) throw new Error(problem)
  const { model, instructions, input, reasoningEffort, format } = request
  return {
    input: input.map(({ role, content }) => ({ content, role })),
    instructions,
    ...(generation === null ? {} : { max_output_tokens: generation.maxOutputTokens }),
    model,
    ...(reasoningEffort === null ? {} : { reasoning: { effort: reasoningEffort } }),
    ...(generation === null ? {} : { store: false, stream: false }),
    ...(format === undefined ? {} : { text: { format: { type: "json_schema", ...format } } }),
    ...(generation?.truncation === "disabled" ? { truncation: "disabled" } : {})
  }
}

/** The inverse of {@link encodeRequest}: reads a saved `request.json`, and refuses whatever would not be written back byte for byte. */
export const decodeRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.map(decodeRequestWithOptions(bytes), ({ request }) => request)

/** As {@link decodeRequest}, and with which options it was written. */
export const decodeRequestWithOptions = (
  bytes: Uint8Array
): Either.Either<{ readonly request: LlmRequest; readonly options: RequestOptions }, RequestUnreadable> =>
  Either.flatMap(parseObject(bytes), (body) =>
    Either.flatMap(requestIn(body), (request) => {
      const options: RequestOptions = { truncation: body["truncation"] === undefined ? "omit" : "disabled" }
      return Either.map(sameBytes(encodeRequest(request, options), bytes), () => ({ request, options }))
    })
  )

/**
 * Reads the fields and passes over whatever else there is, as a server does. Also for bytes that are known by their hash to be what
 * {@link encodeRequest} wrote: writing them again to compare costs more than reading them.
 */
export const parseRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(parseObject(bytes), requestIn)

/** The inverse of {@link encodeCountRequest}, as strict as {@link decodeRequest}. */
export const decodeCountRequest = (bytes: Uint8Array): Either.Either<CountedFields, RequestUnreadable> =>
  Either.flatMap(Either.flatMap(parseObject(bytes), countedFields), (fields) =>
    Either.map(sameBytes(encodeCountRequest(fields), bytes), () => fields)
  )

const requestIn = (body: JsonObject): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(outputLimit(body, "max_output_tokens"), (maxOutputTokens) =>
    Either.map(countedFields(body), (fields) => Object.assign(fields, { maxOutputTokens }))
  )

const countedFields = (body: JsonObject): Either.Either<CountedFields, RequestUnreadable> =>
  Either.map(
    Either.all({
      model: text(body, "model"),
      instructions: text(body, "instructions"),
      input: messages(body, "input", roles),
      reasoningEffort: effort(body["reasoning"]),
      format: outputFormat(body["text"])
    }),
    ({ format, ...fields }) => (format === null ? fields : { ...fields, format })
  )

const roles = ["user", "assistant", "developer", "system"] as const

const effort = (value: Json | undefined): Either.Either<ReasoningEffort | null, RequestUnreadable> =>
  value === undefined
    ? Either.right(null)
    : oneOf(isObject(value) ? (value["effort"] ?? null) : null, "reasoning.effort", reasoningEfforts)

const outputFormat = (value: Json | undefined): Either.Either<OutputFormat | null, RequestUnreadable> => {
  if (value === undefined) return Either.right(null)
  const format = isObject(value) ? value["format"] : undefined
  const { name, schema, strict, type } = isObject(format) ? format : {}
  return type === "json_schema" && typeof name === "string" && isObject(schema) && typeof strict === "boolean"
    ? Either.right({ name, schema, strict })
    : Either.left(unreadable("text.format: expected a JSON schema with its name"))
}
