import * as Either from "effect/Either"
import { both } from "./Bilingual.js"
import { Calendars } from "./Calendars.js"
import { dayLength } from "./civil.js"
import type { DateRange } from "./DateRange.js"
import { Interpreter } from "./Interpreter.js"
import * as Intervals from "./Intervals.js"
import { limits } from "./limits.js"
import { parse } from "./Parser.js"
import type { Prelude } from "./Prelude.js"
import { readPoint, writePoint } from "./points.js"
import { Fault, fail, type ScheduleError } from "./ScheduleError.js"
import { positionOf } from "./Span.js"
import * as Stream from "./Stream.js"
import { tooMuch } from "./sayings/schedules.js"
import { type Warning, warningSentences } from "./Warning.js"

/** What a body means within a range. */
export interface Evaluation {
  /** Instants in milliseconds since 1970-01-01T00:00Z, ascending, without duplicates. */
  readonly points: ReadonlyArray<number>
  readonly warnings: ReadonlyArray<Warning>
}

/** Time behind the range in which points may still move into it. */
const margin = 400 * dayLength

/**
 * Evaluates bodies under one prelude. It is a pure function of body and range; what it keeps between calls (offsets of zones, calendars) only
 * saves time. Never throws for any body, and ends soon whatever the body says: see `limits`.
 */
export class Evaluator {
  private readonly calendars = new Calendars()

  constructor(readonly prelude: Prelude) {}

  evaluate(body: string, range: DateRange): Either.Either<Evaluation, ScheduleError> {
    try {
      return Either.right(this.run(body, range))
    } catch (fault) {
      if (fault instanceof Fault) return Either.left(fault.in(body))
      throw fault
    }
  }

  /** See {@link writePoint}. */
  write(point: number, options: { readonly timed: boolean }): string {
    return writePoint(this.home, point, options.timed)
  }

  /** See {@link readPoint}. */
  read(text: string): number | null {
    return readPoint(this.home, text)
  }

  private run(body: string, range: DateRange): Evaluation {
    const program = parse(body)
    const [from, to] = [this.home.startOfDay(range.from), this.home.startOfDay(range.to)]
    const interpreter = new Interpreter(program, this.prelude, this.calendars, to + margin)
    const { points, unsettled } = interpreter.run()
    // The range is applied here and nowhere else, so that a wider one keeps the points of a narrower one.
    const within = points.subarray(Stream.firstFrom(points, from), Stream.firstFrom(points, to))
    const last = program.items.at(-1) ?? program.end
    if (within.length > limits.resultPoints)
      fail("LimitExceeded", last, tooMuch(both("結果の点の数", "points in the result"), limits.resultPoints))
    if (Intervals.meeting(unsettled, from, to).length > 0) interpreter.warn("CoverageTouched", last)
    const warnings = interpreter.findings.map((finding) => ({
      class: finding.class,
      ...positionOf(body, finding.start),
      sentence: warningSentences[finding.class]
    }))
    return { points: [...within], warnings }
  }

  private get home() {
    const { defaultScope, scopes } = this.prelude
    const zone = this.calendars.zone(scopes[defaultScope]?.zone ?? "")
    if (zone === null) throw new RangeError(`${defaultScope} is no scope with a zone`)
    return zone
  }
}
