import { renderProgram } from "../lang/Renderer.js"
import { stackText } from "../lang/stackText.js"
import type { Question } from "./readQuestion.js"

/** What a reader says who makes no mistake. */
export const perfectAnswer = (question: Question): string => {
  switch (question.task) {
    case "scope_lookup":
      return String(question.value)
    case "active_stack":
      return stackText(question.open)
    case "ast_to_source":
      return renderProgram(question.program, question.spec)
  }
}
