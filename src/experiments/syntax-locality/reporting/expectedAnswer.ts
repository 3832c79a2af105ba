import type { Json } from "../../../json/Json.js"
import type { Gold } from "../../../pipeline/Gold.js"
import { notationOf } from "../Arms.js"
import type { TrialFactors } from "../Factors.js"
import { expectedProgram, expectedStack } from "../grading/goldOf.js"
import { expectedInteger } from "../grading/lookupGold.js"
import { lexiconOf } from "../lang/Lexicon.js"
import { renderProgram } from "../lang/Renderer.js"
import { stackText } from "../lang/stackText.js"

/** What decides how an answer is written. */
type Asked = Pick<TrialFactors, "task" | "style" | "lexicon">

/** The correct answer as a model should have written it; `null` where `gold.jsonl` has none. */
export const expectedAnswer = (asked: Asked, gold: Gold<Json> | undefined): string | null =>
  gold === undefined ? null : written(asked, gold)

const written = ({ task, style, lexicon }: Asked, gold: Gold<Json>): string => {
  switch (task) {
    case "scope_lookup":
      return expectedInteger(gold)
    case "active_stack":
      return stackText(expectedStack(gold).activeScopes)
    case "ast_to_source":
      return renderProgram(expectedProgram(gold), { style: notationOf(style), lexicon: lexiconOf(lexicon) })
  }
}
