import type { ShownEffect } from "../../../../report/figures/forestPlot.js"
import { excerpt } from "../../../../report/SafeText.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { contrastName } from "../contrasts.js"
import { effectOf, forestNotes, inWords } from "../figures/effects.js"
import { fileName, type PlannedFigure } from "../figures/PlannedFigure.js"
import type { Suite } from "../Results.js"
import { type Compared, comparisonOf, stateOf } from "./Compared.js"
import { contrastsCsv } from "./tablesCsv.js"

/** The contrasts of one task and view, those of all runs below each other on one scale. No line is of more than one run. */
export const contrastsFigure = (
  compared: ReadonlyArray<Compared>,
  suite: Suite
): ReadonlyArray<PlannedFigure> => {
  const { comparisons } = suite.overall
  if (comparisons.length === 0) return []
  const found = comparisons.flatMap(({ contrast }) =>
    compared.flatMap((run) => comparisonOf(run, suite, contrastName(contrast)) ?? [])
  )
  const effects = comparisons.flatMap((comparison) =>
    compared.map((run) =>
      lineOf(run, comparison, comparisonOf(run, suite, contrastName(comparison.contrast)))
    )
  )
  return [
    {
      drawing: {
        kind: "forest",
        caption: {
          name: fileName("contrasts", suite.task, suite.view),
          title: `Contrasts of ${compared.length} runs, ${suite.task} / ${suite.view}, percentage points`,
          subject: "the same questions in every run; each line is of one run, nothing is pooled",
          alt: `Forest plot. ${compared.map(keyOf).join(". ")}. ${effects.map(inWords).join(" ")}`,
          notes: [...compared.map((run) => `${keyOf(run)}.`), ...forestNotes(withheld(compared), found)],
          synthetic: compared.some(({ results: { run } }) => run.synthetic)
        },
        effects,
        sides: ["second style ahead", "first style ahead"],
        sampleTitle: "families"
      },
      csv: contrastsCsv(compared, ({ task, view }) => task === suite.task && view === suite.view)
    }
  ]
}

/** `1 model-a`. */
const nameOf = ({ model, number }: Compared): string => `${number} ${excerpt(model, 17)}`

const keyOf = (run: Compared): string =>
  `Run ${run.number}: ${excerpt(run.label, 60)}, model ${excerpt(run.model, 50)}, effort ${run.effort}, ${stateOf(run)}`

const lineOf = (run: Compared, first: Comparison, found: Comparison | undefined): ShownEffect => {
  const place = { group: groupOf(first), primary: false }
  return found === undefined
    ? {
        ...place,
        label: nameOf(run),
        estimate: null,
        undefinedBecause: "not planned",
        interval: null,
        trusted: true,
        sample: "not planned",
        remark: ""
      }
    : { ...effectOf(found, nameOf(run)), ...place }
}

const groupOf = (comparison: Comparison): string =>
  `${contrastName(comparison.contrast)}${comparison.primary ? " (primary)" : ""}`

const withheld = (compared: ReadonlyArray<Compared>): ReadonlyArray<string> =>
  compared.flatMap(({ number, results: { run } }) =>
    run.withheld === null ? [] : [`run ${number}, ${run.withheld}`]
  )
