import * as Either from "effect/Either"
import * as fc from "fast-check"
import { Evaluator } from "../../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { limits } from "../../../../src/experiments/assist-premise/schedule/limits.js"
import { parse } from "../../../../src/experiments/assist-premise/schedule/Parser.js"
import { prelude2026 } from "../../../../src/experiments/assist-premise/schedule/prelude2026.js"
import {
  errorClasses,
  Fault,
  type ScheduleError
} from "../../../../src/experiments/assist-premise/schedule/ScheduleError.js"
import { mutatedFrom, noise, schedules, tokenSoup } from "./bodies.js"
import { rangeOf } from "./support.js"

/** What a fuzz run did. `outcomes` counts classes of errors, and `points`. */
export interface Tally {
  readonly parsed: number
  readonly evaluated: number
  readonly outcomes: ReadonlyMap<string, number>
  /** The longest evaluation, in milliseconds of this process's time, and its body. */
  readonly slowest: { readonly ms: number; readonly body: string }
}

/** The claim that every input is held against: an answer or one well-formed error, nothing else. Throws with the input where it is broken. */
const held = (body: string, claim: () => void): void => {
  try {
    claim()
  } catch (cause) {
    throw new Error(`this body breaks the language: ${JSON.stringify(body)}`, { cause })
  }
}

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

const checkError = (body: string, error: ScheduleError): void => {
  const lines = body.split("\n")
  demand(errorClasses.includes(error.class), `unknown class ${error.class}`)
  demand(error.line >= 1 && error.line <= lines.length, `no line ${error.line}`)
  demand(
    error.column >= 1 && error.column <= (lines[error.line - 1]?.length ?? 0) + 1,
    `no column ${error.column}`
  )
  for (const { en, ja } of [error.sentence, error.hint])
    demand(
      en.length > 0 && ja.length > 0 && en.length < 500 && ja.length < 500,
      "a sentence is missing or long"
    )
}

const parses = (body: string): void =>
  held(body, () => {
    try {
      parse(body)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      checkError(body, fault.in(body))
    }
  })

/** Inputs come from fast-check with the seed, so that a run can be repeated. */
export const fuzz = (
  seed: number,
  counts: { readonly parsed: number; readonly evaluated: number },
  bodies: ReadonlyArray<string>,
  progress: (line: string) => void = () => {}
): Tally => {
  const mutated = mutatedFrom(bodies)
  const texts = fc.oneof({ arbitrary: tokenSoup, weight: 5 }, { arbitrary: mutated, weight: 3 }, noise)
  const batch = 20_000
  for (let done = 0; done < counts.parsed; done += batch) {
    const size = Math.min(batch, counts.parsed - done)
    for (const body of fc.sample(texts, { seed: seed + done, numRuns: size })) parses(body)
    progress(`${done + size} of ${counts.parsed} read`)
  }

  const evaluator = new Evaluator(prelude2026)
  const range = rangeOf("2026-01-01", "2027-01-01")
  const outcomes = new Map<string, number>()
  let slowest = { ms: 0, body: "" }
  const evaluable = fc.oneof({ arbitrary: mutated, weight: 5 }, { arbitrary: schedules, weight: 1 })
  const small = 1_000
  for (let done = 0; done < counts.evaluated; done += small) {
    const size = Math.min(small, counts.evaluated - done)
    for (const body of fc.sample(evaluable, { seed: seed + done, numRuns: size }))
      held(body, () => {
        const start = process.cpuUsage()
        const found = evaluator.evaluate(body, range)
        const { system, user } = process.cpuUsage(start)
        const ms = (user + system) / 1_000
        if (ms > slowest.ms) slowest = { ms, body }
        if (Either.isLeft(found)) checkError(body, found.left)
        else demand(found.right.points.length <= limits.resultPoints, "too many points")
        const outcome = Either.isLeft(found) ? found.left.class : "points"
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      })
    progress(`${done + size} of ${counts.evaluated} evaluated`)
  }
  return { ...counts, outcomes, slowest }
}
