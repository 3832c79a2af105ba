import type { Kind } from "./Ast.js"

/**
 * One step of a program read from top to bottom. What the source parser hands to the event oracle; `line` is 1-based.
 * A Close carries no name: the parser has already checked the label against the block that it closes.
 */
export type ParsedEvent =
  | { readonly type: "open"; readonly kind: Kind; readonly name: string; readonly line: number }
  | { readonly type: "close"; readonly line: number }
  | { readonly type: "let"; readonly variable: string; readonly value: number; readonly line: number }
  | { readonly type: "nop"; readonly payload: string; readonly line: number }

/** A prefix as written: its events, and the probe that must be its last statement. */
export interface ParsedPrefix {
  readonly events: ReadonlyArray<ParsedEvent>
  readonly probe: { readonly id: string; readonly variable: string; readonly line: number }
}
