import * as Effect from "effect/Effect"
import type { ReadError, ReportInput } from "../../../../pipeline/Experiment.js"
import { safeText } from "../../../../report/SafeText.js"
import type { Scored } from "../Scored.js"

/** Blocks whose prompts stand in the page itself; of the others there are links. */
const blocksShown = 40
/** Lines from the end of a prompt: there the program ends and the question stands. */
const linesShown = 40

/** What was asked in the first matched blocks, in schedule order, in which some answer was not correct. By trial id. */
export const readQuestions = (
  trials: ReadonlyArray<Scored>,
  input: Pick<ReportInput, "request">
): Effect.Effect<ReadonlyMap<string, string>, ReadError> =>
  Effect.gen(function* () {
    const failed = new Set<string>()
    for (const { row } of trials) {
      if (row.correct === 0) failed.add(blockOf(row))
      if (failed.size === blocksShown) break
    }
    const questions = new Map<string, string>()
    for (const { row } of trials) {
      if (!failed.has(blockOf(row))) continue
      const { input: messages } = yield* input.request(row)
      const lines = (messages.at(-1)?.content ?? "").split("\n")
      const cut = lines.length > linesShown ? ["[…]"] : []
      questions.set(row.trialId, safeText([...cut, ...lines.slice(-linesShown)].join("\n")))
    }
    return questions
  })

const blockOf = ({ block, replicate }: Scored["row"]): string => `${block} ${replicate}`
