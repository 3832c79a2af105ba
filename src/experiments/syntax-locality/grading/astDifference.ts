import type { Program, Statement } from "../lang/Ast.js"

/** In what two statements in the same place differ. */
export type DifferenceKind =
  /** Both have the same statements there, in another order. */
  | "order"
  /** One is a let and the other a nop, or the like. */
  | "statement"
  | "missing_statement"
  | "extra_statement"
  | "kind"
  | "name"
  | "variable"
  | "value"
  | "payload"

export interface AstDifference {
  readonly kind: DifferenceKind
  /** Places from the outermost body in, each from 0: `[2, 0]` is the first statement of the third statement. */
  readonly path: ReadonlyArray<number>
}

/**
 * The first difference between two programs in the order of the text, or `null` (specification 10.1: kinds, names, order, bindings,
 * values and payloads count; ids and positions in a source do not exist here). Programs nest at most 60 deep.
 */
export const astDifference = (expected: Program, found: Program): AstDifference | null =>
  bodyDifference(expected.body, found.body, [])

const bodyDifference = (
  expected: ReadonlyArray<Statement>,
  found: ReadonlyArray<Statement>,
  path: ReadonlyArray<number>
): AstDifference | null => {
  for (const [index, statement] of expected.entries()) {
    const difference = statementDifference(statement, found[index], [...path, index])
    if (difference === null) continue
    return sameStatements(expected, found) ? { kind: "order", path: [...path, index] } : difference
  }
  return found.length > expected.length ? { kind: "extra_statement", path: [...path, expected.length] } : null
}

const statementDifference = (
  expected: Statement,
  found: Statement | undefined,
  path: ReadonlyArray<number>
): AstDifference | null => {
  const differs = (kind: DifferenceKind): AstDifference => ({ kind, path })
  if (found === undefined) return differs("missing_statement")
  if (expected.type === "let" && found.type === "let") {
    if (expected.variable !== found.variable) return differs("variable")
    return expected.value === found.value ? null : differs("value")
  }
  if (expected.type === "nop" && found.type === "nop")
    return expected.payload === found.payload ? null : differs("payload")
  if (expected.type !== "scope" || found.type !== "scope") return differs("statement")
  if (expected.kind !== found.kind) return differs("kind")
  if (expected.name !== found.name) return differs("name")
  return bodyDifference(expected.body, found.body, path)
}

/** The same statements, whatever their order. */
const sameStatements = (a: ReadonlyArray<Statement>, b: ReadonlyArray<Statement>): boolean =>
  a.length === b.length && sortedTexts(a).join("\n") === sortedTexts(b).join("\n")

const sortedTexts = (body: ReadonlyArray<Statement>): ReadonlyArray<string> => body.map(textOf).sort()

const textOf = (statement: Statement): string => {
  switch (statement.type) {
    case "let":
      return `let ${statement.variable} ${statement.value}`
    case "nop":
      return `nop ${statement.payload}`
    case "scope":
      return `${statement.kind} ${statement.name} (${statement.body.map(textOf).join(", ")})`
  }
}
