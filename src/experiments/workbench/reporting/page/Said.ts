import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { canonicalJson } from "../../../../json/JsonWriter.js"
import type { LlmResponse, RequestedCall } from "../../../../llm/LlmResponse.js"
import type { ReadError } from "../../../../pipeline/Experiment.js"
import { callFolder, judgementFolder } from "../../../../records/Call.js"
import { Disk } from "../../../../records/Disk.js"
import { RunDirectory, trialFiles } from "../../../../records/RunDirectory.js"
import { excerpt } from "../../../../report/SafeText.js"
import { readCall } from "../../agent/AgentCall.js"
import { decidingOf, readCalls, repliesOf, type SavedCall } from "../../measuring/SavedCall.js"

/** What a subject said in a trial, as much of it as a page shows, and where the rest lies. */
export interface Said {
  /** `null`: no answer arrived. */
  readonly answer: Cut | null
  /** An agent's, in order. */
  readonly tools: ReadonlyArray<ToolUse>
  /** How many more calls there were than are shown. */
  readonly moreTools: number
  /** The raw transcript, below the run's folder. */
  readonly links: ReadonlyArray<Link>
}

/** The beginning of a text; `length` is that of all of it, in UTF-16 code units. */
export interface Cut {
  readonly text: string
  readonly length: number
}

export interface ToolUse {
  readonly name: string
  readonly given: string
  /** It could not be carried out. */
  readonly invalid: boolean
}

export interface Link {
  readonly label: string
  readonly href: string
}

/** In UTF-16 code units: enough for every answer that a task asks for, and a page of hundreds of answers stays one that opens. */
export const shownLength = 4_000
const shownCall = 400
const shownCalls = 40

export const readSaid = (trialId: string): Effect.Effect<Said, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const { judging, own } = yield* readCalls(trialId)
    const replies = repliesOf(own)
    const calls = replies.flatMap(({ toolCalls }) => toolCalls ?? [])
    return {
      answer: answerIn(decidingOf(own.at(-1) ?? [])?.reply ?? null),
      tools: calls.slice(0, shownCalls).map(toolUse),
      moreTools: Math.max(0, calls.length - shownCalls),
      links: yield* linksOf(trialId, own, judging)
    }
  })

const answerIn = (reply: Either.Either<LlmResponse, unknown> | null): Cut | null =>
  reply === null || Either.isLeft(reply)
    ? null
    : { text: excerpt(reply.right.text, shownLength), length: reply.right.text.length }

const toolUse = (call: RequestedCall): ToolUse => ({
  name: excerpt(call.name, 100),
  given: excerpt(canonicalJson(call.arguments), shownCall),
  invalid: Either.isLeft(readCall(call))
})

/** Only what is there: a trial that has not begun has a request and no more. */
const linksOf = (
  trialId: string,
  own: ReadonlyArray<SavedCall>,
  judging: SavedCall
): Effect.Effect<ReadonlyArray<Link>, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const names = new Set(yield* (yield* Disk).list((yield* RunDirectory).trialFolder(trialId)))
    const folder = `trials/${trialId}/`
    const ofCall = (below: string, name: string, call: SavedCall): ReadonlyArray<Link> => [
      { label: `${name}要求`, href: `${folder}${below}${trialFiles.request}` },
      ...call.flatMap(({ exchange, meta }) =>
        exchange === null
          ? []
          : [
              {
                label: call.length === 1 ? `${name}応答` : `${name}応答（${meta.attempt}度目）`,
                href: `${folder}${below}${trialFiles.attemptBody(meta.attempt)}`
              }
            ]
      )
    ]
    return [
      ...own.flatMap((call, index) =>
        ofCall(
          index === 0 ? "" : `${callFolder(index + 1)}/`,
          own.length === 1 ? "" : `第${index + 1}ターンの`,
          call
        )
      ),
      ...(judging.length === 0 ? [] : ofCall(`${judgementFolder}/`, "judgeの", judging)),
      ...[...names]
        .filter((name) => /^(?:workspace-\d+|checks)\.json$/.test(name))
        .toSorted()
        .map((name) => ({ label: name, href: folder + name }))
    ]
  })
