import * as Effect from "effect/Effect"
import type { AttemptTime, ReadError, ReportInput } from "../../../../pipeline/Experiment.js"
import { drawing } from "../../../../report/figures/drawing.js"
import type { Figure } from "../../../../report/figures/Figure.js"
import type { Results } from "../Results.js"
import { accuracyFigure } from "./accuracyFigure.js"
import { contrastFigures } from "./contrastFigures.js"
import { outcomesFigure } from "./outcomesFigure.js"
import { type PlannedFigure, toFigure } from "./PlannedFigure.js"
import { planeFigure } from "./planeFigure.js"
import { timelineFigure } from "./timelineFigure.js"
import { usageFigure } from "./usageFigure.js"

/** A figure of the report, with the number of the section that it belongs to. */
export interface ReportFigure extends Figure {
  readonly section: number
}

/** All figures, in the order of the report. From saved data only; the same data give the same bytes. */
export const figures = (
  results: Results,
  input: Pick<ReportInput, "attempts">
): Effect.Effect<ReadonlyArray<ReportFigure>, ReadError> =>
  Effect.gen(function* () {
    const attempts: Array<ReadonlyArray<AttemptTime>> = []
    for (const { row } of results.trials) attempts.push(yield* input.attempts(row))
    const { draw } = yield* drawing
    const contrasts = contrastFigures(results)
    const planned: ReadonlyArray<readonly [section: number, figures: ReadonlyArray<PlannedFigure>]> = [
      [3, [...outcomesFigure(results), ...timelineFigure(results, attempts)]],
      [4, contrasts.overall],
      [5, results.suites.map((suite) => usageFigure(results, suite))],
      [6, [...results.suites.map((suite) => accuracyFigure(results, suite)), ...contrasts.slices]],
      [8, planeFigure(results)]
    ]
    return planned.flatMap(([section, own]) => own.map((figure) => ({ section, ...toFigure(draw, figure) })))
  })
