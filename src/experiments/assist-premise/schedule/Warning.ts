import { type Bilingual, both } from "./Bilingual.js"
import type { Position } from "./Span.js"

/** Things that are allowed and often not meant. They never change a point. */
export const warningSentences = {
  NthNeverMatches: both(
    "nth の番号が 1 より小さく、どの点にも当たらない。",
    "nth counts from 1; this number never matches."
  ),
  ShadowedDefinition: both(
    "暦の語と同じ名前の定義は使われない。",
    "A definition with the name of a calendar word is never used."
  ),
  MixedComparison: both("種類の違う値は決して等しくならない。", "Values of different kinds are never equal."),
  DiscardedInput: both("strideBy は前の点列を使わない。", "strideBy does not use the schedule before it."),
  AnchoredClock: both(
    "日付の付いた at は、その日時より前の点を出さない。",
    "With a date, at yields nothing before that date."
  ),
  CoverageTouched: both(
    "結果の一部は、祝日やリストの分かっている範囲の外にかかる。",
    "Part of the result rests on days for which holidays or lists are not known."
  )
} as const

export type WarningClass = keyof typeof warningSentences

export interface Warning extends Position {
  readonly class: WarningClass
  readonly sentence: Bilingual
}
