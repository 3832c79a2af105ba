import type { Task } from "../Factors.js"
import { kinds } from "../lang/Ast.js"
import type { Lexicon } from "../lang/Lexicon.js"
import { paddedSuffix, type Style } from "../lang/Syntax.js"

/**
 * The grammar of one style in the words of one lexicon, as the model reads it (specification 6.2, SYNTAX).
 *
 * One line for each form, ending in its template after the last `: `; upper-case words stand for what varies. Between
 * styles only the lines that open and close a block differ, and each word of the lexicon has exactly one line. No line feed
 * at the end.
 *
 * A complete program has no probe. Instead the description says what a table's kind column means: the word that opens the
 * block, see `AstTable`.
 */
export const describeSyntax = (style: Style, lexicon: Lexicon, task: Task): string => {
  const complete = task === "ast_to_source"
  return [
    "Each line is one statement, and its words are separated by single spaces. Indentation and blank lines have no meaning.",
    `NAME is n_ and eight letters, VARIABLE is x_ and one letter, VALUE is an integer of four digits, PAYLOAD is p_ and eight letters${complete ? "" : ", MARKER is q_ and eight letters"}.`,
    ...(complete ? ["The kind of a block in the syntax tree is the word that opens it."] : []),
    ...kinds.map(
      (kind) =>
        `Open a block of kind ${lexicon[kind]}: ${lexicon[kind]} NAME${style === "braces" ? " {" : ""}`
    ),
    closing(style, lexicon.end),
    `A let statement, which binds VARIABLE to VALUE: ${lexicon.let} VARIABLE VALUE`,
    `A nop statement: ${lexicon.nop} PAYLOAD`,
    ...(complete ? [] : ["The probe, which asks for VARIABLE: probe MARKER VARIABLE"])
  ].join("\n")
}

const closing = (style: Style, end: string): string => {
  const close = "Close the innermost open block"
  switch (style) {
    case "braces":
      return `${close}: }`
    case "generic_end":
      return `${close}: ${end}`
    case "typed_end":
      return `${close}, repeating the kind from the line that opened it: ${end} KIND`
    case "named_end":
      return `${close}, repeating the kind and the name from the line that opened it: ${end} KIND NAME`
    case "padded_end":
      return `${close}, always with the same two words after the first: ${end} ${paddedSuffix}`
  }
}
