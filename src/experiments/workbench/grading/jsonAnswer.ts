import * as Either from "effect/Either"
import { parseJson } from "../../../json/JsonParser.js"
import { type PlainJson, plainJson } from "../tasks/strictJson.js"

/** A JSON answer; `bare` where the whole trimmed answer is the value, as was asked for. */
export interface JsonAnswer {
  readonly value: PlainJson
  readonly bare: boolean
}

const isFence = (line: string): boolean => line.trimStart().startsWith("```")

/** The one JSON value that the whole answer is, or that its one block between ``` lines holds; otherwise `null`. */
export const jsonAnswer = (answer: string): JsonAnswer | null => {
  const bare = valueIn(answer)
  if (bare !== null) return { value: bare.value, bare: true }
  const lines = answer.split("\n")
  const fences = lines.flatMap((line, index) => (isFence(line) ? [index] : []))
  const [open, close, ...more] = fences
  if (open === undefined || close === undefined || more.length > 0) return null
  const fenced = valueIn(lines.slice(open + 1, close).join("\n"))
  return fenced === null ? null : { value: fenced.value, bare: false }
}

const valueIn = (text: string): { readonly value: PlainJson } | null =>
  Either.match(parseJson(text.trim()), {
    onLeft: () => null,
    onRight: (json) => ({ value: plainJson(json) })
  })

/** What a JSON pointer (RFC 6901) leads to; `undefined`: nowhere. */
export const valueAt = (value: PlainJson, pointer: string): PlainJson | undefined => {
  let at: PlainJson | undefined = value
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~")
    if (at === undefined || at === null || typeof at !== "object") return undefined
    if (Array.isArray(at)) {
      at = /^(?:0|[1-9]\d*)$/.test(key) ? at[Number(key)] : undefined
    } else {
      // `isArray` does not narrow a ReadonlyArray away; an object that is no array is keyed by text.
      const object = at as { readonly [key: string]: PlainJson }
      at = Object.hasOwn(object, key) ? object[key] : undefined
    }
  }
  return at
}

/** A value as text to look in: a string as it is, anything else as JSON. */
export const textOf = (value: PlainJson): string =>
  typeof value === "string" ? value : JSON.stringify(value)
