import * as Data from "effect/Data"

/** Every way in which source can be refused, each with one sentence for people. */
export const parseErrors = {
  stray_character: "The line holds a character other than printable ASCII and tabs.",
  stray_carriage_return: "A carriage return stands where no line ends.",
  irregular_space: "Two words of a statement are separated by something other than one space.",
  unknown_statement: "The line's first word begins no statement of this syntax.",
  missing_word: "The statement ends too early.",
  extra_word: "The statement goes on after its last word.",
  missing_brace: "A block's opening line lacks its `{`.",
  stray_brace: "A brace stands where the syntax has none.",
  malformed_block_name: "A block name is not `n_` and eight letters a to z.",
  malformed_variable: "A variable is not one of `x_a` to `x_f`.",
  malformed_value: "A value is not a plain decimal integer without sign and leading zeros.",
  value_out_of_range: "A value lies outside 1000 to 9999.",
  malformed_payload: "A payload is not `p_` and eight letters a to z.",
  malformed_probe_id: "A probe's name is not `q_` and eight letters a to z.",
  malformed_kind: "A closing label's kind is none of the three kinds.",
  kind_mismatch: "A closing label names another kind than the block that it closes.",
  name_mismatch: "A closing label names another block than the one that it closes.",
  suffix_mismatch: "A closing line's fixed suffix is not `junk z_aaaaaaaa`.",
  underflow: "A block is closed where none is open.",
  unclosed_block: "The program ends inside a block.",
  duplicate_name: "Two blocks have the same name.",
  duplicate_binding: "A scope binds the same variable twice.",
  nesting_too_deep: "Blocks are nested more than 60 deep.",
  missing_probe: "The prefix ends without a probe.",
  text_after_probe: "Something follows the probe.",
  probe_in_program: "A complete program contains a probe."
} as const

export type ParseErrorCode = keyof typeof parseErrors

/** The codes in the order of {@link parseErrors}. `Object.keys` of that literal yields exactly its keys. */
export const parseErrorCodes = Object.keys(parseErrors) as ReadonlyArray<ParseErrorCode>

/**
 * The first thing in the source that is refused: later lines were not looked at. Within a line form comes before meaning, so
 * a malformed closing label is reported before a mismatch. `line` and `column` are 1-based; columns count UTF-16 code units.
 */
export class ParseError extends Data.TaggedError("ParseError")<{
  readonly code: ParseErrorCode
  readonly line: number
  readonly column: number
  /** What was found or expected, in printable ASCII and short; empty when the code says it all. */
  readonly detail: string
}> {
  override get message(): string {
    const detail = this.detail === "" ? "" : ` (${this.detail})`
    return `line ${this.line}, column ${this.column}: ${parseErrors[this.code]}${detail}`
  }
}

/** A quotation short enough for a message. */
export const quote = (word: string): string => `'${word.length > 40 ? `${word.slice(0, 40)}...` : word}'`
