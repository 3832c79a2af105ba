import type { InputMessage } from "../../../llm/LlmRequest.js"
import type { Problem } from "../problems/Problem.js"
import { caretLines } from "../schedule/caret.js"
import type { ScheduleError } from "../schedule/ScheduleError.js"
import { type PromptParts, partNames } from "./PromptParts.js"

/** How often a body that cannot be evaluated may be mended. */
export const mostRepairs = 2

const requirementMark = "要件: "
const allDayMark = "（終日でよい）"

export const systemPrompt = (parts: PromptParts): string =>
  `${partNames.map((name) => parts[name]).join("\n\n")}\n`

/** The requirement and, where days are enough, that they are. Never the range in which points are compared. */
export const userMessage = ({ allDay, prompt }: Pick<Problem, "allDay" | "prompt">): string =>
  requirementMark + prompt + (allDay ? allDayMark : "")

/** The inverse of {@link userMessage}, but for a requirement that ends in the mark itself; `null` for any other text. */
export const requirementIn = (
  message: string
): { readonly prompt: string; readonly allDay: boolean } | null => {
  if (!message.startsWith(requirementMark)) return null
  const rest = message.slice(requirementMark.length)
  const allDay = rest.endsWith(allDayMark)
  return { prompt: allDay ? rest.slice(0, -allDayMark.length) : rest, allDay }
}

export const firstInput = (problem: Pick<Problem, "allDay" | "prompt">): ReadonlyArray<InputMessage> => [
  { role: "user", content: userMessage(problem) }
]

/** What the evaluator says of a body, for the model: class, place, the line at fault with a caret, and what to write instead. */
export const repairMessage = (body: string, error: ScheduleError): string => {
  const [line, caret] = caretLines(body, error)
  return [
    "本体を評価できなかった。",
    "",
    `${error.line} 行 ${error.column} 桁: ${error.class}`,
    line,
    caret,
    error.sentence.ja,
    error.hint.ja,
    "",
    "同じ形の JSON で、直した案の全体を返す。"
  ].join("\n")
}

/** The conversation so far, the reply as the model wrote it, and the diagnosis. */
export const repairInput = (
  input: ReadonlyArray<InputMessage>,
  reply: string,
  body: string,
  error: ScheduleError
): ReadonlyArray<InputMessage> => [
  ...input,
  { role: "assistant", content: reply },
  { role: "user", content: repairMessage(body, error) }
]

/** How many replies of the model the conversation holds: 0 before the first. */
export const repairsIn = (input: ReadonlyArray<InputMessage>): number =>
  input.filter(({ role }) => role === "assistant").length
