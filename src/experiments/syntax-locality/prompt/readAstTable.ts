import * as Either from "effect/Either"
import { kinds, type Program, type Statement } from "../lang/Ast.js"
import type { Lexicon } from "../lang/Lexicon.js"
import { columns, lineOf, rootId, type TableRow } from "./AstTable.js"

/** Where children are put: `null` marks a row that can have none. */
type Children = Array<Statement> | null

/**
 * The program that a table says, or what is wrong with the table. Strict: the columns and their alignment, one ROOT row first, parents
 * before children, and for each parent the orders 0, 1, 2, … without gap. The rows may otherwise stand in any order.
 */
export const readAstTable = (text: string, lexicon: Lexicon): Either.Either<Program, string> => {
  const [header, ...lines] = text.split("\n")
  if (header !== lineOf(columns)) return Either.left("line 1: other columns")
  const root: Array<Statement> = []
  const nodes = new Map<string, Children>()
  for (const [index, line] of lines.entries()) {
    const row = cellsOf(line)
    const problem = row === null ? "not a row of nine aligned cells" : addRow(row, root, nodes, lexicon)
    if (problem !== null) return Either.left(`line ${index + 2}: ${problem}`)
  }
  if (nodes.size === 0) return Either.left("there is no ROOT row")
  for (const [node, children] of nodes) {
    if (children !== null && Object.keys(children).length !== children.length)
      return Either.left(`the children of ${node} leave an order out`)
  }
  return Either.right({ body: root })
}

/** Nine cells, written as the table writes them. */
const cellsOf = (line: string): TableRow | null => {
  const cells = line.split(/ {2,}/)
  if (cells.length !== columns.length) return null
  // As many cells as the row type has.
  const row = cells as unknown as TableRow
  return lineOf(row) === line ? row : null
}

/** Puts the row's statement in its place; what is wrong with the row, or `null`. */
const addRow = (
  row: TableRow,
  root: Array<Statement>,
  nodes: Map<string, Children>,
  lexicon: Lexicon
): string | null => {
  const [node, parent, order] = row
  if (nodes.size === 0) {
    nodes.set(node, root)
    return row.join(" ") === `${rootId} - 0 ROOT - - - - -` ? null : "the first row is not the ROOT row"
  }
  if (!/^[a-z][0-9]{1,2}$/.test(node)) return `'${node}' is not a node id`
  if (nodes.has(node)) return `${node} occurs twice`
  const siblings = nodes.get(parent)
  if (siblings === undefined) return `its parent ${parent} does not stand before it`
  if (siblings === null) return `its parent ${parent} is not a block`
  if (!/^(?:0|[1-9][0-9]{0,3})$/.test(order)) return `'${order}' is not an order`
  const place = Number(order)
  if (siblings[place] !== undefined) return `${parent} has two children of order ${order}`
  const children: Array<Statement> = []
  const statement = statementOf(row, children, lexicon)
  if (statement === null) return "its cells do not fit its tag"
  siblings[place] = statement
  nodes.set(node, statement.type === "scope" ? children : null)
  return null
}

const statementOf = (
  [, , , tag, kindWord, name, variable, value, payload]: TableRow,
  body: ReadonlyArray<Statement>,
  lexicon: Lexicon
): Statement | null => {
  const cells = [kindWord, name, variable, value, payload].join(" ")
  const kind = kinds.find((candidate) => lexicon[candidate] === kindWord)
  if (tag === "LET" && /^- - x_[a-f] [1-9][0-9]{3} -$/.test(cells))
    return { type: "let", variable, value: Number(value) }
  if (tag === "NOP" && /^- - - - p_[a-z]{8}$/.test(cells)) return { type: "nop", payload }
  return tag === "SCOPE" && kind !== undefined && /^[a-z]+ n_[a-z]{8} - - -$/.test(cells)
    ? { type: "scope", kind, name, body }
    : null
}
