/** Answers without a model: something in the wanted form, taken from the words of the prompt by a hash. Mostly wrong, always the same. */
import { createHash } from "node:crypto"

/** Whole numbers from 0 below `count`, the same for the same texts. */
const chooser = (...texts) => {
  let state = createHash("sha256").update(texts.join("\0")).digest()
  return (count) => {
    state = createHash("sha256").update(state).digest()
    return state.readUInt32BE(0) % count
  }
}

/** Keys that the prompt names as JSON does, in order and once each. */
const keysIn = (prompt) =>
  [...new Set([...prompt.matchAll(/"([^"\n]{1,40})"\s*:/g)].map(([, key]) => key))].slice(0, 20)

const numbersIn = (prompt) =>
  (prompt.match(/\d[\d,]*/g) ?? ["0"]).map((number) => Number(number.replaceAll(",", "")))

const phrasesIn = (prompt) => {
  const phrases = prompt.split(/[。\n、]/).map((phrase) => phrase.trim())
  const found = phrases.filter((phrase) => phrase.length >= 2 && phrase.length <= 40)
  return found.length === 0 ? ["不明"] : found
}

const isNumeric = (key) => /額|数|計|料|率|number|amount|total|count/i.test(key)

/** The form that the workbench's prompt for a judge shows in its last line, with points by the hash; `null` for any other prompt. */
const judgement = (choose, prompt) => {
  if (!prompt.startsWith("あなたは日本語の実務文書の採点者です。")) return null
  const { criteria } = JSON.parse(prompt.trimEnd().split("\n").at(-1))
  return JSON.stringify({
    criteria: criteria.map(({ name, points }) => ({
      name,
      points: choose(points + 1),
      reason: "合成サンプルの採点。"
    }))
  })
}

export const simulatedAnswer = (name, prompt) => {
  const choose = chooser(name, prompt)
  const judged = judgement(choose, prompt)
  if (judged !== null) return judged
  const phrase = () => {
    const phrases = phrasesIn(prompt)
    return phrases[choose(phrases.length)]
  }
  const number = () => {
    const numbers = numbersIn(prompt)
    return numbers[choose(numbers.length)]
  }
  const keys = keysIn(prompt)
  if (/JSON/i.test(prompt) && keys.length > 0)
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, isNumeric(key) ? number() : phrase()])))
  if (/CSV/i.test(prompt)) return `${phrase()},${number()}\n${phrase()},${number()}`
  return ["【合成サンプル】", ...Array.from({ length: 3 }, () => `- ${phrase()}`)].join("\n")
}
