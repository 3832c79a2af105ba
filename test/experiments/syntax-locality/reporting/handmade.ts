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
 *
 * Intervals. A stratum of two families has a mean of the lower one, of both, or of the higher one in 1, 2 and 1 of 4 draws; a stratum of one
 * never varies. So the outermost means have a share of 1/4 with one stratum that varies and of 1/16 with two: more than 2.5 %, and the
 * interval reaches from the smallest possible mean to the largest.
 * D−B: 0 to 0.5, and 0.5: 0.25 to 0.5. D−C: 0 to 0.5, and 0: 0 to 0.25. D−A: the same. C−B: −0.5 to 0.5, and 0 to 0.5: −0.25 to 0.5.
 * D−B in natural: f1 0, f2 −1 and f3 1, f4 0: −0.5 to 0.5. In nonce f1 and f2 are both 1, f3 is alone: degenerate at 0.5. Depth 2 is filler 0:
 * 0 to 0.5. Depth 4 is filler 32 with f3 alone: degenerate.
 * Exact McNemar: natural 1 to 1, p = 1; nonce 2 to 0, p = 2 (1/4) = 0.5.
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
