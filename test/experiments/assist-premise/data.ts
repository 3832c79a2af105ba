import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Problem } from "../../../src/experiments/assist-premise/problems/Problem.js"
import {
  type ProblemSet,
  readNearMisses,
  readProblemSet
} from "../../../src/experiments/assist-premise/problems/readProblems.js"
import {
  type PromptParts,
  readPromptParts
} from "../../../src/experiments/assist-premise/prompt/PromptParts.js"
import { type Disk, layer } from "../../../src/records/Disk.js"

export const configs = path.resolve(import.meta.dirname, "../../../configs/assist-premise")

const fixtures = path.resolve(import.meta.dirname, "../../fixtures/premise")

/** The files hold what their type says; a field that is missing makes the test that needs it fail. */
export const fixture = <A>(name: string): ReadonlyArray<A> =>
  JSON.parse(fs.readFileSync(path.join(fixtures, name), "utf8"))

const read = <A, E>(reading: Effect.Effect<A, E, Disk>): A => Effect.runSync(Effect.provide(reading, layer))

const setIn = (folder: string): ProblemSet =>
  read(
    readProblemSet({
      problems: path.join(folder, "problems.jsonl"),
      answers: path.join(folder, "answers.jsonl")
    })
  )

export const publicSet = setIn(configs)
export const regressionSet = setIn(path.join(configs, "regression"))
export const nearMisses = read(readNearMisses(path.join(configs, "near-misses.jsonl")))
export const promptParts: PromptParts = read(readPromptParts(path.join(configs, "prompt")))

export const problemOf = (id: string, { problems }: ProblemSet = publicSet): Problem => {
  const found = problems.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no problem ${id}`)
  return found
}

export const bodyOf = (id: string, key: string, { answers }: ProblemSet = publicSet): string => {
  const found = answers.find((one) => one.id === id)?.bodies.find((one) => one.key === key)
  if (found === undefined) throw new Error(`${id} has no answer ${key}`)
  return found.body
}
