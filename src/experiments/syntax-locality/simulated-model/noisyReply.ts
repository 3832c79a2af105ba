import type { SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"
import type { Style } from "../lang/Syntax.js"
import { perfectAnswer } from "./perfectAnswer.js"
import { pickFrom } from "./pickFrom.js"
import type { LookupQuestion, Question } from "./readQuestion.js"
import { depthOf, spoiltProgram } from "./spoiltProgram.js"
import { spoiltStack } from "./spoiltStack.js"

/**
 * How much each closing before the probe adds to the chance of a mistake. Invented, so that a report has something to show:
 * the figures come from no model, and what a mock run finds says nothing about any.
 */
const mistakesPerClosing: Readonly<Record<Style, number>> = {
  braces: 0.022,
  generic_end: 0.027,
  typed_end: 0.02,
  named_end: 0.014,
  padded_end: 0.03
}

/** The same for each level of nesting of a program that is to be written; invented, too. */
const mistakesPerLevel: Readonly<Record<Style, number>> = {
  braces: 0.018,
  generic_end: 0.022,
  typed_end: 0.026,
  named_end: 0.033,
  padded_end: 0.025
}

/** The chance of a mistake in reading, from 1 % without closings to 35 %. */
export const mistakeRate = (style: Style, closings: number): number =>
  Math.min(0.35, 0.01 + mistakesPerClosing[style] * closings)

/** The chance of a mistake in writing, from 1 % without blocks to 35 %. */
export const writingMistakeRate = (style: Style, depth: number): number =>
  Math.min(0.35, 0.01 + mistakesPerLevel[style] * depth)

const rateOf = (question: Question): number => {
  const { style } = question.spec
  if (question.task === "ast_to_source") return writingMistakeRate(style, depthOf(question.program))
  return mistakeRate(style, question.prefix.events.filter(({ type }) => type === "close").length)
}

/**
 * Mostly the right answer. Mistakes are mostly a wrong value, stack or program; some are a sentence instead of an answer, a refusal
 * or a cut reply.
 */
export const noisyReply = (question: Question, random: JavaRandom): SimulatedReply => {
  const mistaken = random.nextDouble() < rateOf(question)
  const reasoningTokens = 32 + random.nextInt(96)
  const right = perfectAnswer(question)
  if (!mistaken) return { type: "answer", text: right, reasoningTokens }
  const manner = random.nextInt(100)
  if (manner < 4) return { type: "refusal", text: "I cannot help with that." }
  if (manner < 8) {
    return { type: "incomplete", text: manner < 6 ? "" : right.slice(0, Math.floor(right.length / 2)) }
  }
  const wrong = manner < 18 ? null : wrongAnswer(question, random)
  return { type: "answer", text: wrong ?? dressed(question, right), reasoningTokens }
}

/** The right answer where it must not stand: in a sentence, or a program in a code fence. */
const dressed = ({ task }: Question, right: string): string =>
  task === "ast_to_source" ? `\`\`\`\n${right}\n\`\`\`` : `The answer is ${right}.`

/** A well-formed answer that is wrong; `null` where the question leaves nothing to confuse. */
const wrongAnswer = (question: Question, random: JavaRandom): string | null => {
  switch (question.task) {
    case "scope_lookup":
      return pickFrom(carelessValues(question), random)
    case "active_stack":
      return spoiltStack(question, random)
    case "ast_to_source":
      return spoiltProgram(question, random)
  }
}

/** The values that a reader would give who mixed up which scopes are open: the asked variable's other bindings. */
const carelessValues = ({ prefix, value }: LookupQuestion): Array<string> => {
  const values = new Set<string>()
  for (const event of prefix.events) {
    if (event.type === "let" && event.variable === prefix.probe.variable && event.value !== value)
      values.add(String(event.value))
  }
  return [...values]
}
