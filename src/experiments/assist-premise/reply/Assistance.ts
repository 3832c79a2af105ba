import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../../json/Json.js"
import { parseJson } from "../../../json/JsonParser.js"
import { isTopic, type Topic } from "../problems/Topic.js"

/** What an assistant gives back: a schedule, and the premises that it filled in. */
export interface Assistance {
  readonly body: string
  /** For people; never graded. */
  readonly explanation: string
  readonly assumptions: ReadonlyArray<{ readonly topic: Topic; readonly statement: string }>
}

/** Generous: a real reply has a few hundred characters. UTF-16 code units, and elements. */
export const replyLimits = { characters: 200_000, assumptions: 100 } as const

const problems = {
  not_json: "the reply is not one JSON value",
  not_the_shape: "the reply has not the fields that were asked for",
  unknown_topic: "a topic is none of the nine",
  too_long: "the reply is longer than any reply may be"
} as const

/** A reply that cannot be read as asked for. It never quotes the reply. */
export class ReplyFault extends Data.TaggedError("ReplyFault")<{
  readonly kind: keyof typeof problems
  /** Where, such as `assumptions[1].topic`; empty for the whole. */
  readonly path: string
  readonly detail: string
}> {
  override get message(): string {
    return `${problems[this.kind]}${this.path === "" ? "" : ` (${this.path})`}: ${this.detail}`
  }
}

/** Reads the structured output: one JSON object with just the three fields, nothing before it, nothing behind it, and no code fence. */
export const parseAssistance = (text: string): Either.Either<Assistance, ReplyFault> => {
  if (text.length > replyLimits.characters)
    return fault("too_long", "", `more than ${replyLimits.characters} characters`)
  return Either.flatMap(
    Either.mapLeft(
      parseJson(text),
      ({ message }) => new ReplyFault({ kind: "not_json", path: "", detail: message })
    ),
    assistanceIn
  )
}

const assistanceIn = (json: Json): Either.Either<Assistance, ReplyFault> =>
  Either.gen(function* () {
    const reply = yield* object(json, "", ["body", "explanation", "assumptions"])
    const list = reply["assumptions"]
    if (!Array.isArray(list)) return yield* shape("assumptions", "must be an array")
    if (list.length > replyLimits.assumptions)
      return yield* fault("too_long", "assumptions", `more than ${replyLimits.assumptions}`)
    const assumptions: Array<Assistance["assumptions"][number]> = []
    for (const [index, item] of list.entries()) {
      const path = `assumptions[${index}]`
      const fields = yield* object(item, path, ["topic", "statement"])
      const topic = yield* string(fields, "topic", path)
      if (!isTopic(topic)) return yield* fault("unknown_topic", `${path}.topic`, "not in the list")
      assumptions.push({ topic, statement: yield* string(fields, "statement", path) })
    }
    return {
      body: yield* string(reply, "body", ""),
      explanation: yield* string(reply, "explanation", ""),
      assumptions
    }
  })

const fault = (kind: ReplyFault["kind"], path: string, detail: string): Either.Either<never, ReplyFault> =>
  Either.left(new ReplyFault({ kind, path, detail }))

const shape = (path: string, detail: string): Either.Either<never, ReplyFault> =>
  fault("not_the_shape", path, detail)

/** All of these keys and no other. */
const object = (
  json: Json | undefined,
  path: string,
  keys: ReadonlyArray<string>
): Either.Either<JsonObject, ReplyFault> => {
  if (!isObject(json)) return shape(path, "must be an object")
  const missing = keys.find((key) => !(key in json))
  if (missing !== undefined) return shape(path, `${missing} is missing`)
  return Object.keys(json).every((key) => keys.includes(key))
    ? Either.right(json)
    : shape(path, "has other fields")
}

const string = (object: JsonObject, key: string, path: string): Either.Either<string, ReplyFault> => {
  const value = object[key]
  return typeof value === "string"
    ? Either.right(value)
    : shape(path === "" ? key : `${path}.${key}`, "must be a string")
}
