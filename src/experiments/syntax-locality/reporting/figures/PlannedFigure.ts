import type { Drawing } from "../../../../report/figures/draw.js"
import type { Caption, Figure } from "../../../../report/figures/Figure.js"
import { excerpt } from "../../../../report/SafeText.js"
import type { Results } from "../Results.js"

/** A figure before it is drawn. Its name, title and text alternative are those of the drawing's caption. */
export interface PlannedFigure {
  readonly drawing: Drawing
  readonly csv: string
}

export const toFigure = (draw: (drawing: Drawing) => string, { csv, drawing }: PlannedFigure): Figure => {
  const { alt, name, title } = drawing.caption
  return { name, title, alt, svg: draw(drawing), csv }
}

/** A caption with what all figures of a run say. */
export const captionOf = (
  { run }: Results,
  own: Pick<Caption, "name" | "title" | "alt" | "notes">
): Caption => ({
  ...own,
  subject: `model ${excerpt(run.model, 50)}; preset ${excerpt(run.preset, 20)}; ${run.planned} planned trials${
    run.provisional ? `, provisional: ${run.notDispatched} not dispatched` : ""
  }`,
  synthetic: run.synthetic
})

/** `scope_lookup / after_close` as part of a file's name. */
export const fileName = (...parts: ReadonlyArray<string>): string => parts.join("-").replaceAll("_", "-")
