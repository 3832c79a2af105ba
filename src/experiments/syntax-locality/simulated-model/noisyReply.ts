import type { SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"
import type { Style } from "../lang/Syntax.js"
import type { Question } from "./readQuestion.js"

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

/** The chance of a mistake, from 1 % without closings to 35 %. */
export const mistakeRate = (style: Style, closings: number): number =>
  Math.min(0.35, 0.01 + mistakesPerClosing[style] * closings)

/** The values that a reader would give who mixed up which scopes are open: the asked variable's other bindings. */
const carelessValues = ({ prefix, value }: Question): Array<number> => {
  const values = new Set<number>()
  for (const event of prefix.events) {
    if (event.type === "let" && event.variable === prefix.probe.variable && event.value !== value)
      values.add(event.value)
  }
  return [...values]
}

const mistake = (question: Question, random: JavaRandom): SimulatedReply => {
  const reasoningTokens = 32 + random.nextInt(96)
  const manner = random.nextInt(100)
  if (manner < 4) return { type: "refusal", text: "I cannot help with that." }
  if (manner < 8) return { type: "incomplete", text: manner < 6 ? "" : String(question.value).slice(0, 2) }
  const careless = carelessValues(question)
  const value = careless.length > 0 && manner >= 18 ? careless[random.nextInt(careless.length)] : undefined
  const text = value === undefined ? `The answer is ${question.value}.` : String(value)
  return { type: "answer", text, reasoningTokens }
}

/** Mostly the right answer. Mistakes are mostly a wrong value; some are a sentence instead of a number, a refusal or a cut reply. */
export const noisyReply = (question: Question, random: JavaRandom): SimulatedReply => {
  const closings = question.prefix.events.filter((event) => event.type === "close").length
  if (random.nextDouble() < mistakeRate(question.style, closings)) return mistake(question, random)
  return { type: "answer", text: String(question.value), reasoningTokens: 32 + random.nextInt(96) }
}
