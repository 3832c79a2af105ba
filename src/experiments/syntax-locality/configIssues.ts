import * as ParseResult from "effect/ParseResult"
import type { Json, JsonObject } from "../../json/Json.js"
import { renderJson } from "../../json/JsonWriter.js"
import { nearest } from "../../json/nearest.js"
import { reasoningEfforts } from "../../llm/LlmRequest.js"
import { readingViews, regimes, tasks } from "./Factors.js"
import { generationLimits, limits } from "./limits.js"

/** What would do, key by key, for the messages about what does not. */
const expectations: Readonly<Record<string, string>> = {
  version: "1",
  model: "a model's name of 1 to 200 printable ASCII characters without spaces",
  reasoningEffort: `${reasoningEfforts.join(", ")}, or null`,
  maxOutputTokensReading: "an integer from 16 to 1000000",
  maxOutputTokensGeneration: "an integer from 16 to 1000000",
  temperature: "null, because it is never sent",
  topP: "null, because it is never sent",
  fewShotCount: "an integer from 1 to 16",
  indentation: '"none"',
  replicates: "an integer from 1 to 100",
  masterSeed: 'a signed 64-bit integer as decimal text, such as "20261005"',
  seedNamespace: 'up to 40 lower-case letters, digits and hyphens, a letter first, and not "example"',
  grid: "an object with depth, fillerStatements and seedsPerCell, or null for the hand-made cases",
  "grid.depth": `different integers from 2 to ${limits.depth}, the limit of nesting`,
  "grid.fillerStatements": `different integers from 0 to ${limits.fillerStatements}, the limit of fillers`,
  "grid.seedsPerCell": "an integer from 1 to 10000",
  generationGrid:
    "an object with depth, fillerStatements and seedsPerCell, or null; only null where grid is null",
  "generationGrid.depth": `different integers from 2 to ${generationLimits.depth}, the limit of nesting in programs to be written`,
  "generationGrid.fillerStatements": `different integers from 0 to ${generationLimits.fillerStatements}, the limit of fillers in programs to be written`,
  "generationGrid.seedsPerCell": "an integer from 1 to 10000",
  tasks: `one or more of ${tasks.join(", ")}`,
  views: `one or both of ${readingViews.join(", ")}`,
  lexicalRegimes: `one or both of ${regimes.join(", ")}; only natural where grid is null`,
  truncation: "disabled or omit",
  concurrency: "an integer from 1 to 256",
  maxRpm: "an integer from 1 to 1000000",
  maxTpm: "an integer from 1 to 1000000000"
}

/** One sentence for each key that is wrong in `json`. Where something inside a value is wrong, that is said and not that the value is. */
export const describeIssues = (error: ParseResult.ParseError, json: JsonObject): ReadonlyArray<string> => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error)
  const innermost = issues.filter(({ path }) => !issues.some((other) => liesInside(other.path, path)))
  return [...new Set(innermost.map((issue) => describeIssue(issue, json)))]
}

const liesInside = (path: ReadonlyArray<PropertyKey>, outer: ReadonlyArray<PropertyKey>): boolean =>
  path.length > outer.length && outer.every((name, index) => name === path[index])

const describeIssue = (
  { _tag, path, message }: ParseResult.ArrayFormatterIssue,
  json: JsonObject
): string => {
  const names = path.map(String)
  const key = names.filter((name) => !/^[0-9]+$/.test(name)).join(".")
  if (_tag === "Unexpected") return unknownKey(key)
  if (expectations[key] === undefined) return `${key}: ${shorten(message)}`
  return mismatch(key, valueAt(json, key.split(".")))
}

const mismatch = (key: string, found: Json | undefined): string =>
  `${key} is ${found === undefined ? "missing" : shorten(renderJson(found))}; it must be ${expectations[key]}`

const unknownKey = (key: string): string => {
  const suggestion = nearest(key, Object.keys(expectations))
  return `${shorten(key)} is not a key${suggestion === null ? "" : `; did you mean ${suggestion}?`}`
}

const valueAt = (json: Json, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, name) =>
      value !== undefined &&
      value !== null &&
      typeof value === "object" &&
      !Array.isArray(value) &&
      name in value
        ? (value as JsonObject)[name] // an object that is neither an array nor null, as checked before
        : undefined,
    json
  )

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
