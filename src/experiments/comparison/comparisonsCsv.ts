import { type CsvCell, renderCsv } from "../../report/Csv.js"
import { inPoints } from "../../report/Figures.js"
import type { Comparison } from "./Comparison.js"
import { knownFirst } from "./knownFirst.js"
import { levelOf, type SliceLevel } from "./Slice.js"
import { extremeOfArms, isTooNarrow } from "./trust.js"

type Column = readonly [name: string, cell: (comparison: Comparison) => CsvCell]

const better = (regime: string): ReadonlyArray<Column> => {
  const found = ({ difference }: Comparison) =>
    difference.discordance.regimes.find((one) => one.regime === regime)
  return [
    [`${regime}_treatment_better`, (comparison) => found(comparison)?.treatmentBetter ?? null],
    [`${regime}_baseline_better`, (comparison) => found(comparison)?.baselineBetter ?? null],
    [`${regime}_tied`, (comparison) => found(comparison)?.tied ?? null]
  ]
}

/** What a factor is called: the column of `trials.csv`, the column here, and the level of its slices. */
interface FactorName {
  readonly table: string
  readonly column: string
  readonly level: string
}

export interface FactorNames {
  readonly regime: FactorName
  readonly depth: FactorName
  /** `null`: there is one stratum factor, which has the place of depth. */
  readonly filler: FactorName | null
}

export const ownNames: FactorNames = {
  regime: { table: "lexical_regime", column: "lexical_regime", level: "regime" },
  depth: { table: "depth", column: "depth", level: "depth" },
  filler: { table: "filler", column: "filler_statements", level: "filler" }
}

const levelName = (names: FactorNames, level: SliceLevel): string =>
  level === "all" || level === "cell" ? level : (names[level]?.level ?? level)

/** `all` stands where a factor is not told apart; an interval is one of 95 %. */
const columnsFor = (names: FactorNames, found: ReadonlyArray<string>): ReadonlyArray<Column> => [
  ["task", ({ task }) => task],
  ["view", ({ view }) => view],
  ["contrast", ({ sides }) => sides.join("-")],
  ["treatment", ({ contrast }) => contrast.treatment],
  ["baseline", ({ contrast }) => contrast.baseline],
  ["role", ({ primary }) => (primary ? "primary" : "exploratory")],
  ["level", ({ slice }) => levelName(names, levelOf(slice))],
  [names.regime.column, ({ slice }) => slice.regime ?? "all"],
  [names.depth.column, ({ slice }) => slice.depth ?? "all"],
  ...(names.filler === null
    ? []
    : [[names.filler.column, ({ slice }) => slice.filler ?? "all"] satisfies Column]),
  ["estimate_pp", ({ difference }) => inPoints(difference.estimate)],
  ["undefined_because", ({ difference }) => difference.undefinedBecause],
  ["interval", ({ interval }) => interval.kind],
  ["interval_low_pp", ({ interval }) => inPoints(interval.kind === "computed" ? interval.low : null)],
  ["interval_high_pp", ({ interval }) => inPoints(interval.kind === "computed" ? interval.high : null)],
  ["interval_reason", ({ interval }) => (interval.kind === "not_computed" ? interval.reason : null)],
  [
    "interval_too_narrow_to_trust",
    (comparison) => (comparison.interval.kind === "computed" ? String(isTooNarrow(comparison)) : null)
  ],
  [
    "bootstrap_draws",
    ({ interval }) => (interval.kind === "not_computed" ? null : interval.resampling.draws)
  ],
  [
    "bootstrap_seed",
    ({ interval }) => (interval.kind === "not_computed" ? null : String(interval.resampling.seed))
  ],
  ["families_available", ({ difference }) => difference.familiesAvailable],
  ["families_planned", ({ difference }) => difference.familiesPlanned],
  ["families_per_stratum_min", ({ difference }) => difference.familiesPerStratum.fewest],
  ["families_per_stratum_max", ({ difference }) => difference.familiesPerStratum.most],
  ["strata_available", ({ difference }) => difference.strataAvailable],
  ["strata_planned", ({ difference }) => difference.strataPlanned],
  ["discordant_families", ({ difference }) => difference.discordance.families],
  ...found.flatMap(better),
  ["mcnemar_exact_p", ({ mcNemar }) => mcNemar?.p ?? null],
  ["treatment_accuracy", ({ difference }) => difference.treatment],
  ["baseline_accuracy", ({ difference }) => difference.baseline],
  ["ceiling_or_floor", (comparison) => extremeOfArms(comparison) ?? "none"],
  ["relative_error_reduction", ({ difference }) => difference.relativeErrorReduction],
  ["missing_against_treatment_pp", ({ sensitivity }) => inPoints(sensitivity.againstTreatment)],
  ["missing_in_favour_pp", ({ sensitivity }) => inPoints(sensitivity.inFavour)]
]

/** What a table of comparisons must be told. */
export interface TableFacts {
  /** Some of the answers were simulated. */
  readonly synthetic: boolean
  /** These always have their columns; a table with others has columns for what it holds. */
  readonly regimes: ReadonlyArray<string>
  /** Default: those of a run. */
  readonly names?: FactorNames
}

/** `paired-comparisons.csv`, one line a comparison. */
export const comparisonsCsv = (
  comparisons: ReadonlyArray<Comparison>,
  { names = ownNames, regimes, synthetic }: TableFacts
): string => {
  const columns = columnsFor(names, regimesIn(comparisons, regimes))
  return renderCsv(
    [...columns.map(([name]) => name), "synthetic_mock"],
    comparisons.map((comparison) => [...columns.map(([, cell]) => cell(comparison)), String(synthetic)])
  )
}

const regimesIn = (
  comparisons: ReadonlyArray<Comparison>,
  own: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const found = comparisons.flatMap(({ difference }) =>
    difference.discordance.regimes.map(({ regime }) => regime)
  )
  return found.every((regime) => own.includes(regime)) ? own : knownFirst(own, found)
}
