import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../pipeline/Experiment.js"
import { percent } from "../../report/Figures.js"
import { accuracy, countFates } from "../../stats/Denominators.js"
import { comparisonsMarkdown } from "../syntax-locality/analysis/comparisonsMarkdown.js"
import { savedResampling } from "../syntax-locality/Bootstrap.js"
import type { ComparableTrial } from "../syntax-locality/reporting/ComparableTrial.js"
import { compareAll } from "../syntax-locality/reporting/Comparison.js"
import { comparisonsCsv, ownNames } from "../syntax-locality/reporting/comparisonsCsv.js"
import { fateOf } from "../syntax-locality/reporting/fateOf.js"
import { textOf, withheldBecause } from "../syntax-locality/reporting/RunFacts.js"
import { levelOf } from "../syntax-locality/reporting/Slice.js"
import { estimateText } from "../syntax-locality/reporting/sections/estimateText.js"
import type { PairedExperiment } from "./PairedExperiment.js"

/** `report.md` and `paired-comparisons.csv`, and a headline: each arm's accuracy, each contrast with its interval. */
export const pairedReport = (
  { arms, contrasts, question }: PairedExperiment,
  { protocol, protocolHash, scores }: ReportInput
): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const resampling = yield* savedResampling(protocol)
    const notDispatched = scores.filter(({ outcome }) => outcome === "not_dispatched").length
    const withheld = withheldBecause(textOf(protocol["preset"]), notDispatched)
    const synthetic = scores.some((row) => row.synthetic_mock)
    const comparisons = compareAll(scores.map(comparable), { contrasts, resampling, withheld })
    const accuracies = arms.map((arm) => {
      const counts = countFates(scores.filter(({ factors }) => factors["style"] === arm).map(fateOf))
      return [arm, `${percent(accuracy(counts))} (${counts.correct} of ${counts.evaluable})`] as const
    })
    const overall = comparisons.filter(({ slice }) => levelOf(slice) === "all")
    const mock = synthetic ? ["synthetic_mock=true: a simulated model answered."] : []
    return {
      files: [
        {
          name: "report.md",
          content: comparisonsMarkdown(
            [
              ["question", question],
              ["model", textOf(protocol["model"])],
              ["protocol", protocolHash],
              ["trials planned, not dispatched", `${scores.length}, ${notDispatched}`],
              ["answers of a simulated model", synthetic ? "yes (synthetic_mock)" : "no"],
              ["intervals", withheld === null ? "computed" : `not_computed: ${withheld}`],
              ...accuracies.map(([arm, text]) => [`accuracy of ${arm}`, text] as const)
            ],
            comparisons,
            ownNames
          )
        },
        { name: "paired-comparisons.csv", content: comparisonsCsv(comparisons, synthetic) }
      ],
      headline: [
        ...mock,
        ...accuracies.map(([arm, text]) => `${arm}: ${text}`),
        ...overall.map(estimateText)
      ].join("\n")
    }
  })

const comparable = (row: ReportInput["scores"][number]): ComparableTrial => {
  const { depth = 0, familyId, filler = 0, regime, style, task, view } = row.factors
  return {
    at: {
      task: String(task),
      view: String(view),
      familyId: String(familyId),
      depth,
      filler,
      regime: String(regime),
      style: String(style)
    },
    row
  }
}
