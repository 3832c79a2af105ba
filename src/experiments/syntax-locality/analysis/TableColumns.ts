import { type FactorNames, ownNames } from "../../comparison/comparisonsCsv.js"

/** Which columns of a table hold the strata and the lexical regime; the others have fixed names. */
export interface TableColumns {
  /** One or two: what makes the cells within which families are drawn. */
  readonly strata: readonly [string] | readonly [string, string]
  readonly regime: string
}

export const ownColumns: TableColumns = { strata: ["depth", "filler"], regime: "lexical_regime" }

/** Columns with one meaning in every table. */
export const fixedColumns = ["family_id", "task", "view", "style", "replicate", "outcome"] as const

/** `null` unless there are one or two strata and every column has one meaning. */
export const tableColumns = (strata: ReadonlyArray<string>, regime: string): TableColumns | null => {
  const [first, second, ...others] = strata
  const names = [...fixedColumns, ...strata, regime]
  if (first === undefined || others.length > 0 || names.includes("")) return null
  if (new Set(names).size < names.length) return null
  return { strata: second === undefined ? [first] : [first, second], regime }
}

/** How the factors are called in the results: as in a run's own, or as in the table. */
export const namesOf = ({ strata: [first, second], regime }: TableColumns): FactorNames => ({
  regime: nameOf(regime),
  depth: nameOf(first),
  filler: second === undefined ? null : nameOf(second)
})

const nameOf = (column: string): FactorNames["regime"] =>
  Object.values(ownNames).find((own) => own !== null && own.table === column) ?? {
    table: column,
    column,
    level: column
  }
