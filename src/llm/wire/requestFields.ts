import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { parseJsonBytes } from "../../json/JsonParser.js"
import { RequestUnreadable } from "../Protocol.js"
import { describeJson } from "./Findings.js"

type Read<A> = Either.Either<A, RequestUnreadable>

export const unreadable = (problem: string): RequestUnreadable => new RequestUnreadable({ problem })

export const parseObject = (bytes: Uint8Array): Read<JsonObject> =>
  Either.flatMap(
    Either.mapLeft(parseJsonBytes(bytes), (error) => unreadable(error.message)),
    (body) =>
      isObject(body)
        ? Either.right(body)
        : Either.left(unreadable(`expected an object, found ${describeJson(body)}`))
  )

/** Whatever was not looked at while reading (other fields, order, spaces, escapes) shows as a difference here. */
export const sameBytes = (written: Uint8Array, read: Uint8Array): Read<void> =>
  Buffer.compare(written, read) === 0
    ? Either.void
    : Either.left(unreadable("it has other fields, or is not canonical JSON"))

export const text = (object: JsonObject, key: string): Read<string> => {
  const value = object[key]
  return typeof value === "string"
    ? Either.right(value)
    : Either.left(unreadable(`${key}: expected a string, found ${describeJson(value)}`))
}

/** Messages whose role is one of `roles` and whose content is one string. */
export const messages = <Role extends string>(
  body: JsonObject,
  key: string,
  roles: ReadonlyArray<Role>
): Read<ReadonlyArray<{ readonly role: Role; readonly content: string }>> => {
  const value = body[key]
  if (!Array.isArray(value)) {
    return Either.left(unreadable(`${key}: expected an array, found ${describeJson(value)}`))
  }
  const read: Array<{ readonly role: Role; readonly content: string }> = []
  for (const [index, item] of value.entries()) {
    const fields = isObject(item) ? item : {}
    const role = roles.find((known) => known === fields["role"])
    const { content } = fields
    if (role === undefined || typeof content !== "string") {
      return Either.left(unreadable(`${key}[${index}]: expected a role and a content`))
    }
    read.push({ role, content })
  }
  return Either.right(read)
}

/** `null`: it is not there. */
export const oneOf = <A extends string>(
  value: Json | undefined,
  path: string,
  known: ReadonlyArray<A>
): Read<A | null> => {
  if (value === undefined) return Either.right(null)
  const found = known.find((candidate) => candidate === value)
  return found === undefined
    ? Either.left(unreadable(`${path}: expected one of ${known.join(", ")}`))
    : Either.right(found)
}

export const outputLimit = (body: JsonObject, key: string): Read<number> => {
  const value = body[key]
  return typeof value === "number"
    ? Either.right(value)
    : Either.left(unreadable(`${key}: expected an integer, found ${describeJson(value)}`))
}
