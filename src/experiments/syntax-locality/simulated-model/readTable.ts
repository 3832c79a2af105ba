import type { Lexicon } from "../lang/Lexicon.js"
import type { renderProgram } from "../lang/Renderer.js"

export type Program = Parameters<typeof renderProgram>[0]
type Statement = Program["body"][number]

/** A row's node with its children so far; `order` is its place among its siblings. */
interface Node {
  readonly order: number
  readonly cells: ReadonlyArray<string>
  readonly children: Array<Node>
}

/**
 * Builds the tree from the rows of a syntax table, as a reader would: each row goes to its parent, and siblings are put in order at the
 * end. Kinds are told by the words that open blocks. `null`: the table makes no sense.
 */
export const readTable = (table: string, lexicon: Lexicon): Program | null => {
  const nodes = new Map<string, Node>()
  let root: Node | null = null
  for (const line of table.split("\n").slice(1)) {
    const [id = "", parent = "", order = "", ...cells] = line.split(/ +/)
    const node: Node = { order: Number(order), cells, children: [] }
    if (cells[0] === "ROOT") root = node
    else {
      const home = nodes.get(parent)
      if (home === undefined) return null
      home.children.push(node)
    }
    nodes.set(id, node)
  }
  const body = root === null ? null : bodyOf(root, lexicon)
  return body === null ? null : { body }
}

const bodyOf = ({ children }: Node, lexicon: Lexicon): ReadonlyArray<Statement> | null => {
  const body: Array<Statement> = []
  for (const node of children.sort((a, b) => a.order - b.order)) {
    const statement = statementOf(node, lexicon)
    if (statement === null) return null
    body.push(statement)
  }
  return body
}

const statementOf = (node: Node, lexicon: Lexicon): Statement | null => {
  const [tag, word, name = "", variable = "", value, payload = ""] = node.cells
  switch (tag) {
    case "LET":
      return { type: "let", variable, value: Number(value) }
    case "NOP":
      return { type: "nop", payload }
    case "SCOPE": {
      const kind = (["unit", "func", "area"] as const).find((one) => lexicon[one] === word)
      const body = bodyOf(node, lexicon)
      return kind === undefined || body === null ? null : { type: "scope", kind, name, body }
    }
    default:
      return null
  }
}
