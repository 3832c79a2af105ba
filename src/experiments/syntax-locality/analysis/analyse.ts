import * as path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { prettyJson } from "../../../json/JsonWriter.js"
import { makeEmptyFolder } from "../../../pipeline/makeEmptyFolder.js"
import type { OutputNotEmpty } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { sha256Hex } from "../../../records/Identity.js"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import type { Contrast } from "../../../stats/Observation.js"
import { type Comparison, compareAll } from "../../comparison/Comparison.js"
import { comparisonsCsv } from "../../comparison/comparisonsCsv.js"
import { comparisonsMarkdown } from "../../comparison/comparisonsMarkdown.js"
import { taskAndView } from "../../comparison/contrastTable.js"
import { estimateText } from "../../comparison/estimateText.js"
import { knownFirst } from "../../comparison/knownFirst.js"
import { styles } from "../lang/Syntax.js"
import { contrastName, contrasts } from "../reporting/contrasts.js"
import { design } from "../reporting/design.js"
import { readTrialTable, type TableProblems, type TrialTable } from "./readTrialTable.js"
import { namesOf, type TableColumns } from "./TableColumns.js"

export interface AnalysisSettings {
  /** The CSV file. */
  readonly table: string
  /** The folder to make. */
  readonly out: string
  readonly columns: TableColumns
  /** `null`: those of the protocol, as far as both styles are in the table. */
  readonly contrast: Contrast | null
  readonly resampling: Resampling
}

export interface Analysis {
  readonly trials: number
  readonly withheld: string | null
  readonly synthetic: boolean
  readonly files: ReadonlyArray<string>
  /** Those of all trials of a task and view; the file has their parts too. */
  readonly overall: ReadonlyArray<Comparison>
}

/** The table cannot be analysed as it is. */
export class TableRefused extends Data.TaggedError("TableRefused")<{
  readonly path: string
  readonly problems: TableProblems
}> {
  override get message(): string {
    const [shown, rest] = [this.problems.slice(0, 20), this.problems.length - 20]
    return [
      ...shown.map(({ line, reason }) => `${this.path}:${line}: ${reason}`),
      ...(rest > 0 ? [`and ${rest} more`] : [])
    ].join("\n")
  }
}

/** A contrast was asked for of which the table does not have both sides. */
export class NothingToCompare extends Data.TaggedError("NothingToCompare")<{
  readonly asked: Contrast | null
  readonly found: ReadonlyArray<string>
}> {
  override get message(): string {
    const asked =
      this.asked === null
        ? "none of the protocol's contrasts has both of its styles in the table; name --treatment and --baseline"
        : `${contrastName(this.asked)} needs two styles that the table has`
    return `${asked}. It has ${this.found.join(", ")}`
  }
}

/**
 * The paired analysis of a report, over any table of trials. Writes `paired-comparisons.csv` as `report` does, the same as tables in
 * `comparisons.md`, what was asked in `analysis.json`, and the table itself, with all of its columns, as `trials.csv`.
 */
export const analyse = (
  settings: AnalysisSettings
): Effect.Effect<Analysis, TableRefused | NothingToCompare | OutputNotEmpty | DiskError, Disk> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const bytes = yield* disk.read(settings.table)
    const table = yield* Either.mapLeft(
      readTrialTable(bytes, settings.columns),
      (problems) => new TableRefused({ path: settings.table, problems })
    )
    const chosen = yield* chooseContrasts(settings.contrast, table)
    const comparisons = compareTable(settings, table, chosen)
    const names = namesOf(settings.columns)
    const facts = factsOf(settings, table, sha256Hex(bytes), chosen)
    const output: ReadonlyArray<readonly [name: string, content: string | Uint8Array]> = [
      ["trials.csv", bytes],
      [
        "paired-comparisons.csv",
        comparisonsCsv(comparisons, { synthetic: table.synthetic, regimes: design.order.regimes, names })
      ],
      [
        "comparisons.md",
        comparisonsMarkdown(
          Object.entries(facts).map(([name, value]) => [name, value]),
          comparisons,
          names
        )
      ],
      ["analysis.json", `${prettyJson(facts)}\n`]
    ]
    yield* makeEmptyFolder(settings.out)
    for (const [name, content] of output) yield* disk.replace(path.join(settings.out, name), content)
    return {
      trials: table.trials.length,
      withheld: table.withheld,
      synthetic: table.synthetic,
      files: output.map(([name]) => name),
      overall: comparisons.filter(
        ({ slice: { depth, filler, regime } }) => depth === null && filler === null && regime === null
      )
    }
  })

/** One line for a terminal; names in it are the table's own and may hold anything. */
export const differenceLine = (comparison: Comparison): string =>
  `${taskAndView(comparison)}: ${estimateText(comparison)}`

/** With one stratum factor there is no second one to tell apart. */
const compareTable = (
  { columns, resampling }: AnalysisSettings,
  { trials, withheld }: TrialTable,
  chosen: ReadonlyArray<Contrast>
): ReadonlyArray<Comparison> => {
  const all = compareAll(trials, { contrasts: chosen, design, resampling, withheld })
  return columns.strata.length === 2 ? all : all.filter(({ slice }) => slice.filler === null)
}

const chooseContrasts = (
  asked: Contrast | null,
  { trials }: TrialTable
): Either.Either<ReadonlyArray<Contrast>, NothingToCompare> => {
  const found = knownFirst(
    styles,
    trials.map(({ at }) => at.style)
  )
  const chosen = (asked === null ? contrasts : [asked]).filter(
    ({ baseline, treatment }) =>
      baseline !== treatment && found.includes(baseline) && found.includes(treatment)
  )
  return chosen.length > 0 ? Either.right(chosen) : Either.left(new NothingToCompare({ asked, found }))
}

const factsOf = (
  { columns, resampling }: AnalysisSettings,
  { synthetic, trials, withheld }: TrialTable,
  sha256: string,
  chosen: ReadonlyArray<Contrast>
) => ({
  "table (SHA-256)": sha256,
  trials: String(trials.length),
  contrasts: chosen.map(({ baseline, treatment }) => `${treatment} − ${baseline}`).join(", "),
  strata: columns.strata.join(" × "),
  regime: columns.regime,
  draws: String(resampling.draws),
  seed: String(resampling.seed),
  intervals: withheld === null ? "computed" : `not_computed: ${withheld}`,
  "answers of a simulated model": synthetic ? "yes" : "none is marked as such"
})
