import * as Effect from "effect/Effect"
import { drawing } from "../../../../report/figures/drawing.js"
import type { Figure } from "../../../../report/figures/Figure.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { axesFigure } from "./axesFigure.js"
import { costFigure } from "./costFigure.js"
import type { PlannedFigure } from "./PlannedFigure.js"
import { speedFigure } from "./speedFigure.js"
import { substitutionFigure } from "./substitutionFigure.js"

/** All figures, in the order of the page. From what was scored only; the same run gives the same bytes. */
export const figures = (run: WorkbenchRun): Effect.Effect<ReadonlyArray<Figure>> =>
  Effect.map(drawing, ({ draw }) =>
    plannedFigures(run).map(({ csv, drawing: one }): Figure => {
      const { alt, name, title } = one.caption
      return { name, title, alt, svg: draw(one), csv }
    })
  )

export const plannedFigures = (run: WorkbenchRun): ReadonlyArray<PlannedFigure> => [
  ...axesFigure(run),
  ...substitutionFigure(run),
  ...speedFigure(run),
  ...costFigure(run)
]
