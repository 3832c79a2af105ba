import { answerOf } from "../dataset/Answer.js"
import type { Item } from "../dataset/Item.js"
import { type RenderSpec, renderProgram } from "../lang/Renderer.js"
import { stackText } from "../lang/stackText.js"

/** The right answer as it is shown with an example. */
export const shownAnswer = (item: Item, spec: RenderSpec): string => {
  const answer = answerOf(item)
  if ("program" in answer) return renderProgram(answer.program, spec)
  return "value" in answer ? String(answer.value) : stackText(answer.activeScopes)
}
