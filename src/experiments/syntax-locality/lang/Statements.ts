import { type Kind, kinds } from "./Ast.js"
import type { Lexicon } from "./Lexicon.js"
import { ParseError, type ParseErrorCode, quote } from "./ParseError.js"
import type { RenderSpec } from "./Renderer.js"
import type { Word, WordLine } from "./Words.js"

/** One line, understood on its own. Words are kept where what they say has yet to be compared with other lines. */
export type ParsedLine =
  | { readonly type: "open"; readonly kind: Kind; readonly name: Word }
  | { readonly type: "close"; readonly kind: Word | null; readonly name: Word | null }
  | { readonly type: "let"; readonly variable: Word; readonly value: number }
  | { readonly type: "nop"; readonly payload: string }
  | { readonly type: "probe"; readonly id: string; readonly variable: string }

/** A place in a statement: which words may stand there, and how it is called when another one does. */
interface Slot {
  readonly expected: string
  readonly accepts: (word: string) => boolean
  readonly wrong: ParseErrorCode
  readonly absent: ParseErrorCode
}

const slot = (expected: string, accepts: RegExp, wrong: ParseErrorCode): Slot => ({
  expected,
  accepts: (word) => accepts.test(word),
  wrong,
  absent: "missing_word"
})

const literal = (word: string, wrong: ParseErrorCode, absent: ParseErrorCode = "missing_word"): Slot => ({
  expected: word,
  accepts: (text) => text === word,
  wrong,
  absent
})

const blockName = slot("a block name", /^n_[a-z]{8}$/, "malformed_block_name")
const variable = slot("a variable", /^x_[a-f]$/, "malformed_variable")
const value = slot("a value", /^(?:0|[1-9][0-9]*)$/, "malformed_value")
const payload = slot("a payload", /^p_[a-z]{8}$/, "malformed_payload")
const probeId = slot("a probe's name", /^q_[a-z]{8}$/, "malformed_probe_id")
const openingBrace = literal("{", "missing_brace", "missing_brace")
const suffixMark = literal("junk", "suffix_mismatch")
const suffixName = literal("z_aaaaaaaa", "suffix_mismatch")

const kindWord = (lexicon: Lexicon): Slot => ({
  expected: "a kind",
  accepts: (word) => kinds.some((kind) => lexicon[kind] === word),
  wrong: "malformed_kind",
  absent: "missing_word"
})

/** Takes a line's words one by one after the first, and remembers the first that does not fit. */
class LineReader {
  #taken = 1
  #error: ParseError | null = null

  constructor(readonly source: WordLine) {}

  take(place: Slot): Word {
    const word = this.source.words[this.#taken]
    this.#taken += 1
    if (word === undefined) {
      this.refuse(place.absent, this.source.endColumn, `expected ${place.expected}`)
      return { text: "", column: this.source.endColumn }
    }
    if (!place.accepts(word.text)) {
      this.refuse(place.wrong, word.column, `found ${quote(word.text)}`)
    }
    return word
  }

  refuse(code: ParseErrorCode, column: number, detail: string): void {
    this.#error ??= new ParseError({ code, line: this.source.line, column, detail })
  }

  /** The line as `parsed`, unless something on it was wrong or words are left. */
  finish(parsed: ParsedLine): ParsedLine | ParseError {
    const next = this.source.words[this.#taken]
    if (next !== undefined) {
      const code = next.text === "{" || next.text === "}" ? "stray_brace" : "extra_word"
      this.refuse(code, next.column, `found ${quote(next.text)}`)
    }
    return this.#error ?? parsed
  }
}

const readValue = (reader: LineReader): number => {
  const word = reader.take(value)
  const number = Number(word.text)
  if (number < 1000 || number > 9999) {
    reader.refuse("value_out_of_range", word.column, `found ${quote(word.text)}`)
  }
  return number
}

const readClosing = (reader: LineReader, { style, lexicon }: RenderSpec): ParsedLine => {
  if (style === "padded_end") {
    reader.take(suffixMark)
    reader.take(suffixName)
  }
  const kind = style === "typed_end" || style === "named_end" ? reader.take(kindWord(lexicon)) : null
  const name = style === "named_end" ? reader.take(blockName) : null
  return { type: "close", kind, name }
}

/**
 * What a nop carries that is written just as programs are rendered; `null`: another line, or one to be looked at word by word. Nine lines
 * in ten of a long program are nops, and this takes a fifth of the time.
 */
export const plainNop = (text: string, { lexicon }: RenderSpec): string | null => {
  const payloadAt = lexicon.nop.length + 1
  return text.length === payloadAt + 10 && text.startsWith(lexicon.nop) && aNop.test(text)
    ? text.slice(payloadAt)
    : null
}

const aNop = /^[a-z]+ p_[a-z]{8}$/

/** Reads one line under a syntax, without regard to the lines around it. */
export const readLine = (source: WordLine, spec: RenderSpec): ParsedLine | ParseError => {
  const { style, lexicon } = spec
  const reader = new LineReader(source)
  const first = source.words[0].text
  const kind = kinds.find((candidate) => lexicon[candidate] === first)
  if (kind !== undefined) {
    const name = reader.take(blockName)
    if (style === "braces") reader.take(openingBrace)
    return reader.finish({ type: "open", kind, name })
  }
  switch (first) {
    case style === "braces" ? "}" : lexicon.end:
      return reader.finish(readClosing(reader, spec))
    case lexicon.let:
      return reader.finish({ type: "let", variable: reader.take(variable), value: readValue(reader) })
    case lexicon.nop:
      return reader.finish({ type: "nop", payload: reader.take(payload).text })
    case "probe":
      return reader.finish({
        type: "probe",
        id: reader.take(probeId).text,
        variable: reader.take(variable).text
      })
  }
  const code = first === "{" || first === "}" ? "stray_brace" : "unknown_statement"
  return new ParseError({
    code,
    line: source.line,
    column: source.words[0].column,
    detail: `found ${quote(first)}`
  })
}
