import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { readJsonLines } from "../../../json/JsonLines.js"
import type { LayerScore } from "../grading/TaskScore.js"
import { decodeStrictly, type Issue, plainJson } from "../tasks/strictJson.js"
import { between, strict, Text } from "../tasks/words.js"

/** A line of `overrides.jsonl`: a person put another score in the place of a layer's. */
const Override = Schema.Struct({
  /** The run's trial. */
  trialId: Text,
  layer: Text,
  /** What the grader, or the override before, gave; `null`: missing. */
  from: Schema.NullOr(between(0, 1)),
  to: between(0, 1),
  who: Text,
  /** UTC, ISO 8601. */
  when: Schema.String.pipe(
    Schema.filter(
      (text) =>
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/.test(text) ||
        "must be a time such as 2026-11-30T09:00:00Z"
    )
  ),
  why: Text
}).annotations(strict)
export type Override = typeof Override.Type

export const overridesFile = "overrides.jsonl"

const decode = decodeStrictly(Override)

/** All lines, in order; every issue with its line. A last line without line feed is fine in a file that people write. */
export const readOverrides = (
  bytes: Uint8Array
): Either.Either<ReadonlyArray<Override>, ReadonlyArray<Issue>> => {
  const overrides: Array<Override> = []
  const issues: Array<Issue> = []
  for (const { line, value } of readJsonLines(bytes)) {
    const place = `line ${line}`
    if (Either.isLeft(value)) {
      issues.push({ file: overridesFile, place, problem: value.left.message })
      continue
    }
    const row = decode(overridesFile, plainJson(value.right))
    if (Either.isRight(row)) overrides.push(row.right)
    else
      issues.push(
        ...row.left.map((issue) => ({
          ...issue,
          place: issue.place === "" ? place : `${place}: ${issue.place}`
        }))
      )
  }
  return issues.length === 0 ? Either.right(overrides) : Either.left(issues)
}

export interface Overridden {
  readonly layers: ReadonlyArray<LayerScore>
  /** Those that were applied, in order. */
  readonly applied: ReadonlyArray<Override>
  /** Of these, the ones that started from another score than was there: the person judged something else. They hold all the same. */
  readonly stale: ReadonlyArray<Override>
  /** For a layer that the task does not have. */
  readonly unknown: ReadonlyArray<Override>
}

/** A trial's layers with what people put in their place, in the order of the file; scoring again gives the same. */
export const applyOverrides = (
  layers: ReadonlyArray<LayerScore>,
  overrides: ReadonlyArray<Override>,
  trialId: string
): Overridden => {
  const result = {
    layers: [...layers],
    applied: [] as Array<Override>,
    stale: [] as Array<Override>,
    unknown: [] as Array<Override>
  }
  for (const override of overrides.filter((one) => one.trialId === trialId)) {
    const at = result.layers.findIndex(({ id }) => id === override.layer)
    const layer = result.layers[at]
    if (layer === undefined) {
      result.unknown.push(override)
      continue
    }
    if (!sameScore(layer.score, override.from)) result.stale.push(override)
    result.applied.push(override)
    result.layers[at] = {
      ...layer,
      score: override.to,
      notes: [...layer.notes, `overridden by ${override.who}: ${override.why}`]
    }
  }
  return result
}

const sameScore = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9
