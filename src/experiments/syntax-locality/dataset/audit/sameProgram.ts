import type { Program, Statement } from "../../lang/Ast.js"

/** Equal in kinds, names, bindings, values, payloads and order. */
export const sameProgram = (a: Program, b: Program): boolean => sameBody(a.body, b.body)

const sameBody = (a: ReadonlyArray<Statement>, b: ReadonlyArray<Statement>): boolean =>
  a.length === b.length && a.every((statement, index) => sameStatement(statement, b[index]))

const sameStatement = (a: Statement, b: Statement | undefined): boolean => {
  if (a.type === "let") return b?.type === "let" && a.variable === b.variable && a.value === b.value
  if (a.type === "nop") return b?.type === "nop" && a.payload === b.payload
  return b?.type === "scope" && a.kind === b.kind && a.name === b.name && sameBody(a.body, b.body)
}
