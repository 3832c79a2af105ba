import type { Expression, Word } from "./Ast.js"
import { type Bilingual, both } from "./Bilingual.js"
import type { CalendarFunction } from "./names.js"
import type { Stream } from "./Stream.js"
import type { Width } from "./Token.js"
import type { WindowSet } from "./WindowSet.js"

/** An instant in milliseconds. */
export interface Point {
  readonly tag: "point"
  readonly at: number
}

export interface FunctionValue {
  readonly tag: "function"
  readonly parameters: ReadonlyArray<Word>
  readonly body: Expression
  /** The parameters that were known where it was written. */
  readonly outer: Environment
}

/** Parameters and their values, innermost first. */
export type Environment = {
  readonly name: string
  readonly value: Value
  readonly outer: Environment
} | null

/** What an expression can be worth (language, section 5). A label is a text, so `"Sat" == Sat`. */
export type Value =
  | number
  | boolean
  | string
  | Point
  | { readonly tag: "time"; readonly clock: number }
  | { readonly tag: "width"; readonly width: Width }
  | { readonly tag: "list"; readonly items: ReadonlyArray<Value> }
  | Stream
  | WindowSet
  | FunctionValue
  /** A function of the calendar, without its argument. */
  | { readonly tag: "word"; readonly word: CalendarFunction }
  | { readonly tag: "everyInstant" }

export type Kind = "number" | "boolean" | "label" | Exclude<Value, number | boolean | string>["tag"]

export const kindOf = (value: Value): Kind =>
  typeof value === "number"
    ? "number"
    : typeof value === "boolean"
      ? "boolean"
      : typeof value === "string"
        ? "label"
        : value.tag

export const kindNames: Readonly<Record<Kind, Bilingual>> = {
  number: both("数", "a number"),
  boolean: both("真偽値", "a condition"),
  label: both("ラベル", "a label"),
  point: both("日時", "a date"),
  time: both("時刻", "a time of day"),
  width: both("幅", "a width"),
  list: both("値のリスト", "a list of values"),
  stream: both("点列", "a schedule"),
  windows: both("期間の列", "a window set"),
  function: both("関数", "a function"),
  word: both("暦の関数", "a function of the calendar"),
  everyInstant: both("everyInstant", "everyInstant")
}

export const equal = (a: Value, b: Value): boolean => {
  if (typeof a !== "object" || typeof b !== "object") return a === b
  if (a.tag === "point" && b.tag === "point") return a.at === b.at
  if (a.tag === "time" && b.tag === "time") return a.clock === b.clock
  if (a.tag === "list" && b.tag === "list")
    return a.items.length === b.items.length && a.items.every((item, i) => equal(item, b.items[i] ?? NaN))
  if (a.tag === "width" && b.tag === "width")
    return "days" in a.width
      ? "days" in b.width && a.width.days === b.width.days
      : "ms" in b.width && a.width.ms === b.width.ms
  return a === b
}

/** The names of the parameters in an environment, innermost first. */
export const parametersOf = (env: Environment): ReadonlyArray<string> =>
  env === null ? [] : [env.name, ...parametersOf(env.outer)]
