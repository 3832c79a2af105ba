import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { type PremiseScore, scoreReply } from "../../../src/experiments/assist-premise/grading/scoreReply.js"
import { tally } from "../../../src/experiments/assist-premise/grading/tally.js"
import type { Problem } from "../../../src/experiments/assist-premise/problems/Problem.js"
import { firstInput, repairsIn } from "../../../src/experiments/assist-premise/prompt/conversation.js"
import { nextInput } from "../../../src/experiments/assist-premise/prompt/nextInput.js"
import { parseAssistance } from "../../../src/experiments/assist-premise/reply/Assistance.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import {
  assistantProfiles,
  simulatedAssistant
} from "../../../src/experiments/assist-premise/simulated-model/simulatedAssistant.js"
import type { InputMessage, LlmRequest } from "../../../src/llm/LlmRequest.js"
import { JavaRandom } from "../../../src/random/JavaRandom.js"
import { deriveSeed } from "../../../src/random/Seeds.js"
import { problemOf, publicSet, regressionSet } from "./data.js"

const evaluator = new Evaluator(prelude2026)

const request = (input: ReadonlyArray<InputMessage>): LlmRequest => ({
  model: "simulated",
  instructions: "",
  input,
  reasoningEffort: null,
  maxOutputTokens: 1_000
})

const said = (profile: string, input: ReadonlyArray<InputMessage>, seed: bigint): string => {
  const model = Either.getOrThrow(simulatedAssistant(profile, [publicSet, regressionSet]))
  const reply = model.reply(request(input), new JavaRandom(seed))
  if (reply.type !== "answer") throw new Error(`a reply of type ${reply.type}`)
  return reply.text
}

/** A whole conversation, as the benchmark leads it. */
const converse = (
  profile: string,
  problem: Problem,
  seed = 1n
): { readonly score: PremiseScore; readonly repairs: number } => {
  let input = firstInput(problem)
  for (;;) {
    const text = said(profile, input, deriveSeed(seed, problem.id, input.length))
    const next = nextInput(problem, input, text, evaluator)
    if (next === null)
      return { score: scoreReply(problem, parseAssistance(text), evaluator), repairs: repairsIn(input) }
    input = next
  }
}

/** Symbols and numbers of repairs, over all public problems. */
const over = (profile: string) => {
  const ended = publicSet.problems.map((problem) => converse(profile, problem))
  const open = ended.filter(({ score }) => !score.control)
  return {
    open: new Set(open.map(({ score }) => score.symbol)),
    controls: new Set(ended.flatMap(({ score }) => (score.control ? [score.symbol] : []))),
    repairs: new Set(ended.map(({ repairs }) => repairs))
  }
}

const set = <A>(...items: ReadonlyArray<A>): ReadonlySet<A> => new Set(items)

describe("simulated assistants", () => {
  it.each([
    ["declaring", { open: set("."), controls: set("."), repairs: set(0) }],
    ["silent", { open: set("S"), controls: set("."), repairs: set(0) }],
    ["missing", { open: set("W"), controls: set("W"), repairs: set(0) }],
    // A control needs no declaration, so that missing it is W.
    ["straying", { open: set("X"), controls: set("W"), repairs: set(0) }],
    ["mending", { open: set("."), controls: set("."), repairs: set(1) }],
    ["broken", { open: set("i"), controls: set("i"), repairs: set(2) }],
    ["rambling", { open: set("i"), controls: set("i"), repairs: set(0) }]
  ])("%s ends as its name says", (profile, expected) => {
    expect(over(profile)).toEqual(expected)
  })

  it("mixed shows every symbol but X, and always the same for a seed", () => {
    const scores = (seed: bigint) =>
      publicSet.problems.map((problem) => converse("mixed", problem, seed).score)
    const { declaredButMissed, invalid, missed, passed, problems, silent } = tally([
      ...scores(1n),
      ...scores(100n),
      ...scores(200n)
    ])
    expect(problems).toBe(63)
    for (const count of [declaredButMissed, invalid, passed, silent]) expect(count).toBeGreaterThan(0)
    expect(missed).toBe(0)
    expect(scores(7n)).toEqual(scores(7n))
  })

  it("take one of several readings by chance", () => {
    const keys = new Set(
      Array.from(
        { length: 60 },
        (_, index) => converse("declaring", problemOf("P-16"), BigInt(index)).score.matched
      )
    )
    expect(keys.size).toBe(7)
  })

  it("know requirements of the regression set, too", () => {
    for (const problem of regressionSet.problems)
      expect(converse("declaring", problem).score.symbol).toBe(".")
  })

  it("know nothing but the conversation: an unknown requirement is a reply outside of the fields", () => {
    for (const profile of assistantProfiles) {
      expect(said(profile, [{ role: "user", content: "要件: 毎世紀の初日。" }], 1n)).toBe("{}")
      expect(said(profile, [], 1n)).toBe("{}")
    }
  })

  it("have names, and refuse others", () => {
    expect(assistantProfiles).toEqual([
      "declaring",
      "silent",
      "missing",
      "straying",
      "mending",
      "broken",
      "rambling",
      "mixed"
    ])
    for (const profile of ["perfect", "toString", ""])
      expect(Either.getOrThrow(Either.flip(simulatedAssistant(profile, [])))).toMatchObject({
        profile,
        known: assistantProfiles
      })
  })
})
