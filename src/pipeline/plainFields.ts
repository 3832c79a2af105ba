/*
 * JSON as a stranger reads it who does not share our code: with the platform's own reader, one field at a time.
 */

export type Line = Readonly<Record<string, unknown>>

/** A record that is no JSON, or no object, has no fields, and fails every check that asks for one. */
export const parse = (text: string): Line => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === "object" ? (value as Line) : {}
  } catch {
    return {}
  }
}

export const fieldsOf = (value: unknown): Line =>
  // An object, so it can be asked for fields.
  value !== null && typeof value === "object" ? (value as Line) : {}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
