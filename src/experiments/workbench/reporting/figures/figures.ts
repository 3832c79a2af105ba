import type { Figure } from "../../../../report/figures/Figure.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"

/** All figures, in the order of the report. */
export const figures = (_run: WorkbenchRun): ReadonlyArray<Figure> => []
