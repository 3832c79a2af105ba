import * as Either from "effect/Either"
import { renderJson } from "../../../json/JsonWriter.js"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import type { SimulatedModel } from "../../../llm/simulated/SimulatedModel.js"
import { UnknownProfile } from "../../../pipeline/PipelineError.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"
import { alternatives, type Problem } from "../problems/Problem.js"
import type { ProblemSet } from "../problems/readProblems.js"
import { repairsIn, requirementIn } from "../prompt/conversation.js"
import type { Assistance } from "../reply/Assistance.js"

/** Valid wherever it stands, and no reading of any requirement. */
const everyDay = "everyDay"

/** Refused by the evaluator: the step is missing. */
const broken = "everyDay |> "

/** A requirement as a simulated assistant remembers it: with a way to read it. */
interface Known {
  readonly problem: Problem
  readonly bodies: ReadonlyArray<{ readonly key: string; readonly body: string }>
}

/** One way to answer, from what is known of the requirement, the number of replies before, and chance. */
type Manner = (known: Known, repairs: number, random: JavaRandom) => string

const manners: Readonly<Record<string, Manner>> = {
  /** Reads the requirement in one of the accepted ways and says which. */
  declaring: (known, _, random) => write(known, random, bodyOf(known, random), true),
  /** Reads it in one of the accepted ways and does not say so. */
  silent: (known, _, random) => write(known, random, bodyOf(known, random), false),
  /** Declares, and writes something else. */
  missing: (known, _, random) => write(known, random, everyDay, true),
  /** Writes something else, and declares nothing. */
  straying: (known, _, random) => write(known, random, everyDay, false),
  /** Mends its body when it is told what is wrong with it. */
  mending: (known, repairs, random) =>
    write(known, random, repairs === 0 ? broken : bodyOf(known, random), true),
  /** Never writes a body that can be evaluated. */
  broken: (known, _, random) => write(known, random, broken, true),
  /** Does not keep to the fields that were asked for. */
  rambling: (known, _, random) => {
    const answer = write(known, random, bodyOf(known, random), true)
    const ways = [
      `\`\`\`json\n${answer}\n\`\`\``,
      `こちらです。\n${answer}`,
      `${answer.slice(0, -1)},"note":""}`
    ]
    return pick(ways, random) ?? answer
  }
}

/** The shares are invented, so that a report has something to show. */
const mixed: Manner = (known, repairs, random) => {
  const names = [
    "declaring",
    "declaring",
    "declaring",
    "declaring",
    "silent",
    "missing",
    "mending",
    "broken",
    "rambling"
  ]
  // Who was told of a mistake is in the middle of one: mending it or not is all that is open.
  const name = repairs > 0 ? pick(["mending", "broken"], random) : pick(names, random)
  return (manners[name ?? ""] ?? silence)(known, repairs, random)
}

const silence: Manner = () => "{}"

const profiles: Readonly<Record<string, Manner>> = { ...manners, mixed }

export const assistantProfiles: ReadonlyArray<string> = Object.keys(profiles)

/**
 * A stand-in for a model. It finds the requirement in the conversation and looks it up in the data that it was made with: what it knows comes
 * from there, never through the request. Made for checking the wiring; its figures say nothing about any model.
 */
export const simulatedAssistant = (
  profile: string,
  sets: ReadonlyArray<ProblemSet>
): Either.Either<SimulatedModel, UnknownProfile> => {
  const manner = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
  if (manner === undefined) return Either.left(new UnknownProfile({ profile, known: assistantProfiles }))
  const known = new Map(sets.flatMap(knownIn))
  return Either.right({
    profile,
    reply: (request, random) => {
      const remembered = known.get(promptOf(request) ?? "")
      const text = remembered === undefined ? "{}" : manner(remembered, repairsIn(request.input), random)
      return { type: "answer", text, reasoningTokens: 64 }
    }
  })
}

const knownIn = ({ answers, problems }: ProblemSet): ReadonlyArray<readonly [string, Known]> =>
  problems.map((problem) => [
    problem.prompt,
    { problem, bodies: answers.find(({ id }) => id === problem.id)?.bodies ?? [] }
  ])

const promptOf = ({ input }: LlmRequest): string | null =>
  requirementIn(input[0]?.content ?? "")?.prompt ?? null

const bodyOf = ({ bodies }: Known, random: JavaRandom): string => pick(bodies, random)?.body ?? everyDay

const write = ({ problem }: Known, random: JavaRandom, body: string, declares: boolean): string => {
  const topics = declares
    ? problem.ambiguity.flatMap((element) => pick(alternatives(element), random) ?? [])
    : []
  const answer: Assistance = {
    body,
    explanation: "模擬の応答。",
    assumptions: topics.map((topic) => ({ topic, statement: "模擬の前提。" }))
  }
  return renderJson({ ...answer, assumptions: answer.assumptions.map((one) => ({ ...one })) })
}

const pick = <A>(items: ReadonlyArray<A>, random: JavaRandom): A | undefined =>
  items.length === 0 ? undefined : items[random.nextInt(items.length)]
