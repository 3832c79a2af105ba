import type { Span } from "./Span.js"

/** Signs of two characters first: the longest match wins. `{` and `}` begin no construct; they are read so that their place can be told. */
const longSigns = ["|>", "..", "==", "!=", "<=", ">=", "=>"] as const
const shortSigns = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "?",
  "@",
  "|",
  "&",
  "\\",
  "=",
  "<",
  ">",
  "+",
  "-",
  "*",
  "/",
  ".",
  "_",
  ";"
] as const

export const signs = [...longSigns, ...shortSigns] as const

export type Sign = (typeof signs)[number]

export type Token = Span &
  (
    | { readonly kind: "sign"; readonly sign: Sign }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "string"; readonly value: string }
    /** `clock` in milliseconds since midnight, `null` for a date without a time. */
    | { readonly kind: "date"; readonly day: number; readonly clock: number | null }
    | { readonly kind: "time"; readonly clock: number }
    | { readonly kind: "width"; readonly width: Width }
    | { readonly kind: "line end" }
    | { readonly kind: "end" }
  )

/** A distance: whole civil days, or elapsed milliseconds. */
export type Width = { readonly days: number } | { readonly ms: number }
