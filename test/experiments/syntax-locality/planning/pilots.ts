import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import type { JsonObject } from "../../../../src/json/Json.js"
import type { ScoredRun } from "../../../../src/pipeline/Planning.js"
import type { Outcome } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { protocolFor } from "../plans.js"
import { type Place, schedule, scoreRow } from "../reporting/scores.js"

/** A pilot that is over, with these scores. */
export const pilot = (
  scores: ReadonlyArray<ScoreRow>,
  overlay: JsonObject = {},
  preset: "smoke" | "pilot" | "main" = "pilot"
): ScoredRun => ({
  protocol: protocolFor(preset, overlay, "p1"),
  protocolHash: "a".repeat(64),
  scores: schedule(scores)
})

const letters: Readonly<Record<string, Outcome>> = {
  "1": "correct",
  "0": "wrong_answer",
  x: "decode_failure"
}

/** One matched block; `answers` are those of A, B, C, D, E. */
export const block = (place: Place, answers: string): ReadonlyArray<ScoreRow> =>
  styles.map((style, index) => scoreRow({ ...place, style }, letters[answers[index] ?? ""] ?? "refusal"))

/** A family of each stratum of a small grid, each regime with answers of its own. */
export const gridOf = (
  answers: (depth: number, filler: number, regime: "natural" | "nonce", number: number) => string,
  perCell = 4
): ReadonlyArray<ScoreRow> =>
  [2, 4, 8].flatMap((depth) =>
    [0, 32, 128].flatMap((filler) =>
      Array.from({ length: perCell }, (_, number) => number).flatMap((number) =>
        (["natural", "nonce"] as const).flatMap((regime) =>
          block(
            { family: `d${depth}-f${filler}-${number}`, depth, filler, regime },
            answers(depth, filler, regime, number)
          )
        )
      )
    )
  )
