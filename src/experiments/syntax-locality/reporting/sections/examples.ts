import * as Effect from "effect/Effect"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import type { ReadError, ReportInput } from "../../../../pipeline/Experiment.js"
import { markdownFence, markdownText } from "../../../../report/Markdown.js"
import { excerpt } from "../../../../report/SafeText.js"
import { sidesOf } from "../contrasts.js"
import { expectedAnswer } from "../expectedAnswer.js"
import { type FailureCategory, type FailurePair, failurePairs, pairsShown } from "../failurePairs.js"
import type { Results } from "../Results.js"
import type { Scored } from "../Scored.js"
import { styleName } from "./styleName.js"

/** Of a longer input the last lines are shown: there the program ends and the question stands. */
const linesShown = 30
/** UTF-16 code units of an answer. */
const answerShown = 1000

/** 9. Failures chosen by rule, with all that is needed to judge them. Reads the transcripts of the shown pairs only. */
export const examplesSection = (
  { run, trials }: Results,
  input: ReportInput
): Effect.Effect<ReadonlyArray<string>, ReadError> =>
  Effect.map(
    Effect.forEach(failurePairs(trials, run.primary), (category) => categoryBlocks(category, input)),
    (blocks) => [ruleFor(sidesOf(run.primary)), ...blocks.flat()]
  )

const ruleFor = ([treatment, baseline]: readonly [string, string]): string =>
  `Chosen by a rule that was fixed beforehand: ${treatment} and ${baseline} trials of the same task, view, family, lexical regime and replicate that can both be judged; in each category the pairs whose ${treatment} trial has the smallest trial id, at most ${pairsShown}. An input of more than ${linesShown} lines is cut to its last ${linesShown}; the numbers count lines of the prompt's text, which stands whole in the named file.`

const categoryBlocks = (
  { title, found, shown }: FailureCategory,
  input: ReportInput
): Effect.Effect<ReadonlyArray<string>, ReadError> =>
  Effect.map(
    Effect.forEach(shown, (pair) => pairBlocks(pair, input)),
    (blocks) => [`### ${title}: ${found === 0 ? "none" : `${shown.length} of ${found}`}`, ...blocks.flat()]
  )

const pairBlocks = (
  { treatment, baseline }: FailurePair,
  input: ReportInput
): Effect.Effect<ReadonlyArray<string>, ReadError> =>
  Effect.gen(function* () {
    const { at, row } = treatment
    const place = [at.task, at.view, at.familyId, at.lexicon, `replicate ${row.replicate}`].join(" / ")
    const correct = isProgram(treatment)
      ? "the correct program stands with each answer, in its notation"
      : `the correct answer is ${markdownText(expectedOf(treatment, input))}`
    return [
      `**${markdownText(place)}**: ${correct}.`,
      ...(yield* trialBlocks(treatment, input)),
      ...(yield* trialBlocks(baseline, input))
    ]
  })

/** A program has an answer of its own in each notation, and several lines. */
const isProgram = ({ at }: Scored): boolean => at.task === "ast_to_source"

const expectedOf = ({ at, row }: Scored, input: ReportInput): string =>
  expectedAnswer(at, input.gold(row.goldId)) ?? "unknown"

const trialBlocks = (trial: Scored, input: ReportInput): Effect.Effect<ReadonlyArray<string>, ReadError> =>
  Effect.map(input.transcript(trial.row), ({ request, answer }) => {
    const { at, row } = trial
    const reason = row.reason === null ? "" : ` (${markdownText(row.reason)})`
    const { text, range } = lastLines(request)
    return [
      `${styleName(at.style)}, trial ${row.trialId}: ${row.outcome}${reason}. Raw answer${answerRange(answer)}:`,
      markdownFence(excerpt(answer ?? "", answerShown)),
      ...(isProgram(trial) ? ["Correct program:", markdownFence(expectedOf(trial, input))] : []),
      `Input, ${range} (trials/${row.trialId}/request.json):`,
      markdownFence(text)
    ]
  })

const answerRange = (answer: string | null): string => {
  if (answer === null) return ", none"
  if (answer === "") return ", empty"
  return answer.length > answerShown ? `, the first ${answerShown} of ${answer.length} UTF-16 code units` : ""
}

const lastLines = ({ input }: LlmRequest): { readonly text: string; readonly range: string } => {
  const lines = input
    .map(({ content }) => content)
    .join("\n")
    .split("\n")
  const first = Math.max(0, lines.length - linesShown)
  return {
    text: lines.slice(first).join("\n"),
    range: `lines ${first + 1} to ${lines.length} of ${lines.length}`
  }
}
