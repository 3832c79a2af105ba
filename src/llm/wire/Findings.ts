import { type Json, JsonNumber, type JsonObject } from "../../json/Json.js"
import { shortLine } from "../shortLine.js"

/** The keys that a reader knows of one kind of object. */
export type KnownKeys = ReadonlySet<string>

/** Enough to see what is new; a server could send any number of new things. */
const mostUnknownParts = 100

const longestFinding = 200

/** What a reader of a body finds beside its values. A body with issues cannot be used; one with unknown parts can. */
export class Findings {
  readonly issues: Array<string> = []
  readonly #unknownParts = new Set<string>()

  issue(path: string, problem: string): void {
    this.issues.push(shortLine(`${path}: ${problem}`, longestFinding))
  }

  /** Something that this reader has not heard of and passes over (decision 11). */
  unknown(path: string): void {
    if (this.#unknownParts.size < mostUnknownParts) this.#unknownParts.add(shortLine(path, longestFinding))
  }

  unknownKeys(object: JsonObject, known: KnownKeys, prefix: string): void {
    for (const key in object) if (!known.has(key)) this.unknown(prefix + key)
  }

  get unknownParts(): ReadonlyArray<string> {
    return [...this.#unknownParts]
  }
}

/** Absent and null say the same thing in these bodies. */
export const isAbsent = (value: Json | undefined): value is null | undefined =>
  value === undefined || value === null

/** Its kind, for an error message; the value itself may be large. */
export const describeJson = (value: Json | undefined): string => {
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (typeof value === "number" || value instanceof JsonNumber) return "a number"
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}
