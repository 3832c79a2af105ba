import * as Either from "effect/Either"
import type { Json } from "../../../json/Json.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import { unansweredGrade } from "../../shared/unanswered.js"
import type { Program } from "../lang/Ast.js"
import type { ParseError, ParseErrorCode } from "../lang/ParseError.js"
import { parseProgram } from "../lang/Parser.js"
import type { RenderSpec } from "../lang/Renderer.js"
import { asciiTrim } from "./asciiTrim.js"
import { type AstDifference, astDifference } from "./astDifference.js"
import { insideWholeFence } from "./codeFence.js"
import { expectedProgram } from "./goldOf.js"

/**
 * Grades `ast_to_source`: the answer as it stands goes to the strict parser of the asked notation, and its program must be the
 * expected one (specification 10.1, decision 21). An answer of white space alone is none, though the parser would read it as a
 * program without statements.
 *
 * The diagnostics tell the first parse error or the first difference; what comes after it was not looked at. `auxiliaryCorrect` is as
 * for `scope_lookup`: the same rule for the content of one fence around the whole answer, or for the text of incomplete output.
 *
 * Throws `TypeError`, a defect, on a gold answer of another shape and on a `failed` response.
 */
export const gradeProgram = (gold: Gold<Json>, response: LlmResponse, spec: RenderSpec): Grade => {
  const expected = expectedProgram(gold)
  const isRight = (text: string): boolean => judge(text, expected, spec).outcome === "correct"
  const unanswered = unansweredGrade(response, isRight)
  if (unanswered !== null) return unanswered

  const fenced = insideWholeFence(response.text)
  const auxiliaryCorrect = fenced === null ? null : isRight(fenced) ? 1 : 0
  return { ...judge(response.text, expected, spec), auxiliaryCorrect }
}

type Judgement = Omit<Grade, "auxiliaryCorrect">

const judge = (text: string, expected: Program, spec: RenderSpec): Judgement => {
  if (asciiTrim(text) === "")
    return { outcome: "invalid_answer_format", reason: "empty answer", diagnostics: {} }
  return Either.match(parseProgram(text, spec), {
    onLeft: invalid,
    onRight: (found) => {
      const difference = astDifference(expected, found)
      return difference === null
        ? { outcome: "correct", reason: null, diagnostics: {} }
        : different(difference)
    }
  })
}

const invalid = (error: ParseError): Judgement => ({
  outcome: "invalid_generated_syntax",
  reason: error.message,
  diagnostics: {
    parseError: error.code,
    parseErrorClass: classOf(error.code),
    line: error.line,
    column: error.column
  }
})

const different = ({ kind, path }: AstDifference): Judgement => ({
  outcome: "valid_syntax_wrong_ast",
  reason: `first difference: ${kind} at ${path.join(".")}`,
  diagnostics: { astDifference: kind, astPath: path.join(".") }
})

/** The classes of first errors that reports count (specification 10.6). */
export type ParseErrorClass =
  | "close_kind"
  | "close_name"
  /** The text ends inside a block. */
  | "eof"
  /** A block is closed where none is open. */
  | "underflow"
  /** Something that is no statement of the notation: prose, a fence, a probe. */
  | "extra_source"
  | "other"

const classes: Readonly<Partial<Record<ParseErrorCode, ParseErrorClass>>> = {
  kind_mismatch: "close_kind",
  name_mismatch: "close_name",
  unclosed_block: "eof",
  underflow: "underflow",
  unknown_statement: "extra_source",
  stray_character: "extra_source",
  probe_in_program: "extra_source"
}

const classOf = (code: ParseErrorCode): ParseErrorClass => classes[code] ?? "other"
