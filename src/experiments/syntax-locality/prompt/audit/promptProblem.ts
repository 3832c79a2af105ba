import * as Either from "effect/Either"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import type { CutPoint } from "../../lang/Ast.js"
import type { ParsedEvent, ParsedPrefix } from "../../lang/Event.js"
import { observePrefix } from "../../lang/EventOracle.js"
import { type ProgramEvent, programEvents } from "../../lang/Events.js"
import { parsePrefix } from "../../lang/Parser.js"
import { lookupEnding, lookupInstructions } from "../lookupPrompt.js"
import type { Question } from "./Question.js"

/**
 * What is wrong with a saved request, or `null`. The message must be `opening`, one test source, and `Answer:` at its end. The
 * source is read by the parser and must say, event by event, what the family's program says up to the cut, end at its probe,
 * and have the saved answer: so the sources of one block differ in nothing that the parser reads.
 */
export const promptProblem = (request: LlmRequest, opening: string, question: Question): string | null => {
  const [message, ...others] = request.input
  if (request.instructions !== lookupInstructions) return "other instructions"
  if (message === undefined || others.length > 0 || message.role !== "user") return "not one user message"
  if (!message.content.startsWith(opening)) return "other syntax or examples"
  if (!message.content.endsWith(lookupEnding)) return "it does not end with its Answer: line"
  const source = message.content.slice(opening.length, -lookupEnding.length)
  return Either.match(parsePrefix(source, question.spec), {
    onLeft: (error) => `its test source cannot be read: ${error.message}`,
    onRight: (parsed) => sourceProblem(parsed, question)
  })
}

const sourceProblem = (parsed: ParsedPrefix, { family, cut, answer }: Question): string | null => {
  const events = programEvents(family.program).slice(0, cut.eventCount)
  const same =
    parsed.events.length === events.length &&
    events.every((event, index) => sameEvent(event, parsed.events[index])) &&
    sameProbe(parsed, cut)
  if (!same) return "its test source is another program, cut or probe"
  const value = Either.getOrNull(observePrefix(parsed))?.value
  return value === answer?.value
    ? null
    : `its test source has the answer ${value}, gold says ${answer?.value}`
}

const sameProbe = ({ probe }: ParsedPrefix, { probeId, variable }: CutPoint): boolean =>
  probe.id === probeId && probe.variable === variable

const sameEvent = (event: ProgramEvent, parsed: ParsedEvent | undefined): boolean => {
  if (parsed?.type === "open" && event.type === "open") {
    return parsed.kind === event.scope.kind && parsed.name === event.scope.name
  }
  if (parsed?.type === "let" && event.type === "let") {
    return parsed.variable === event.variable && parsed.value === event.value
  }
  if (parsed?.type === "nop" && event.type === "nop") return parsed.payload === event.payload
  return parsed?.type === "close" && event.type === "close"
}
