import type { CutPoint, Let } from "../lang/Ast.js"
import { type ProgramEvent, programEvents } from "../lang/Events.js"
import type { CaseFamily } from "./CaseFamily.js"

/** The events of a family that a reader of the data wants to find, each as its 0-based place in the walk. */
export interface Landmarks {
  /** The openers of the blocks in focus, from the outermost in. */
  readonly focusOpeners: ReadonlyArray<number>
  /** The binding that is visible before the closings, and the one after. */
  readonly bindingBefore: number
  readonly bindingAfter: number
  /** The closings in focus, in the order of the text: they close `focusOpeners` from the last to the first. */
  readonly closes: ReadonlyArray<number>
}

/** Finds the landmarks by walking the events with a stack of openers. */
export const landmarksOf = (family: CaseFamily): Landmarks => {
  const { before_close: before, after_close: after } = family.cuts
  const events = programEvents(family.program)
  return {
    focusOpeners: openAt(events, before.eventCount).slice(-family.closings),
    bindingBefore: visibleBinding(events, before),
    bindingAfter: visibleBinding(events, after),
    closes: Array.from(
      { length: after.eventCount - before.eventCount },
      (_, index) => before.eventCount + index
    )
  }
}

/** The openers of the blocks that are open after the first `eventCount` events. */
const openAt = (events: ReadonlyArray<ProgramEvent>, eventCount: number): Array<number> => {
  const open: Array<number> = []
  events.slice(0, eventCount).forEach(({ type }, index) => {
    if (type === "open") open.push(index)
    else if (type === "close") open.pop()
  })
  return open
}

/** The last binding of the variable that stands in a scope still open: inner scopes come later in the text. -1: none. */
const visibleBinding = (events: ReadonlyArray<ProgramEvent>, { eventCount, variable }: CutPoint): number => {
  const bindings: Array<number | null> = [null]
  events.slice(0, eventCount).forEach((event, index) => {
    if (event.type === "open") bindings.push(bindings.at(-1) ?? null)
    else if (event.type === "close") bindings.pop()
    else if (isBindingOf(event, variable)) bindings.splice(-1, 1, index)
  })
  return bindings.at(-1) ?? -1
}

const isBindingOf = (event: ProgramEvent, variable: string): event is Let =>
  event.type === "let" && event.variable === variable
