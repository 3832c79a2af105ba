import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import { arms } from "../../Arms.js"
import { readingViews, regimes, tasks } from "../../Factors.js"
import { nonceIds } from "../../lang/Lexicon.js"

/**
 * What a template leaves behind when it is not filled in, names and letters of conditions (`A` alone is an English word),
 * and words of our own bookkeeping; `complete`, the view of whole programs, is an English word, too. Block names, payloads and the like never match: they begin with a letter and `_`.
 */
const forbidden = new RegExp(
  [
    "<[^<>\\n]*>",
    "\\{\\{|\\$\\{",
    "\\b[B-E]\\b",
    "\\b(?:undefined|null|NaN|gold|goldId|activeScopes|expected|seed|family|condition|style|variant|redundan\\w*)\\b",
    `\\b(?:${[...arms, ...readingViews, ...nonceIds, ...regimes, ...tasks].join("|")})\\b`
  ].join("|")
)

/** The first thing in a request's texts that must not be there, or `null`. */
export const forbiddenIn = (request: LlmRequest, ids: ReadonlyArray<string>): string | null => {
  for (const text of [request.instructions, ...request.input.map(({ content }) => content)]) {
    const match = forbidden.exec(text)
    if (match !== null) return `it holds '${match[0].slice(0, 40)}'`
    const id = ids.find((candidate) => text.includes(candidate))
    if (id !== undefined) return `it holds ${id}`
  }
  return null
}
