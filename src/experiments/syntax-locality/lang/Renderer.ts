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

/** The lines of a whole program: line `i` (from 0) is event `i`. */
export const programLines = (program: Program, spec: RenderSpec): Array<string> =>
  programEvents(program).map((event) => eventLine(event, spec))

/**
 * The lines of `program` up to `cut`, and the probe: line `i` (from 0) is event `i`, line `cut.eventCount` is the probe.
 * @throws RangeError when the program has fewer events: a cut is made for its program, so this is a caller's bug.
 */
export const prefixLines = (program: Program, cut: CutPoint, spec: RenderSpec): Array<string> => {
  const events = programEvents(program)
  const { eventCount, probeId, variable } = cut
  if (!Number.isInteger(eventCount) || eventCount < 0 || eventCount > events.length) {
    throw new RangeError(`a cut after ${eventCount} events in a program of ${events.length}`)
  }
  const lines = events.slice(0, eventCount).map((event) => eventLine(event, spec))
  lines.push(`probe ${probeId} ${variable}`)
  return lines
}

/** {@link programLines} joined by LF, without a final LF: prompts embed the text as it is. */
export const renderProgram = (program: Program, spec: RenderSpec): string =>
  programLines(program, spec).join("\n")

/** {@link prefixLines} joined by LF, without a final LF. */
export const renderPrefix = (program: Program, cut: CutPoint, spec: RenderSpec): string =>
  prefixLines(program, cut, spec).join("\n")
