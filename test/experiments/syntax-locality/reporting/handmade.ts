import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import type { Outcome } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { schedule, scoreRow } from "./scores.js"

const letters: Readonly<Record<string, Outcome>> = {
  "1": "correct",
  w: "wrong_answer",
  f: "invalid_answer_format",
  i: "incomplete_output",
  r: "refusal",
  x: "decode_failure",
  "?": "ambiguous_outcome"
}

/**
 * Four families in two strata, two lexical regimes, all five styles: 40 trials. Columns are A, B, C, D, E.
 *
 * D−B by family: f1 (0 + 1)/2 = 0.5; f2 (−1 + 1)/2 = 0; f3 (1 + 0)/2 = 0.5; f4 has no D answer in nonce, so it is not available.
 * By stratum: (0.5 + 0)/2 = 0.25 and 0.5. Estimate: (0.25 + 0.5)/2 = 0.375.
 * D by family: 1, 0.5, 0.5; strata 0.75 and 0.5; 0.625. B by family: 0.5, 0.5, 0; strata 0.5 and 0; 0.25.
 * Relative error reduction: 0.375 / 0.75 = 0.5.
 * Missing against D: f4 (0 − 1)/2 = −0.5, stratum (0.5 − 0.5)/2 = 0, estimate (0.25 + 0)/2 = 0.125. In favour: B is known to
 * be right, so f4 = 0, stratum (0.5 + 0)/2 = 0.25, estimate 0.25.
 * Discordant: f1, f2, f3. In natural f3 for D, f2 for B; in nonce f1 and f2 for D.
 *
 * Correct / evaluable: A 5/8, B 4/8, C 5/8, D 5/7, E 4/7; all 23/38.
 * The others' estimates. D−E: f1 (0 + 1)/2, f2 (−1 + 1)/2; f3 has no E answer in nonce, f4 no D answer: undefined.
 * D−C: f1 0, f2 (0 + 1)/2; f3 (0 + 0)/2: strata 0.25 and 0; 0.125.
 * C−B: f1 (0 + 1)/2, f2 (−1 + 0)/2: 0; f3 (1 + 0)/2, f4 (0 + 0)/2: 0.25; estimate 0.125.
 * D−A: f1 (0 + 1)/2, f2 (−1 + 1)/2: 0.25; f3 (0 + 0)/2: 0; estimate 0.125.
 */
const table: ReadonlyArray<
  readonly [family: string, depth: number, filler: number, regime: "natural" | "nonce", outcomes: string]
> = [
  ["f1", 2, 0, "natural", "11111"],
  ["f1", 2, 0, "nonce", "ww11w"],
  ["f2", 2, 0, "natural", "11ww1"],
  ["f2", 2, 0, "nonce", "iww1f"],
  ["f3", 4, 32, "natural", "1f11r"],
  ["f3", 4, 32, "nonce", "wwww?"],
  ["f4", 4, 32, "natural", "11111"],
  ["f4", 4, 32, "nonce", "111x1"]
]

export const handmade: ReadonlyArray<ScoreRow> = schedule(
  table.flatMap(([family, depth, filler, regime, outcomes]) =>
    styles.map((style, index) => {
      const outcome = letters[outcomes[index] ?? ""] ?? "not_dispatched"
      return scoreRow({ family, depth, filler, regime, style }, outcome, detailsOf(outcome))
    })
  )
)

function detailsOf(outcome: Outcome): Partial<ScoreRow> {
  switch (outcome) {
    case "wrong_answer":
      return { answerExcerpt: "8604" }
    case "invalid_answer_format":
      return {
        answerExcerpt: "```\n5916\n```",
        answerLength: 12,
        reason: "inside a code fence",
        auxiliaryCorrect: 1
      }
    case "incomplete_output":
      return { answerExcerpt: "", answerLength: 0, reason: "max_output_tokens", auxiliaryCorrect: 0 }
    case "refusal":
      return { answerExcerpt: "", answerLength: 0, reason: "refusal: no" }
    case "decode_failure":
      return { reason: "the reply cannot be read", attempts: 2, trialMs: 1500 }
    default:
      return {}
  }
}
