import { sha256Hex } from "../../../records/Identity.js"
import type { Program, Statement } from "../lang/Ast.js"

/**
 * SHA-256 of what is left of a program when everything is erased that a renaming could change: block names, kinds (all mean
 * the same), values and payloads, and variables up to their order of first appearance. Two programs with the same hash differ
 * in labels only, so neither may teach the answer of the other (specification 6.1).
 */
export const structureHash = (program: Program): string => sha256Hex(structureText(program))

const structureText = (program: Program): string => {
  const variables = new Map<string, number>()
  const parts: Array<string> = []
  const walk = (body: ReadonlyArray<Statement>): void => {
    for (const statement of body) {
      if (statement.type === "nop") parts.push("nop")
      else if (statement.type === "let") {
        const index = variables.get(statement.variable) ?? variables.size
        variables.set(statement.variable, index)
        parts.push(`let ${index}`)
      } else {
        parts.push("open")
        walk(statement.body)
        parts.push("close")
      }
    }
  }
  walk(program.body)
  return parts.join("\n")
}
