import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { jsonAnswer } from "../grading/jsonAnswer.js"
import type { Verdict } from "../grading/Verdict.js"
import { maxPoints, type Rubric } from "../tasks/Rubric.js"
import { decodeStrictly, issueText } from "../tasks/strictJson.js"
import { strict } from "../tasks/words.js"

const Reply = Schema.Struct({
  criteria: Schema.Array(
    Schema.Struct({ name: Schema.String, points: Schema.Number, reason: Schema.String }).annotations(strict)
  )
}).annotations(strict)

/** What a judge gave, criterion by criterion in the order of the rubric. */
export interface Judgement {
  readonly criteria: ReadonlyArray<{
    readonly name: string
    readonly points: number
    readonly reason: string
  }>
}

/** Longer replies of a judge are not read, in UTF-16 code units. */
export const judgementLimit = 100_000

const decode = decodeStrictly(Reply)

/**
 * Reads a judge's reply: `{"criteria":[{"name","points","reason"}]}`, bare or in one fence; every criterion once, points whole and within the criterion.
 * Nothing is guessed or clamped: what cannot be read is missing, and a person looks at it.
 */
export const readJudgement = (rubric: Rubric, reply: string): Either.Either<Judgement, string> => {
  if (reply.length > judgementLimit) return Either.left(`has more than ${judgementLimit} characters`)
  const json = jsonAnswer(reply)
  if (json === null) return Either.left("is not one JSON value")
  return Either.flatMap(
    Either.mapLeft(decode("reply", json.value), (issues) => issues.slice(0, 3).map(issueText).join("; ")),
    ({ criteria }) => {
      const found: Array<Judgement["criteria"][number]> = []
      for (const { maxPoints: most, name } of rubric.criteria) {
        const [one, ...more] = criteria.filter((given) => given.name === name)
        if (one === undefined || more.length > 0) return Either.left(`must judge ${name} once`)
        if (!Number.isInteger(one.points) || one.points < 0 || one.points > most)
          return Either.left(`gives ${one.points} points for ${name}, which has 0 to ${most}`)
        found.push(one)
      }
      return found.length === criteria.length
        ? Either.right({ criteria: found })
        : Either.left("judges what is no criterion")
    }
  )
}

/** The share of the rubric's points. */
export const judgementVerdict = (rubric: Rubric, { criteria }: Judgement): Verdict => ({
  score: criteria.reduce((sum, { points }) => sum + points, 0) / maxPoints(rubric),
  notes: criteria.map(({ name, points, reason }) => `${name}: ${points} ${reason}`),
  grounded: null
})
