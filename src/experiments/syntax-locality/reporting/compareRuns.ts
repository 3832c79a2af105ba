import * as Effect from "effect/Effect"
import type { ComparedRun, ReadError, ReportOutput } from "../../../pipeline/Experiment.js"
import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { inPoints, percent, points } from "../../../report/Figures.js"
import { savedResampling } from "../Bootstrap.js"
import { contrastName } from "./contrasts.js"
import { type Results, results, type Suite } from "./Results.js"
import { textOf } from "./RunFacts.js"
import { readScored } from "./Scored.js"
import { discordantText, intervalText, remarksText } from "./sections/estimateText.js"
import { styleName } from "./sections/styleName.js"
import { figureTable, textTable } from "./sections/tables.js"

interface Compared {
  readonly label: string
  readonly model: string
  readonly effort: string
  readonly results: Results
}

/**
 * Accuracy and contrasts of each run, in the order given: `compare.md`, `accuracy.csv`, `contrasts.csv`. No figure is of more than one run, and
 * no difference between runs is computed: they share the questions, not the chance.
 */
export const compareRuns = (runs: ReadonlyArray<ComparedRun>): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const compared = yield* Effect.forEach(runs, readCompared)
    const suites = compared[0]?.results.suites ?? []
    const blocks = [
      "# Runs side by side",
      textTable(
        ["run", "model", "effort", "preset", "state"],
        compared.map(({ effort, label, model, results: { run } }) => [
          label,
          model,
          effort,
          run.preset,
          [run.synthetic ? "synthetic_mock" : "", run.provisional ? "provisional" : ""]
            .filter((word) => word !== "")
            .join(", ") || "complete"
        ])
      ),
      "The runs ask the same questions. Every figure is of one run; nothing is pooled. That one run's interval holds zero and another's does not is no evidence that the two differ.",
      ...suites.flatMap((suite) => [
        `## ${suite.task} / ${suite.view}`,
        accuracyTable(compared, suite),
        contrastsTable(compared, suite)
      ])
    ]
    const headline = suites.flatMap((suite) => [
      `${suite.task}/${suite.view}`,
      ...compared.map((run) => `  ${run.label} (${run.model}, ${run.effort}): ${primaryText(run, suite)}`)
    ])
    return {
      files: [
        { name: "compare.md", content: `${blocks.join("\n\n")}\n` },
        { name: "accuracy.csv", content: accuracyCsv(compared) },
        { name: "contrasts.csv", content: contrastsCsv(compared) }
      ],
      headline: headline.join("\n")
    }
  })

const readCompared = (run: ComparedRun): Effect.Effect<Compared, ReadError> =>
  Effect.gen(function* () {
    const { label, protocol, scores } = run
    const trials = yield* readScored({ scores, costs: null })
    return {
      label,
      model: textOf(protocol["model"]),
      effort: protocol["reasoningEffort"] === null ? "not sent" : textOf(protocol["reasoningEffort"]),
      results: results({ protocol }, yield* savedResampling(protocol), trials)
    }
  })

type Place = Pick<Suite, "task" | "view">

const suiteOf = ({ results: { suites } }: Compared, { task, view }: Place): Suite | undefined =>
  suites.find((suite) => suite.task === task && suite.view === view)

const accuracyTable = (compared: ReadonlyArray<Compared>, suite: Suite): string =>
  figureTable(
    ["accuracy", ...suite.overall.conditions.map(({ style }) => styleName(style))],
    compared.map((run) => [
      run.label,
      ...suite.overall.conditions.map(({ style }) => {
        const found = suiteOf(run, suite)?.overall.conditions.find((one) => one.style === style)
        return percent(found?.condition.accuracy ?? null)
      })
    ])
  )

const contrastsTable = (compared: ReadonlyArray<Compared>, suite: Suite): string =>
  figureTable(
    ["run", "contrast", "difference", "95 % interval", "remarks", "families", "discordant"],
    suite.overall.comparisons.flatMap(({ contrast }) =>
      compared.map((run) => {
        const found = comparisonOf(run, suite, contrastName(contrast))
        return found === undefined
          ? [run.label, contrastName(contrast), "NA", "NA", "not planned", "NA", "NA"]
          : [
              run.label,
              contrastName(contrast),
              points(found.difference.estimate),
              intervalText(found.interval),
              remarksText(found),
              `${found.difference.familiesAvailable} / ${found.difference.familiesPlanned}`,
              discordantText(found.difference)
            ]
      })
    )
  )

const comparisonOf = (run: Compared, place: Place, name: string) =>
  suiteOf(run, place)?.overall.comparisons.find(({ contrast }) => contrastName(contrast) === name)

const primaryText = (run: Compared, place: Place): string => {
  const [primary] = suiteOf(run, place)?.overall.comparisons ?? []
  return primary === undefined
    ? "nothing to compare"
    : `${contrastName(primary.contrast)} = ${points(primary.difference.estimate)}, 95 % interval ${intervalText(primary.interval)}`
}

const head = ["run", "model", "reasoning_effort", "preset", "synthetic_mock", "task", "view"]

const headOf = (
  { effort, label, model, results: { run } }: Compared,
  { task, view }: Place
): Array<CsvCell> => [label, model, effort, run.preset, String(run.synthetic), task, view]

const accuracyCsv = (compared: ReadonlyArray<Compared>): string =>
  renderCsv(
    [...head, "style", "planned", "model_evaluable", "correct", "accuracy"],
    compared.flatMap((run) =>
      run.results.suites.flatMap((suite) =>
        suite.overall.conditions.map(({ condition: { accuracy, counts }, style }) => [
          ...headOf(run, suite),
          style,
          counts.planned,
          counts.evaluable,
          counts.correct,
          accuracy
        ])
      )
    )
  )

const contrastsCsv = (compared: ReadonlyArray<Compared>): string => {
  return renderCsv(
    [
      ...head,
      "treatment",
      "baseline",
      "estimate_pp",
      "interval",
      "interval_low_pp",
      "interval_high_pp"
    ].concat("families_available", "families_planned", "discordant_families"),
    compared.flatMap((run) =>
      run.results.suites.flatMap((suite) =>
        suite.overall.comparisons.map(({ contrast, difference, interval }) => [
          ...headOf(run, suite),
          contrast.treatment,
          contrast.baseline,
          inPoints(difference.estimate),
          interval.kind,
          inPoints(interval.kind === "computed" ? interval.low : null),
          inPoints(interval.kind === "computed" ? interval.high : null),
          difference.familiesAvailable,
          difference.familiesPlanned,
          difference.discordance.families
        ])
      )
    )
  )
}
