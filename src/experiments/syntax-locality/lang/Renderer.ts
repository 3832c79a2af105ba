import type { CutPoint, Program, Scope } from "./Ast.js"
import { type ProgramEvent, programEvents } from "./Events.js"
import type { Lexicon } from "./Lexicon.js"
import { paddedSuffix, type Style } from "./Syntax.js"

/** How a program is written down; the program itself does not depend on it. Every line starts at the left margin (3.3). */
export interface RenderSpec {
  readonly style: Style
  readonly lexicon: Lexicon
}

const openLine = (scope: Scope, { style, lexicon }: RenderSpec): string =>
  `${lexicon[scope.kind]} ${scope.name}${style === "braces" ? " {" : ""}`

const closeLine = (scope: Scope, { style, lexicon }: RenderSpec): string => {
  switch (style) {
    case "braces":
      return "}"
    case "generic_end":
      return lexicon.end
    case "typed_end":
      return `${lexicon.end} ${lexicon[scope.kind]}`
    case "named_end":
      return `${lexicon.end} ${lexicon[scope.kind]} ${scope.name}`
    case "padded_end":
      return `${lexicon.end} ${paddedSuffix}`
  }
}

const eventLine = (event: ProgramEvent, spec: RenderSpec): string => {
  switch (event.type) {
    case "open":
      return openLine(event.scope, spec)
    case "close":
      return closeLine(event.scope, spec)
    case "let":
      return `${spec.lexicon.let} ${event.variable} ${event.value}`
    case "nop":
      return `${spec.lexicon.nop} ${event.payload}`
  }
}

/** The first `eventCount` lines of a program: line `i` (from 0) is event `i`. */
const eventLines = (program: Program, spec: RenderSpec, eventCount: number): Array<string> => {
  const inAllStyles = linesInAllStyles(program, spec)
  return programEvents(program)
    .slice(0, eventCount)
    .map((event, index) => inAllStyles[index] ?? eventLine(event, spec))
}

/** What styles have in common: no style changes a binding or a nop. `null`: the beginning or the end of a block. */
const linesInAllStyles = (program: Program, spec: RenderSpec): ReadonlyArray<string | null> => {
  if (last?.program !== program || last.lexicon !== spec.lexicon) {
    const lines = programEvents(program).map((event) =>
      event.type === "open" || event.type === "close" ? null : eventLine(event, spec)
    )
    last = { program, lexicon: spec.lexicon, lines }
  }
  return last.lines
}

/** Of the program that was rendered last: whoever writes a program in one style writes it in the others next. */
let last: {
  readonly program: Program
  readonly lexicon: Lexicon
  readonly lines: ReadonlyArray<string | null>
} | null = null

/** The lines of a whole program: line `i` (from 0) is event `i`. */
export const programLines = (program: Program, spec: RenderSpec): Array<string> =>
  eventLines(program, spec, programEvents(program).length)

/**
 * The lines of `program` up to `cut`, and the probe: line `i` (from 0) is event `i`, line `cut.eventCount` is the probe.
 * @throws RangeError when the program has fewer events: a cut is made for its program, so this is a caller's bug.
 */
export const prefixLines = (program: Program, cut: CutPoint, spec: RenderSpec): Array<string> => {
  const total = programEvents(program).length
  const { eventCount, probeId, variable } = cut
  if (!Number.isInteger(eventCount) || eventCount < 0 || eventCount > total) {
    throw new RangeError(`a cut after ${eventCount} events in a program of ${total}`)
  }
  const lines = eventLines(program, spec, eventCount)
  lines.push(`probe ${probeId} ${variable}`)
  return lines
}

/** {@link programLines} joined by LF, without a final LF: prompts embed the text as it is. */
export const renderProgram = (program: Program, spec: RenderSpec): string =>
  programLines(program, spec).join("\n")

/** {@link prefixLines} joined by LF, without a final LF. */
export const renderPrefix = (program: Program, cut: CutPoint, spec: RenderSpec): string =>
  prefixLines(program, cut, spec).join("\n")
