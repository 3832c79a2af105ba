import * as Either from "effect/Either"
import { compilePattern, matches } from "../patterns/Pattern.js"
import type { ExactGold, IncludesGold, NumericGold, RegexGold } from "../tasks/GoldSpec.js"
import { normalise } from "./normalise.js"
import { isWithin, type Quantity, quantities } from "./quantities.js"
import { findAny, findIn, type Searchable, searchable } from "./Searchable.js"
import { submissionLimit } from "./Submission.js"
import { full, nothing, shareOf, type Verdict } from "./Verdict.js"

/** `exact`: the normalised, trimmed text is one of those accepted. */
export const gradeExact = ({ accept }: ExactGold, text: string): Verdict => {
  const found = normalise(text).trim()
  return accept.some((one) => normalise(one).trim() === found)
    ? full
    : nothing(`is none of ${accept.join(" | ")}`)
}

/** `includes`: nothing forbidden, and the share of required entries of which an alternative is found. */
export const gradeIncludes = (
  { forbidden = [], partial = false, required = [] }: IncludesGold,
  text: string
): Verdict => {
  const within = searchable(text)
  const bad = forbidden.flatMap((entry) => findAny(within, entry) ?? [])
  if (bad.length > 0) return ungrounded(bad.map((found) => `has the forbidden ${found}`))
  const verdict = shareOf(
    required.map((entry) => ({
      right: findAny(within, entry) !== null,
      note: `lacks ${entry.join(" | ")}`
    })),
    partial
  )
  return forbidden.length === 0 ? verdict : { ...verdict, grounded: true }
}

/** `regex`: the same with patterns. Normalising can make a text eighteen times as long, so its length is looked at again. */
export const gradeRegex = (
  { forbidden = [], partial = false, required = [] }: RegexGold,
  raw: string
): Verdict => {
  const text = normalise(raw)
  if (text.length > submissionLimit) return nothing(`is longer than ${submissionLimit} characters`)
  // What cannot be compiled was refused when the task was read.
  const has = (source: string): boolean => matches(Either.getOrThrow(compilePattern(source)), text)
  const bad = forbidden.filter(has)
  if (bad.length > 0) return ungrounded(bad.map((pattern) => `matches the forbidden /${pattern}/`))
  const verdict = shareOf(
    required.map((pattern) => ({ right: has(pattern), note: `does not match /${pattern}/` })),
    partial
  )
  return forbidden.length === 0 ? verdict : { ...verdict, grounded: true }
}

const ungrounded = (notes: ReadonlyArray<string>): Verdict => ({ score: 0, notes, grounded: false })

/** `numeric`: each value is the first number behind its label on the same line, or without a label any number of the text. */
export const gradeNumeric = ({ partial = false, values }: NumericGold, raw: string): Verdict => {
  const within = searchable(raw)
  const numbers = quantities(within.text)
  return shareOf(
    values.map(({ label, tolerance = 0, value }) => {
      const candidates = label === undefined ? numbers : behindLabel(within, numbers, label)
      const name = label === undefined ? "" : `${label.join(" | ")}: `
      return {
        right: candidates.some((one) => isWithin(one.value, value, tolerance)),
        note: `${name}lacks ${value}${label === undefined ? "" : `, has ${candidates[0]?.value ?? "no number"}`}`
      }
    }),
    partial
  )
}

/** One number at most: that behind the first label, in the order of the text, that has one on its line. */
const behindLabel = (
  { inside, text }: Searchable,
  numbers: ReadonlyArray<Quantity>,
  labels: ReadonlyArray<string>
): ReadonlyArray<Quantity> => {
  const wanted = labels.map((label) => normalise(label).trim())
  let next = 0
  for (const { end, start } of lines(text)) {
    const line = text.slice(start, end)
    const ends = wanted.flatMap((label) => {
      const at = findIn(line, start, inside, label)
      return at < 0 ? [] : [{ at, end: start + at + label.length }]
    })
    while (next < numbers.length && (numbers[next]?.start ?? end) < start) next++
    const first = ends.sort((a, b) => a.at - b.at || b.end - a.end)[0]
    if (first === undefined) continue
    for (let index = next; index < numbers.length; index++) {
      const number = numbers[index]
      if (number === undefined || number.start >= end) break
      if (number.start >= first.end) return [number]
    }
  }
  return []
}

const lines = function* (text: string): Iterable<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start <= text.length; ) {
    const lineFeed = text.indexOf("\n", start)
    const end = lineFeed < 0 ? text.length : lineFeed
    yield { start, end }
    start = end + 1
  }
}
