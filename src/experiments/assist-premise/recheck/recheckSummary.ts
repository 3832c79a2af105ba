import * as Either from "effect/Either"
import type { AuditCheck } from "../../../pipeline/Experiment.js"
import { type CsvRecord, readCsvRecords } from "../../../report/CsvReader.js"

/**
 * Counts every line of `summary.csv` again from `trials.csv`, as a stranger with the two files would: by the benchmark's words, and by none of the
 * code that the report is made with.
 */
export const recheckSummary = (tables: {
  readonly trials: Uint8Array
  readonly summary: Uint8Array
}): AuditCheck => {
  const read = Either.all({ trials: readCsvRecords(tables.trials), summary: readCsvRecords(tables.summary) })
  if (Either.isLeft(read)) return { name, passed: false, checked: 0, detail: read.left }
  const { summary, trials } = read.right
  const problems = summary.flatMap((line, index) =>
    differences(
      line,
      trials.filter(({ replicate }) => replicate === line["replicate"])
    ).map((what) => `summary.csv:${index + 2}: ${what}`)
  )
  const counted = summary.reduce(
    (sum, line) => sum + Number(line["problems"]) + Number(line["not_measured"]),
    0
  )
  if (counted !== trials.length) problems.push(`summary.csv speaks of ${counted} trials of ${trials.length}`)
  return {
    name,
    passed: problems.length === 0 && summary.length > 0,
    checked: summary.length,
    detail: problems.slice(0, 5).join("; ")
  }
}

const name = "the table of results agrees with a second count"

const differences = (line: CsvRecord, trials: ReadonlyArray<CsvRecord>): ReadonlyArray<string> => {
  const judged = trials.filter(({ correct }) => correct !== "NA")
  const withSymbol = (symbol: string) => judged.filter((row) => row["symbol"] === symbol)
  const controls = judged.filter(({ kind }) => kind === "control")
  const counts: CsvRecord = {
    problems: String(judged.length),
    passed: String(judged.filter(({ correct }) => correct === "1").length),
    silent: String(withSymbol("S").length),
    declared_but_missed: String(withSymbol("W").length),
    missed: String(withSymbol("X").length),
    invalid: String(withSymbol("i").length),
    controls: String(controls.length),
    controls_declared: String(controls.filter(({ topics }) => topics !== "").length),
    over_declared: String(
      judged.filter(({ kind }) => kind === "open").reduce((sum, row) => sum + Number(row["over_declared"]), 0)
    ),
    not_measured: String(trials.length - judged.length),
    not_passed: sorted(
      judged.filter(({ correct }) => correct !== "1").map(({ problem, symbol }) => `${problem}:${symbol}`)
    )
  }
  return Object.entries(counts).flatMap(([column, again]) => {
    const said = column === "not_passed" ? sorted((line[column] ?? "").split(" ")) : line[column]
    return said === again ? [] : [`${column} is ${said}, and the trials give ${again}`]
  })
}

const sorted = (words: ReadonlyArray<string>): string =>
  words
    .filter((word) => word !== "")
    .toSorted()
    .join(" ")
