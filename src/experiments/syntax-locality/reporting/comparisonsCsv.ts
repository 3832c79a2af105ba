import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { fixed } from "../../../report/Figures.js"
import { type Regime, regimes } from "../Factors.js"
import { styleLetter } from "../lang/Syntax.js"
import { type Comparison, primaryContrast } from "./Comparison.js"
import type { Results, SliceResults, Suite } from "./Results.js"
import { primarySuite } from "./reading.js"
import { levelOf } from "./Slice.js"

interface Line {
  readonly suite: Suite
  readonly slice: SliceResults["slice"]
  readonly comparison: Comparison
  readonly primary: boolean
  readonly synthetic: boolean
}

type Column = readonly [name: string, cell: (line: Line) => CsvCell]

const discordant = (regime: Regime): ReadonlyArray<Column> => {
  const found = ({ comparison }: Line) =>
    comparison.difference.discordance.regimes.find((one) => one.regime === regime)
  return [
    [`${regime}_treatment_better`, (line) => found(line)?.treatmentBetter ?? null],
    [`${regime}_baseline_better`, (line) => found(line)?.baselineBetter ?? null],
    [`${regime}_tied`, (line) => found(line)?.tied ?? null]
  ]
}

const columns: ReadonlyArray<Column> = [
  ["task", ({ suite }) => suite.task],
  ["view", ({ suite }) => suite.view],
  [
    "contrast",
    ({ comparison: { contrast } }) => `${styleLetter[contrast.treatment]}-${styleLetter[contrast.baseline]}`
  ],
  ["treatment", ({ comparison }) => comparison.contrast.treatment],
  ["baseline", ({ comparison }) => comparison.contrast.baseline],
  ["role", ({ primary }) => (primary ? "primary" : "exploratory")],
  ["level", ({ slice }) => levelOf(slice)],
  ["lexical_regime", ({ slice }) => slice.regime ?? "all"],
  ["depth", ({ slice }) => slice.depth ?? "all"],
  ["filler_statements", ({ slice }) => slice.filler ?? "all"],
  ["estimate_pp", ({ comparison }) => percentagePoints(comparison.difference.estimate)],
  ["undefined_because", ({ comparison }) => comparison.difference.undefinedBecause],
  ["interval", ({ comparison }) => comparison.interval.kind],
  ["interval_low_pp", () => null],
  ["interval_high_pp", () => null],
  ["interval_reason", ({ comparison }) => comparison.interval.reason],
  ["families_available", ({ comparison }) => comparison.difference.familiesAvailable],
  ["families_planned", ({ comparison }) => comparison.difference.familiesPlanned],
  ["strata_available", ({ comparison }) => comparison.difference.strataAvailable],
  ["strata_planned", ({ comparison }) => comparison.difference.strataPlanned],
  ["fewest_families_in_stratum", ({ comparison }) => comparison.difference.fewestFamiliesInStratum],
  ["discordant_families", ({ comparison }) => comparison.difference.discordance.families],
  ...regimes.flatMap(discordant),
  ["treatment_accuracy", ({ comparison }) => comparison.difference.treatment],
  ["baseline_accuracy", ({ comparison }) => comparison.difference.baseline],
  ["relative_error_reduction", ({ comparison }) => comparison.difference.relativeErrorReduction],
  [
    "missing_against_treatment_pp",
    ({ comparison }) => percentagePoints(comparison.sensitivity.againstTreatment)
  ],
  ["missing_in_favour_pp", ({ comparison }) => percentagePoints(comparison.sensitivity.inFavour)],
  ["synthetic_mock", ({ synthetic }) => String(synthetic)]
]

/** `paired-comparisons.csv`: each contrast for each task and view, all together, by lexical regime, by depth and by filler. */
export const comparisonsCsv = (results: Results): string => {
  const lines = results.suites.flatMap((suite) =>
    [suite.overall, ...suite.marginals].flatMap(({ slice, comparisons }) =>
      comparisons.map(
        (comparison): Line => ({
          suite,
          slice,
          comparison,
          primary:
            suite === primarySuite(results) &&
            levelOf(slice) === "all" &&
            comparison.contrast === primaryContrast,
          synthetic: results.run.synthetic
        })
      )
    )
  )
  return renderCsv(
    columns.map(([name]) => name),
    lines.map((line) => columns.map(([, cell]) => cell(line)))
  )
}

/** Without the noise that a binary fraction gets when it is multiplied by 100. */
const percentagePoints = (difference: number | null): number | null =>
  difference === null ? null : Number(fixed(difference * 100, 9))
