/**
 * A whole experiment of one's own: does writing a bracket's number beside it where it closes help a model to count the open ones?
 * What is here is particular to it; planning, audit, limits, resume, paired statistics and report are the engine's.
 */
import {
  definePaired,
  JavaRandom,
  type PairedFamily,
  type Prompt,
  type SimulatedModel
} from "syntax-locality-icl"

const instructions = "You count brackets. Return only a decimal integer."

/** `plain` closes with `)`, `numbered` with `)3`, the number of the bracket that it closes. */
const arms = ["plain", "numbered"] as const

/** Opens or closes at random, never more than are open; ends with `depth` of them open. */
const draw = (depth: number, length: number, random: JavaRandom): ReadonlyArray<"(" | ")"> => {
  const steps: Array<"(" | ")"> = []
  let open = 0
  while (steps.length < length || open !== depth) {
    const opens = open === 0 || (steps.length < length ? random.nextInt(2) === 0 : open < depth)
    steps.push(opens ? "(" : ")")
    open += opens ? 1 : -1
  }
  return steps
}

const write = (steps: ReadonlyArray<"(" | ")">, arm: string): string => {
  const open: Array<number> = []
  let opened = 0
  return steps
    .map((step) => {
      if (step === "(") {
        open.push(++opened)
        return `(${opened}`
      }
      const closed = open.pop()
      return arm === "numbered" ? `)${closed}` : ")"
    })
    .join(" ")
}

const prompt = (text: string): Prompt => ({
  instructions,
  user: `How many brackets are still open at the end?\n${text}\nAnswer:`
})

export const brackets = definePaired({
  id: "brackets",
  question: "Does the number of a bracket where it closes help to count the open ones?",
  version: 1,
  arms,
  contrasts: [{ treatment: "numbered", baseline: "plain" }],
  presets: { smoke: { families: 2 }, pilot: { families: 12 } },
  model: "gpt-5.6-terra",
  maxOutputTokens: 1024,
  families: function* ({ seed, settings }) {
    let index = 0
    for (const depth of [1, 3, 6]) {
      for (let family = 0; family < Number(settings["families"]); family++) {
        const steps = draw(depth, 4 * depth, new JavaRandom(seed("structure", index++)))
        yield {
          family: `d${depth}-${family}`,
          stratum: [depth],
          gold: depth,
          prompts: Object.fromEntries(arms.map((arm) => [arm, prompt(write(steps, arm))]))
        } satisfies PairedFamily
      }
    }
  },
  grade: (answer, gold) => answer.trim() === String(gold),
  simulatedModels: [counter("careless", 8), counter("perfect", Number.POSITIVE_INFINITY)]
})

/** Reads the prompt as a model would; of `every` brackets that close without a number it overlooks one. */
function counter(profile: string, every: number): SimulatedModel {
  return {
    profile,
    reply: ({ input }, random) => {
      const text = input[0]?.content ?? ""
      const steps = text.match(/[()]\d*/g) ?? []
      const seen = steps.filter((step) => step !== ")" || random.nextInt(1000) >= 1000 / every)
      const open = seen.reduce((total, step) => total + (step.startsWith("(") ? 1 : -1), 0)
      return { type: "answer", text: String(open), reasoningTokens: 0 }
    }
  }
}
