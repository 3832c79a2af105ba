import { isUtf8 } from "node:buffer"

/** Why a body is refused with HTTP 400, in the words of the API that is imitated. */
export interface Refusal {
  readonly message: string
  readonly param: string | null
  readonly code: string | null
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const parseFields = (bytes: Buffer): Fields | null => {
  if (!isUtf8(bytes)) return null
  try {
    const body: unknown = JSON.parse(bytes.toString("utf8"))
    return isFields(body) ? body : null
  } catch {
    return null
  }
}

export const noJson: Refusal = {
  message: "We could not parse the JSON body of your request.",
  param: null,
  code: null
}

export const otherKey = (object: Fields, known: ReadonlySet<string>, prefix: string): Refusal | null => {
  for (const key in object) {
    const param = prefix + key
    if (!known.has(key))
      return { message: `Unknown parameter: '${param}'.`, param, code: "unknown_parameter" }
  }
  return null
}

export const missing = (object: Fields, param: string): Refusal | null =>
  object[param] === undefined
    ? { message: `Missing required parameter: '${param}'.`, param, code: "missing_required_parameter" }
    : null

export const otherType = (param: string, expected: string): Refusal => ({
  message: `Invalid type for '${param}': expected ${expected}.`,
  param,
  code: "invalid_type"
})

export const notText = (object: Fields, key: string): Refusal | null =>
  missing(object, key) ?? (typeof object[key] === "string" ? null : otherType(key, "a string"))

const messageKeys = new Set(["role", "content"])
/** Messages at `key` whose content is one string. */
export const notMessages = (body: Fields, key: string, roles: ReadonlySet<unknown>): Refusal | null => {
  const input = body[key]
  if (!Array.isArray(input) || input.length === 0) {
    return missing(body, key) ?? otherType(key, "an array with at least one message")
  }
  for (const [index, item] of input.entries()) {
    const path = `${key}[${index}]`
    if (!isFields(item)) return otherType(path, "an object")
    const stray = otherKey(item, messageKeys, `${path}.`)
    if (stray !== null) return stray
    if (!roles.has(item["role"])) {
      const param = `${path}.role`
      return { message: `Invalid value: '${param}'.`, param, code: "invalid_value" }
    }
    if (typeof item["content"] !== "string") return otherType(`${path}.content`, "a string")
  }
  return null
}

export const otherThan = (body: Fields, param: string, only: unknown): Refusal | null =>
  body[param] === only
    ? null
    : {
        message: `Unsupported value: '${param}' must be ${JSON.stringify(only)} here.`,
        param,
        code: "unsupported_value"
      }

/** A whole number of tokens at `param`, at least `fewest`. */
export const notLimit = (body: Fields, param: string, fewest: number): Refusal | null => {
  const limit = body[param]
  if (typeof limit !== "number" || !Number.isSafeInteger(limit)) {
    return missing(body, param) ?? otherType(param, "an integer")
  }
  return limit < fewest
    ? { message: `'${param}' is at least ${fewest}.`, param, code: "integer_below_min_value" }
    : null
}
