import * as Either from "effect/Either"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import { sameProgram } from "../../dataset/audit/sameProgram.js"
import type { CutPoint } from "../../lang/Ast.js"
import type { ParsedEvent, ParsedPrefix } from "../../lang/Event.js"
import { observePrefix } from "../../lang/EventOracle.js"
import { type ProgramEvent, programEvents } from "../../lang/Events.js"
import { parsePrefix } from "../../lang/Parser.js"
import { stackText } from "../../lang/stackText.js"
import { readAstTable } from "../readAstTable.js"
import { endingOf, templates } from "../Template.js"
import type { GenerationQuestion, Question, ReadingQuestion } from "./Question.js"

/**
 * What is wrong with a saved request, or `null`. The message must be `opening`, one test item, and the heading of the answer at its
 * end. What is given is read and must say what the family's program says (see below), and have the saved answer: so the requests
 * of one block differ in nothing that is read.
 */
export const promptProblem = (request: LlmRequest, opening: string, question: Question): string | null => {
  const { item, spec, answer } = question
  const [message, ...others] = request.input
  if (request.instructions !== templates[item.task].instructions) return "other instructions"
  if (message === undefined || others.length > 0 || message.role !== "user") return "not one user message"
  if (!message.content.startsWith(opening)) return "other syntax or examples"
  const ending = endingOf(templates[item.task])
  if (!message.content.endsWith(ending)) return `it does not end with its ${ending.trim()} line`
  const given = message.content.slice(opening.length, -ending.length)
  return item.task === "ast_to_source"
    ? tableProblem(given, { item, spec, answer })
    : sourceProblem(given, { item, spec, answer })
}

/** The table must be readable, and its program the family's and the saved answer. */
const tableProblem = (given: string, { item, spec, answer }: GenerationQuestion): string | null =>
  Either.match(readAstTable(given, spec.lexicon), {
    onLeft: (problem) => `its table cannot be read: ${problem}`,
    onRight: (program) => {
      if (!sameProgram(program, item.family.program)) return "its table is of another program"
      const right = answer !== undefined && "program" in answer && sameProgram(program, answer.program)
      return right ? null : "gold is another program than its table's"
    }
  })

/** The source must say, event by event, what the program says up to the cut, end at its probe, and have the saved answer. */
const sourceProblem = (given: string, { item, spec, answer }: ReadingQuestion): string | null =>
  Either.match(parsePrefix(given, spec), {
    onLeft: (error) => `its test source cannot be read: ${error.message}`,
    onRight: (parsed) => {
      const { program, cuts } = item.family
      if (!isPrefix(parsed, programEvents(program), cuts[item.view]))
        return "its test source is another program, cut or probe"
      const [found, saved] = [seenIn(parsed, item.task), savedOf(answer, item.task)]
      return found === saved ? null : `its test source has the answer ${found}, gold says ${saved}`
    }
  })

const seenIn = (parsed: ParsedPrefix, task: ReadingQuestion["item"]["task"]): string =>
  Either.match(observePrefix(parsed), {
    onLeft: ({ message }) => message,
    onRight: ({ value, activeScopes }) => (task === "scope_lookup" ? String(value) : stackText(activeScopes))
  })

const savedOf = (answer: Question["answer"], task: ReadingQuestion["item"]["task"]): string => {
  if (answer === undefined || "program" in answer) return "nothing"
  if (task === "active_stack") return stackText(answer.activeScopes)
  return "value" in answer ? String(answer.value) : "nothing"
}

const isPrefix = (
  parsed: ParsedPrefix,
  events: ReadonlyArray<ProgramEvent>,
  { eventCount, probeId, variable }: CutPoint
): boolean =>
  parsed.events.length === eventCount &&
  eventCount <= events.length &&
  parsed.events.every((event, index) => sameEvent(events[index], event)) &&
  parsed.probe.id === probeId &&
  parsed.probe.variable === variable

const sameEvent = (event: ProgramEvent | undefined, parsed: ParsedEvent): boolean => {
  if (parsed.type === "open" && event?.type === "open") {
    return parsed.kind === event.scope.kind && parsed.name === event.scope.name
  }
  if (parsed.type === "let" && event?.type === "let") {
    return parsed.variable === event.variable && parsed.value === event.value
  }
  if (parsed.type === "nop" && event?.type === "nop") return parsed.payload === event.payload
  return parsed.type === "close" && event?.type === "close"
}
