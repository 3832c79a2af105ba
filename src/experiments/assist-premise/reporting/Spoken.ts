import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ReadError, ReportInput } from "../../../pipeline/Experiment.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { excerpt } from "../../../report/SafeText.js"
import { evaluator } from "../evaluator.js"
import { findPoints } from "../problems/findPoints.js"
import { type Assistance, parseAssistance, type ReplyFault } from "../reply/Assistance.js"
import { limits } from "../schedule/limits.js"
import type { ScheduleError } from "../schedule/ScheduleError.js"
import type { PremiseTrial } from "./PremiseTrial.js"

/** What the assistant said in the end, for people, and what that means in the problem's range. Nothing in it is longer than people read. */
export interface Spoken {
  /** The last reply; `null` where there is none to read. */
  readonly text: string | null
  /** `null`: the reply is not of the form that was asked for, or not judged. */
  readonly assistance: Assistance | null
  /** `null`: no body that can be evaluated. */
  readonly points: ReadonlyArray<string> | null
  /** Why there are none, for people. */
  readonly fault: string | null
  /** Bodies that were sent back before, oldest first. */
  readonly earlier: ReadonlyArray<string>
}

const faultText = (fault: ReplyFault | ScheduleError): string =>
  fault._tag === "ReplyFault"
    ? `${replyFaults[fault.kind]}${fault.path === "" ? "" : `（${fault.path}）`}`
    : `${fault.line} 行 ${fault.column} 桁 ${fault.class}: ${fault.sentence.ja} ${fault.hint.ja}`

const replyFaults: Readonly<Record<ReplyFault["kind"], string>> = {
  not_json: "返答が 1 つの JSON になっていない",
  not_the_shape: "返答の欄が求めたものでない",
  unknown_topic: "9 種に無い種類を宣言している",
  too_long: "返答が長すぎる"
}

export const readSpoken = (
  { problem, row }: PremiseTrial,
  input: Pick<ReportInput, "transcript">
): Effect.Effect<Spoken, ReadError> =>
  Effect.map(input.transcript(row), ({ answer, later = [] }) => {
    const unjudged = unjudgedText(row)
    const read = answer === null || unjudged !== null ? null : parseAssistance(answer)
    const points =
      read === null ? null : Either.flatMap(read, ({ body }) => findPoints(evaluator, problem, body))
    return {
      text: answer === null ? null : shown(answer),
      assistance: read === null ? null : Either.getOrNull(Either.map(read, shortened)),
      points: points === null ? null : Either.getOrNull(points),
      fault: points === null || Either.isRight(points) ? unjudged : faultText(points.left),
      earlier: later.map(({ reply }) =>
        shown(Either.match(parseAssistance(reply), { onLeft: () => reply, onRight: ({ body }) => body }))
      )
    }
  })

/** Such a reply is not judged, whatever stands in it; `null` for one that is. */
const unjudgedText = ({ outcome, reason }: ScoreRow): string | null => {
  if (outcome === "refusal") return `モデルが断った（${reason ?? ""}）`
  return outcome === "incomplete_output" ? `返答が途中で切れた（${reason ?? ""}）` : null
}

/** A body that can be evaluated is never cut: its code points have two units at most. */
const shown = (text: string): string => excerpt(text, 2 * limits.characters)

/** One sentence was asked for. */
const mostOfSentence = 1_000

const shortened = ({ assumptions, body, explanation }: Assistance): Assistance => ({
  body: shown(body),
  explanation: shown(explanation),
  assumptions: assumptions.map(({ statement, topic }) => ({
    topic,
    statement: excerpt(statement, mostOfSentence)
  }))
})
