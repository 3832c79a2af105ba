import { type JavaRandom, shuffle } from "../../../random/JavaRandom.js"
import type { Program, Statement } from "../lang/Ast.js"
import type { Lexicon } from "../lang/Lexicon.js"

/**
 * A program as a table of parents and orders: the neutral form from which `ast_to_source` has it written (specification 4.3). No notation
 * can be copied from it, because nothing in it opens or closes.
 *
 * The kind column holds the episode's own word for the kind, `unit` or a nonce word. So the word of an opening line, and of an
 * ending that repeats it, is the word of the table in every style and lexicon, and nothing has to be translated. A canonical kind
 * would be translated under nonce words, once a block by styles without labels and twice by those with them.
 */

/** The cells of a row, in the order of the columns. `-`: the column does not apply. */
export type TableRow = readonly [
  node: string,
  parent: string,
  order: string,
  tag: string,
  kind: string,
  name: string,
  variable: string,
  value: string,
  payload: string
]

export const columns: TableRow = [
  "node",
  "parent",
  "order",
  "tag",
  "kind",
  "name",
  "variable",
  "value",
  "payload"
]

/** The node id of the whole program. */
export const rootId = "r"

/** No cell is wider: nonce kinds have four letters, too, so the columns stand still between lexicons. */
const widths = [4, 6, 5, 5, 4, 10, 8, 5, 10]

/**
 * The lines of the table, its columns first. Rows come parent first and subtree by subtree, siblings in random order. Every node has
 * a random id, which tells neither depth nor place. The same `random` gives the same ids and order in every lexicon.
 */
export const tableLines = (program: Program, lexicon: Lexicon, random: JavaRandom): Array<string> =>
  [columns, ...rowsOf(program, lexicon, random)].map(lineOf)

/** One row as it stands in the table. */
export const lineOf = (row: TableRow): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd()

const rowsOf = (program: Program, lexicon: Lexicon, random: JavaRandom): ReadonlyArray<TableRow> => {
  const rows: Array<TableRow> = [[rootId, "-", "0", "ROOT", "-", "-", "-", "-", "-"]]
  const taken = new Set([rootId])
  const walk = (body: ReadonlyArray<Statement>, parent: string): void => {
    for (const [order, statement] of shuffle([...body.entries()], random)) {
      const node = drawId(random, taken)
      const [tag, ...cells] = cellsOf(statement, lexicon)
      rows.push([node, parent, String(order), tag, ...cells])
      if (statement.type === "scope") walk(statement.body, node)
    }
  }
  walk(program.body, rootId)
  return rows
}

const cellsOf = (
  statement: Statement,
  lexicon: Lexicon
): readonly [tag: string, kind: string, name: string, variable: string, value: string, payload: string] => {
  switch (statement.type) {
    case "let":
      return ["LET", "-", "-", statement.variable, String(statement.value), "-"]
    case "nop":
      return ["NOP", "-", "-", "-", "-", statement.payload]
    case "scope":
      return ["SCOPE", lexicon[statement.kind], statement.name, "-", "-", "-"]
  }
}

/** A letter and a number from 0 to 99: 2,600 ids, many times what a program within the limits needs. */
const drawId = (random: JavaRandom, taken: Set<string>): string => {
  for (;;) {
    const id = `${String.fromCharCode(0x61 + random.nextInt(26))}${random.nextInt(100)}`
    if (!taken.has(id)) {
      taken.add(id)
      return id
    }
  }
}
