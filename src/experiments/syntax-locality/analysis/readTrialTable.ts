import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import { correctness, type Outcome, outcomes } from "../../../records/Outcome.js"
import { type CsvProblem, type CsvRow, readCsv } from "../../../report/CsvReader.js"
import { excerpt, safeLine } from "../../../report/SafeText.js"
import type { Level } from "../../../stats/Observation.js"
import type { ComparableTrial } from "../../comparison/ComparableTrial.js"
import { withheldBecause } from "../../comparison/withheld.js"
import { fixedColumns, ownColumns, type TableColumns } from "./TableColumns.js"

/** A table of trials that any program may have made (docs/codebook.md). */
export interface TrialTable {
  readonly trials: ReadonlyArray<ComparableTrial>
  /** Some row says `true` in a column `synthetic_mock`. */
  readonly synthetic: boolean
  /** Why intervals are withheld (decision 23): a `preset` column says `smoke`, or some trial was not dispatched. */
  readonly withheld: string | null
}

/** Everything that is wrong with a table, in the order of its lines. */
export type TableProblems = Arr.NonEmptyReadonlyArray<CsvProblem>

/**
 * Reads a table of trials, one a line, with a header. Cells must not be empty or hold control characters; `replicate`, and `depth` and `filler`
 * where they are the strata, are numbers. Each trial occurs once. Other columns are looked at no further.
 */
export const readTrialTable = (
  bytes: Uint8Array,
  columns: TableColumns
): Either.Either<TrialTable, TableProblems> =>
  Either.gen(function* () {
    const [header, ...rows] = yield* Either.mapLeft(readCsv(bytes), Arr.of)
    const cellsOf = yield* Either.mapLeft(readHeader(header, columns), Arr.of)
    if (rows.length === 0)
      return yield* Either.left(Arr.of({ line: 1, reason: "no trial follows the header" }))
    const named = rows.map(cellsOf)
    const problems = named.flatMap(problemsOf(columns))
    if (Arr.isNonEmptyReadonlyArray(problems)) return yield* Either.left(problems)
    const repeated = repetitions(named, columns)
    if (Arr.isNonEmptyReadonlyArray(repeated)) return yield* Either.left(repeated)
    return toTable(named, columns)
  })

interface Named {
  readonly line: number
  /** Empty where there is no such column. */
  readonly cell: (column: string) => string
}

const readHeader = (
  header: CsvRow | undefined,
  { regime, strata }: TableColumns
): Either.Either<(row: CsvRow) => Named, CsvProblem> => {
  const at = (reason: string) => Either.left({ line: header?.line ?? 1, reason })
  if (header === undefined) return at("the file is empty")
  const places = new Map(header.cells.map((name, index) => [name, index]))
  const missing = [...fixedColumns, ...strata, regime].filter((name) => !places.has(name))
  if (missing.length > 0) return at(`there is no column ${missing.map(shown).join(", ")}`)
  const twice = header.cells.find((name, index) => places.get(name) !== index)
  if (twice !== undefined) return at(`two columns are called ${shown(twice)}`)
  return Either.right(({ cells, line }) => ({
    line,
    cell: (column) => cells[places.get(column) ?? cells.length] ?? ""
  }))
}

const read = ({ strata, regime }: TableColumns): ReadonlyArray<string> => [...fixedColumns, ...strata, regime]

const problemsOf =
  (columns: TableColumns) =>
  ({ cell, line }: Named): ReadonlyArray<CsvProblem> =>
    read(columns).flatMap((column) => {
      const wrong = wrongWith(column, cell(column))
      return wrong === null ? [] : [{ line, reason: `${column} is ${shown(cell(column))}; ${wrong}` }]
    })

const control = /\p{Cc}/u
const wholeNumber = /^(0|[1-9][0-9]{0,8})$/

const wrongWith = (column: string, cell: string): string | null => {
  if (cell === "") return "it must not be empty"
  if (control.test(cell)) return "it must not hold control characters"
  if (column === "outcome" && !isOutcome(cell)) return `it must be one of ${outcomes.join(", ")}`
  const isNumber = column === "replicate" || ownColumns.strata.some((own) => own === column)
  return isNumber && !wholeNumber.test(cell) ? "it must be a whole number in plain digits" : null
}

const isOutcome = (text: string): text is Outcome => outcomes.some((known) => known === text)

const shown = (cell: string): string => `'${safeLine(excerpt(cell, 60))}'`

/** A trial is one answer: of a family, in its stratum, to one task, view, regime, style and replicate. */
const repetitions = (rows: ReadonlyArray<Named>, columns: TableColumns): ReadonlyArray<CsvProblem> => {
  const identity = read(columns).filter((column) => column !== "outcome")
  const firstLines = new Map<string, number>()
  return rows.flatMap(({ cell, line }) => {
    const key = identity.map(cell).join("\0")
    const first = firstLines.get(key)
    if (first !== undefined) return [{ line, reason: `it is the same trial as on line ${first}` }]
    firstLines.set(key, line)
    return []
  })
}

const toTable = (
  rows: ReadonlyArray<Named>,
  { regime, strata: [first, second] }: TableColumns
): TrialTable => {
  const depth = levelsIn(rows, first)
  const filler = second === undefined ? () => 0 : levelsIn(rows, second)
  const trials = rows.map(
    (row): ComparableTrial => ({
      at: {
        task: row.cell("task"),
        view: row.cell("view"),
        familyId: row.cell("family_id"),
        depth: depth(row),
        filler: filler(row),
        regime: row.cell(regime),
        style: row.cell("style")
      },
      row: {
        replicate: Number(row.cell("replicate")),
        correct: correctness(row.cell("outcome") as Outcome) // every cell was looked at before
      }
    })
  )
  const count = (column: string, value: string) => rows.filter(({ cell }) => cell(column) === value).length
  return {
    trials,
    synthetic: count("synthetic_mock", "true") > 0,
    withheld: withheldBecause(count("preset", "smoke") > 0 ? "smoke" : "", count("outcome", "not_dispatched"))
  }
}

/** A stratum's levels are numbers if all of them are, so that 2 comes before 16; not where two texts would be one number. */
const levelsIn = (rows: ReadonlyArray<Named>, column: string): ((row: Named) => Level) =>
  rows.every(({ cell }) => /^[-0-9.]+$/.test(cell(column)) && String(Number(cell(column))) === cell(column))
    ? ({ cell }) => Number(cell(column))
    : ({ cell }) => cell(column)
