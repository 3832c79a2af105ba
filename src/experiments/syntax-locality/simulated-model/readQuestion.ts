import * as Either from "effect/Either"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import type { ParsedPrefix } from "../lang/Event.js"
import { observePrefix } from "../lang/EventOracle.js"
import { parsePrefix } from "../lang/Parser.js"
import type { RenderSpec } from "../lang/Renderer.js"
import { grammarOf } from "./grammarOf.js"
import { type Program, readTable } from "./readTable.js"

/** A question that was understood, from the request's text alone. */
export type Question = LookupQuestion | StackQuestion | WritingQuestion

export interface LookupQuestion {
  readonly task: "scope_lookup"
  readonly spec: RenderSpec
  readonly prefix: ParsedPrefix
  /** The value that is visible at the probe. */
  readonly value: number
}

export interface StackQuestion {
  readonly task: "active_stack"
  readonly spec: RenderSpec
  readonly prefix: ParsedPrefix
  /** The names of the open and of the closed blocks, each in the order of their openings. */
  readonly open: ReadonlyArray<string>
  readonly closed: ReadonlyArray<string>
}

export interface WritingQuestion {
  readonly task: "ast_to_source"
  readonly spec: RenderSpec
  readonly program: Program
}

/** What stands between the first `before` and the first `after` behind it. */
const between = (text: string, before: string, after: string): string | null => {
  const start = text.indexOf(before)
  if (start < 0) return null
  const from = start + before.length
  const end = text.indexOf(after, from)
  return end < 0 ? null : text.slice(from, end)
}

/** Tasks by what they demand, and the headings around what is given. */
const demands = [
  [
    "scope_lookup",
    "Return only the decimal integer visible at the final probe.",
    "Program prefix:",
    "Answer:"
  ],
  [
    "active_stack",
    "Return only a JSON array of strings: the names of the blocks",
    "Program prefix:",
    "Answer:"
  ],
  ["ast_to_source", "Return only the complete program", "Syntax tree:", "Program:"]
] as const

/**
 * Reads the prompt as a model would have to: the task from what it demands, the grammar from its SYNTAX section, the program from its
 * TEST section. `null`: this is no prompt of a task that the simulation knows, or its program makes no sense.
 */
export const readQuestion = (request: LlmRequest): Question | null => {
  const text = [request.instructions, ...request.input.map((message) => message.content)].join("\n")
  const found = demands.find(([, demand]) => text.includes(demand))
  if (found === undefined) return null
  const [task, , givenHeading, answerHeading] = found
  const syntax = between(text, "\nSYNTAX\n", "\n\nEXAMPLES\n")
  const given = between(text, `\nTEST\n${givenHeading}\n`, `\n${answerHeading}`)
  if (syntax === null || given === null) return null
  const spec = grammarOf(syntax)
  if (spec === null) return null
  if (task === "ast_to_source") {
    const program = readTable(given, spec.lexicon)
    return program === null ? null : { task, spec, program }
  }
  const prefix = Either.getOrNull(parsePrefix(given, spec))
  if (prefix === null) return null
  if (task === "active_stack") return { task, spec, prefix, ...blocksIn(prefix) }
  const observation = Either.getOrNull(observePrefix(prefix))
  return observation === null ? null : { task, spec, prefix, value: observation.value }
}

/** The blocks of a prefix by whether something closes them. */
const blocksIn = ({ events }: ParsedPrefix): Pick<StackQuestion, "open" | "closed"> => {
  const open: Array<string> = []
  const closed = new Set<string>()
  const all: Array<string> = []
  for (const event of events) {
    if (event.type === "open") {
      open.push(event.name)
      all.push(event.name)
    } else if (event.type === "close") closed.add(open.pop() ?? "")
  }
  return { open, closed: all.filter((name) => closed.has(name)) }
}
