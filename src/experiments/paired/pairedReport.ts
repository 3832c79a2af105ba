import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../pipeline/Experiment.js"
import { percent } from "../../report/Figures.js"
import { accuracy, countFates } from "../../stats/Denominators.js"
import { savedResampling } from "../comparison/Bootstrap.js"
import type { ComparableTrial } from "../comparison/ComparableTrial.js"
import { compareAll } from "../comparison/Comparison.js"
import { comparisonsCsv, ownNames } from "../comparison/comparisonsCsv.js"
import { comparisonsMarkdown } from "../comparison/comparisonsMarkdown.js"
import type { Design } from "../comparison/Design.js"
import { estimateText } from "../comparison/estimateText.js"
import { fateOf } from "../comparison/fateOf.js"
import { levelOf } from "../comparison/Slice.js"
import { textOf } from "../comparison/textOf.js"
import { withheldBecause } from "../comparison/withheld.js"
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
    const comparisons = compareAll(scores.map(comparable), {
      contrasts,
      design: designOf(contrasts),
      resampling,
      withheld
    })
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
        { name: "paired-comparisons.csv", content: comparisonsCsv(comparisons, { synthetic, regimes: [] }) }
      ],
      headline: [
        ...mock,
        ...accuracies.map(([arm, text]) => `${arm}: ${text}`),
        ...overall.map(estimateText)
      ].join("\n")
    }
  })

/** Arms go by their own names; the first contrast was chosen beforehand. */
const designOf = ([first]: PairedExperiment["contrasts"]): Design => ({
  armName: (arm) => arm,
  isPrimary: ({ contrast, slice }) =>
    levelOf(slice) === "all" &&
    contrast.treatment === first.treatment &&
    contrast.baseline === first.baseline,
  order: { tasks: [], views: [], regimes: [] }
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
