import * as Either from "effect/Either"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import type { ParsedPrefix } from "../lang/Event.js"
import { observePrefix } from "../lang/EventOracle.js"
import { parsePrefix } from "../lang/Parser.js"
import type { Style } from "../lang/Syntax.js"
import { grammarOf } from "./grammarOf.js"

/** A question that was understood, from the request's text alone. Other tasks will be further members, told apart by `task`. */
export interface Question {
  readonly task: "scope_lookup"
  readonly style: Style
  readonly prefix: ParsedPrefix
  /** The value that is visible at the probe. */
  readonly value: number
}

/** What stands between the first `before` and the first `after` behind it. */
const between = (text: string, before: string, after: string): string | null => {
  const start = text.indexOf(before)
  if (start < 0) return null
  const from = start + before.length
  const end = text.indexOf(after, from)
  return end < 0 ? null : text.slice(from, end)
}

/**
 * Reads the prompt as a model would have to: the grammar from its SYNTAX section, the program from its TEST section.
 * `null`: this is no prompt of a task that the simulation knows, or its program makes no sense.
 */
export const readQuestion = (request: LlmRequest): Question | null => {
  const text = [request.instructions, ...request.input.map((message) => message.content)].join("\n")
  if (!text.includes("Return only the decimal integer visible at the final probe.")) return null
  const syntax = between(text, "\nSYNTAX\n", "\n\nEXAMPLES\n")
  const source = between(text, "\nTEST\nProgram prefix:\n", "\nAnswer:")
  if (syntax === null || source === null) return null
  const spec = grammarOf(syntax)
  if (spec === null) return null
  const reading = Either.flatMap(parsePrefix(source, spec), (prefix) =>
    Either.map(observePrefix(prefix), ({ value }) => ({ prefix, value }))
  )
  return Either.match(reading, {
    onLeft: () => null,
    onRight: ({ prefix, value }): Question => ({ task: "scope_lookup", style: spec.style, prefix, value })
  })
}
