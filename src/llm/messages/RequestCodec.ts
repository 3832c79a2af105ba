import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { canonicalJson } from "../../json/JsonWriter.js"
import type { LlmRequest, OutputFormat, ReasoningEffort } from "../LlmRequest.js"
import type { CountedFields, RequestUnreadable } from "../Protocol.js"
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

/** The efforts that `output_config` has; a request with another cannot be written. */
const efforts = ["low", "medium", "high", "xhigh", "max"] as const satisfies ReadonlyArray<ReasoningEffort>

const roles = ["user", "assistant"] as const

/** Why a request cannot be asked in this protocol; `null` if it can. */
export const problemWith = (request: CountedFields): string | null => {
  const { input, reasoningEffort } = request
  if (reasoningEffort !== null && !efforts.some((known) => known === reasoningEffort)) {
    return `the messages protocol has no reasoning effort ${reasoningEffort}; it has ${efforts.join(", ")}, and null leaves it out`
  }
  const stray = input.find(({ role }) => role !== "user" && role !== "assistant")
  return stray === undefined
    ? notOnlyText("messages", request)
    : `the messages protocol has no place for a message of role ${stray.role}`
}

const encoder = new TextEncoder()

/**
 * The bytes of `POST /v1/messages`: canonical JSON (RFC 8785) of what is asked and no other fields. Throws for a request that
 * {@link problemWith} objects to, and `JsonWriteError` for text that is not Unicode.
 */
export const encodeRequest = (request: LlmRequest): Uint8Array =>
  encoder.encode(
    canonicalJson(
      Object.assign(commonFields(request), { max_tokens: request.maxOutputTokens, stream: false })
    )
  )

/** The bytes of `POST /v1/messages/count_tokens`: the fields of generation that it accepts. */
export const encodeCountRequest = (request: CountedFields): Uint8Array =>
  encoder.encode(canonicalJson(commonFields(request)))

const commonFields = (request: CountedFields): JsonObject => {
  const problem = problemWith(request)
  if (problem !== null) throw new Error(problem)
  const { model, instructions, input, reasoningEffort, format } = request
  const config: JsonObject = {
    ...(reasoningEffort === null ? {} : { effort: reasoningEffort }),
    ...(format === undefined ? {} : { format: { type: "json_schema", schema: format.schema } })
  }
  return {
    model,
    messages: input.map(({ role, content }) => ({ role, content })),
    // An empty system prompt is refused upstream.
    ...(instructions === "" ? {} : { system: instructions }),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config })
  }
}

/** The inverse of {@link encodeRequest} but for what the protocol has no field for: a format is always strict and is named `answer`. */
export const decodeRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(parseRequest(bytes), (request) =>
    Either.map(sameBytes(encodeRequest(request), bytes), () => request)
  )

/** Reads the fields and passes over whatever else there is, as a server does. */
export const parseRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(parseObject(bytes), (body) =>
    Either.flatMap(outputLimit(body, "max_tokens"), (maxOutputTokens) =>
      Either.map(countedFields(body), (fields) => ({ ...fields, maxOutputTokens }))
    )
  )

/** The inverse of {@link encodeCountRequest}, as strict as {@link decodeRequest}. */
export const decodeCountRequest = (bytes: Uint8Array): Either.Either<CountedFields, RequestUnreadable> =>
  Either.flatMap(Either.flatMap(parseObject(bytes), countedFields), (fields) =>
    Either.map(sameBytes(encodeCountRequest(fields), bytes), () => fields)
  )

const countedFields = (body: JsonObject): Either.Either<CountedFields, RequestUnreadable> =>
  Either.flatMap(outputConfig(body["output_config"]), ({ format, reasoningEffort }) =>
    Either.map(
      Either.all({
        model: text(body, "model"),
        instructions: body["system"] === undefined ? Either.right("") : text(body, "system"),
        input: messages(body, "messages", roles)
      }),
      (fields) => ({ ...fields, reasoningEffort, ...(format === null ? {} : { format }) })
    )
  )

const outputConfig = (
  config: Json | undefined
): Either.Either<
  { readonly reasoningEffort: ReasoningEffort | null; readonly format: OutputFormat | null },
  RequestUnreadable
> => {
  if (config === undefined) return Either.right({ reasoningEffort: null, format: null })
  if (!isObject(config)) return Either.left(unreadable("output_config: expected an object"))
  return Either.all({
    reasoningEffort: oneOf(config["effort"], "output_config.effort", efforts),
    format: outputFormat(config["format"])
  })
}

const outputFormat = (value: Json | undefined): Either.Either<OutputFormat | null, RequestUnreadable> => {
  if (value === undefined) return Either.right(null)
  const { schema, type } = isObject(value) ? value : {}
  return type === "json_schema" && isObject(schema)
    ? Either.right({ name: "answer", schema, strict: true })
    : Either.left(unreadable("output_config.format: expected a JSON schema"))
}
