/**
 * JSON as this project reads and writes it (specification 8.7): nothing is rounded, nothing is silently replaced.
 *
 * An integer that a double holds exactly (within ±(2^53−1), not `-0`) is a plain `number`; every other number is a
 * {@link JsonNumber} that keeps its digits. Objects have no prototype, so `__proto__` is a key like any other.
 */
export type Json = null | boolean | string | number | JsonNumber | ReadonlyArray<Json> | JsonObject

/** An object without prototype; keys in the order of the source, but integer-like keys first, as JavaScript keeps them. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A number whose decimal text matters: fractions, exponents, and integers beyond ±(2^53−1). */
export class JsonNumber {
  constructor(readonly lexeme: string) {}

  /** The nearest double; ±Infinity for `1e400`. */
  toNumber(): number {
    return Number(this.lexeme)
  }

  toJSON(): string {
    return this.lexeme
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** How deep arrays and objects may nest, for readers and writers; a scalar has depth 0, `[]` has depth 1. */
export const maxJsonDepth = 128

/** How many characters a number may have. */
export const maxNumberLength = 1024
