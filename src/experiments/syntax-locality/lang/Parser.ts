import * as Either from "effect/Either"
import type { Kind, Program, Statement } from "./Ast.js"
import type { ParsedEvent, ParsedPrefix } from "./Event.js"
import { ParseError, type ParseErrorCode, quote } from "./ParseError.js"
import type { RenderSpec } from "./Renderer.js"
import { plainNop, readLine } from "./Statements.js"
import { sourceLines, splitLine, type Word } from "./Words.js"

/** The deepest nesting that is read (decision 30): far beyond what is generated, and safe for all who recurse on a tree. */
export const maxNesting = 60

interface OpenBlock {
  readonly kind: Kind
  readonly name: string
  readonly line: number
  readonly bound: Set<string>
}

/** What a source says line by line, with labels and duplicates checked; how it may end is for the two parsers to say. */
interface Reading {
  readonly events: ReadonlyArray<ParsedEvent>
  readonly open: ReadonlyArray<OpenBlock>
  readonly probe: ParsedPrefix["probe"] | null
  /** The place just after the source's last character. */
  readonly end: { readonly line: number; readonly column: number }
}

/** Compares a closing label, as far as the syntax has one, with the block that it closes. */
const labelMismatch = (
  block: OpenBlock,
  kind: Word | null,
  name: Word | null,
  { lexicon }: RenderSpec
): { readonly code: ParseErrorCode; readonly expected: string; readonly found: Word } | null => {
  if (kind !== null && kind.text !== lexicon[block.kind]) {
    return { code: "kind_mismatch", expected: lexicon[block.kind], found: kind }
  }
  return name !== null && name.text !== block.name
    ? { code: "name_mismatch", expected: block.name, found: name }
    : null
}

const read = (source: string, spec: RenderSpec, what: "program" | "prefix"): Reading | ParseError => {
  const lines = sourceLines(source)
  const events: Array<ParsedEvent> = []
  const open: Array<OpenBlock> = []
  const globals = new Set<string>()
  const names = new Set<string>()
  let probe: Reading["probe"] = null

  let line = 0
  for (const text of lines) {
    line += 1
    const nop = probe === null ? plainNop(text, spec) : null
    if (nop !== null) {
      events.push({ type: "nop", payload: nop, line })
      continue
    }
    const words = splitLine(text, line)
    if (words === null) continue
    if (words instanceof ParseError) return words
    const refuse = (code: ParseErrorCode, column: number, detail: string): ParseError =>
      new ParseError({ code, line, column, detail })
    const first = words.words[0]
    if (probe !== null) return refuse("text_after_probe", first.column, `found ${quote(first.text)}`)
    const parsed = readLine(words, spec)
    if (parsed instanceof ParseError) return parsed

    switch (parsed.type) {
      case "open": {
        const { kind, name } = parsed
        if (names.has(name.text)) return refuse("duplicate_name", name.column, `found ${name.text}`)
        if (open.length === maxNesting) return refuse("nesting_too_deep", first.column, "")
        names.add(name.text)
        open.push({ kind, name: name.text, line, bound: new Set() })
        events.push({ type: "open", kind, name: name.text, line })
        break
      }
      case "close": {
        const block = open.pop()
        if (block === undefined) return refuse("underflow", first.column, "")
        const mismatch = labelMismatch(block, parsed.kind, parsed.name, spec)
        if (mismatch !== null) {
          const { code, expected, found } = mismatch
          return refuse(code, found.column, `expected ${quote(expected)}, found ${quote(found.text)}`)
        }
        events.push({ type: "close", line })
        break
      }
      case "let": {
        const bound = open.at(-1)?.bound ?? globals
        const variable = parsed.variable.text
        if (bound.has(variable))
          return refuse("duplicate_binding", parsed.variable.column, `found ${variable}`)
        bound.add(variable)
        events.push({ type: "let", variable, value: parsed.value, line })
        break
      }
      case "nop":
        events.push({ type: "nop", payload: parsed.payload, line })
        break
      case "probe":
        if (what === "program") return refuse("probe_in_program", first.column, "")
        probe = { id: parsed.id, variable: parsed.variable, line }
    }
  }
  return { events, open, probe, end: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } }
}

/** Builds the tree of events whose blocks are all closed. */
const programOf = (events: ReadonlyArray<ParsedEvent>): Program => {
  let body: Array<Statement> = []
  const outer: Array<Array<Statement>> = []
  for (const event of events) {
    switch (event.type) {
      case "open": {
        const inner: Array<Statement> = []
        body.push({ type: "scope", kind: event.kind, name: event.name, body: inner })
        outer.push(body)
        body = inner
        break
      }
      case "close":
        body = outer.pop() ?? body
        break
      case "let":
        body.push({ type: "let", variable: event.variable, value: event.value })
        break
      case "nop":
        body.push({ type: "nop", payload: event.payload })
    }
  }
  return { body }
}

/**
 * Reads a complete program: every block is closed, and nothing is observed. Strict: besides blanks around a line, blank lines and
 * CRLF nothing is overlooked. Linear in the source and without recursion, so that any text at all can be given to it.
 */
export const parseProgram = (source: string, spec: RenderSpec): Either.Either<Program, ParseError> => {
  const reading = read(source, spec, "program")
  if (reading instanceof ParseError) return Either.left(reading)
  const { events, open, end } = reading
  const innermost = open.at(-1)
  if (innermost !== undefined) {
    const detail = `${innermost.name} of line ${innermost.line} is open`
    return Either.left(new ParseError({ code: "unclosed_block", ...end, detail }))
  }
  return Either.right(programOf(events))
}

/** Reads a prefix: its last statement is the probe, and open blocks are as they should be. As strict as {@link parseProgram}. */
export const parsePrefix = (source: string, spec: RenderSpec): Either.Either<ParsedPrefix, ParseError> => {
  const reading = read(source, spec, "prefix")
  if (reading instanceof ParseError) return Either.left(reading)
  const { events, probe, end } = reading
  return probe === null
    ? Either.left(new ParseError({ code: "missing_probe", ...end, detail: "" }))
    : Either.right({ events, probe })
}
