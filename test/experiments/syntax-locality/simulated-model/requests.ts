import type { Task } from "../../../../src/experiments/syntax-locality/Factors.js"
import type { Program } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { type RenderSpec, renderProgram } from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { tableLines } from "../../../../src/experiments/syntax-locality/prompt/AstTable.js"
import { describeSyntax } from "../../../../src/experiments/syntax-locality/prompt/SyntaxDescription.js"
import {
  endingOf,
  openingOf,
  type ShownExample,
  templates
} from "../../../../src/experiments/syntax-locality/prompt/Template.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import { JavaRandom } from "../../../../src/random/JavaRandom.js"

/** A request as it is planned, with one example whose answer is never the test's. */
const requestFor = (task: Task, spec: RenderSpec, example: ShownExample, given: string): LlmRequest => {
  const template = templates[task]
  const opening = openingOf(template, describeSyntax(spec.style, spec.lexicon, task), [example])
  return {
    model: "mock",
    instructions: template.instructions,
    input: [{ role: "user", content: `${opening}${given}${endingOf(template)}` }],
    reasoningEffort: "low",
    maxOutputTokens: 8192
  }
}

export const lookupRequest = (source: string, spec: RenderSpec): LlmRequest => {
  const given = `${spec.lexicon.let} x_a 1234\nprobe q_examples x_a`
  return requestFor("scope_lookup", spec, { given, answer: "1234" }, source)
}

export const stackRequest = (source: string, spec: RenderSpec): LlmRequest => {
  const given = `${spec.lexicon.let} x_a 1234\nprobe q_examples x_a`
  return requestFor("active_stack", spec, { given, answer: '["n_examples"]' }, source)
}

/** `seed` gives the table its ids and its order of rows. */
export const programRequest = (program: Program, spec: RenderSpec, seed = 1n): LlmRequest => {
  const tableOf = (one: Program): string => tableLines(one, spec.lexicon, new JavaRandom(seed)).join("\n")
  const shown: Program = { body: [{ type: "let", variable: "x_a", value: 1234 }] }
  const example = { given: tableOf(shown), answer: renderProgram(shown, spec) }
  return requestFor("ast_to_source", spec, example, tableOf(program))
}
