import * as Either from "effect/Either"
import type { AuditCheck } from "../../../pipeline/Experiment.js"
import { readCsvRecords } from "../../../report/CsvReader.js"
import { type Figures, plainComparison, type Row } from "./plainComparison.js"

/**
 * Computes every line of `paired-comparisons.csv` again from `trials.csv`, as a stranger with the two files would. Figures must agree to
 * a hundred-millionth; the second implementation adds in its own order.
 */
export const recheckTables = (tables: {
  readonly trials: Uint8Array
  readonly comparisons: Uint8Array
}): AuditCheck => {
  const read = Either.all({
    trials: readCsvRecords(tables.trials),
    comparisons: readCsvRecords(tables.comparisons)
  })
  if (Either.isLeft(read)) return { name, passed: false, checked: 0, detail: read.left }
  const { comparisons, trials } = read.right
  const problems = comparisons.flatMap((line, index) =>
    problemsOf(line, trials).map((what) => `paired-comparisons.csv:${index + 2}: ${what}`)
  )
  return {
    name,
    passed: problems.length === 0 && comparisons.length > 0,
    checked: comparisons.length,
    detail: problems.slice(0, 5).join("; ")
  }
}

const name = "the statistics agree with a second implementation"

/** The columns that place a trial, each with the column of a comparison that says which part it is of. */
const slices = [
  ["task", "task"],
  ["view", "view"],
  ["lexical_regime", "lexical_regime"],
  ["depth", "depth"],
  ["filler", "filler_statements"]
] as const

const problemsOf = (line: Row, trials: ReadonlyArray<Row>): ReadonlyArray<string> =>
  Either.match(resamplingOf(line), {
    onLeft: (problem) => [problem],
    onRight: (resampling) =>
      differences(
        line,
        plainComparison(
          trials.filter((row) =>
            slices.every(([ofTrial, ofLine]) => line[ofLine] === "all" || line[ofLine] === row[ofTrial])
          ),
          line["treatment"] ?? "",
          line["baseline"] ?? "",
          resampling
        )
      )
  })

/** How the line's interval was drawn; `null` where it has none. The cells are anybody's: nothing is drawn by figures that no report has. */
const resamplingOf = (
  line: Row
): Either.Either<{ readonly draws: number; readonly seed: number } | null, string> => {
  if (line["interval"] === "not_computed") return Either.right(null)
  for (const [column, most] of [
    ["bootstrap_draws", 1_000_000],
    ["bootstrap_seed", Number.MAX_SAFE_INTEGER]
  ] as const) {
    const cell = line[column] ?? ""
    if (!/^(0|[1-9][0-9]{0,15})$/.test(cell) || Number(cell) > most)
      return Either.left(`${column} is ${cell}, which is no whole number up to ${most}`)
  }
  return Either.right({ draws: Number(line["bootstrap_draws"]), seed: Number(line["bootstrap_seed"]) })
}

const differences = (line: Row, figures: Figures): ReadonlyArray<string> =>
  Object.entries(figures).flatMap(([column, figure]) => {
    const saved = line[column]
    const same = figure === null ? saved === "NA" : Math.abs(Number(saved) - figure) <= 1e-8
    return same ? [] : [`${column} is ${saved}, again it is ${figure ?? "NA"}`]
  })
