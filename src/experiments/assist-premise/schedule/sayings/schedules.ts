import { type Bilingual, both, type Diagnosis, diagnosis } from "../Bilingual.js"
import type { Calendar } from "../Calendar.js"
import { dayLength, mod, writeClock, writeDate } from "../civil.js"
import type { Grid } from "../Grid.js"

/** What is said of schedules: their grids, windows, lists, clocks, and their cost. */

export const tooMuch = (what: Bilingual, limit: number): Diagnosis =>
  diagnosis(
    both(`${what.ja}が上限 ${limit} を超えた。`, `There are more than ${limit} ${what.en}.`),
    both("間隔を広げるか、繰り返す計算を減らす。", "Use wider steps, or compute less for every point.")
  )

export const tooDeep = (limit: number): Diagnosis =>
  diagnosis(
    both(`式の評価が ${limit} 段より深くなった。`, `Expressions are evaluated more than ${limit} deep.`),
    both("定義の連なりを短くする。", "Make the chain of definitions shorter.")
  )

export const outsideHorizon = diagnosis(
  both(
    "評価する期間から外れた日時の期間は数えられない。",
    "A date outside the evaluated stretch of time has no window there."
  ),
  both(
    "1970-01-01 以後の、評価範囲に近い日付を使う。",
    "Use a date since 1970-01-01 that is near the range evaluated."
  )
)

const gridName = (grid: Grid): Bilingual =>
  grid === "day"
    ? both("日", "days")
    : grid === "none" || grid === "any"
      ? both("格子なし", "no grid")
      : grid.startsWith("clock")
        ? both("決まった時刻", "a clock time")
        : both("経過時間の間隔", "elapsed time")

export const gridMismatch = (a: Grid, b: Grid): Diagnosis =>
  diagnosis(
    both(
      `2 つの点列の刻みが合わない（${gridName(a).ja}と${gridName(b).ja}）。`,
      `The two schedules lie on different grids (${gridName(a).en} and ${gridName(b).en}).`
    ),
    both(
      "at は最後に書く。時刻を落とすなら snapTo(day)、同じ日かを調べるなら coincides、日付 1 つは [2026-12-31] と書く。",
      "Apply at last; drop times with snapTo(day), ask for the same day with coincides, write a single date as [2026-12-31]."
    )
  )

export const businessDayZone = diagnosis(
  both(
    "bizDay は前文の時間帯の日で、この時間帯では使えない。",
    "bizDay consists of days of the prelude's own zone, not of this one."
  ),
  both(
    '@JP のまま bizDay を求め、時刻は at(t, tz: "...") で付ける。',
    'Find the days under @JP, then add the time with at(t, tz: "...").'
  )
)

/** A point as the zone shows it: the date, and the clock time unless the point is a day. */
const shownPoint = (calendar: Calendar, point: number): string => {
  const clock = mod(calendar.zone.localOf(point), dayLength)
  return writeDate(calendar.dayNumberOf(point)) + (clock === 0 ? "" : writeClock(clock))
}

export const notOnAxis = (calendar: Calendar, point: number): Diagnosis => {
  const date = shownPoint(calendar, point)
  return diagnosis(
    both(`${date} は unit: の点列の点でない。`, `${date} is no point of the schedule given as unit:.`),
    both(
      "先に roll(Following, on: ...) か roll(Preceding, on: ...) でその点列に乗せる。",
      "Move the points onto it first, with roll(Following, on: ...) or roll(Preceding, on: ...)."
    )
  )
}

export const noWindow = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} が選ぶ期間が無い。`, `${name} has no window to choose in.`),
    both(`前に |> within(month) などを書く。`, "Put |> within(month), or another window, before it.")
  )

export const noSuchWindow = (name: string): Diagnosis =>
  diagnosis(
    both(`of: の ${name} という期間には入っていない。`, `No window was entered under the name ${name}.`),
    both(`前に |> within(${name}) を書く。`, `Put |> within(${name}) before it.`)
  )

export const windowedInput = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} の前に期間が開いたままである。`, `A window is still open before ${name}.`),
    both(
      "先に first・last・nth で選ぶか、期間ごとに数えるなら nth を使う。",
      "Choose with first, last or nth first; within a window, nth is what counts."
    )
  )

export const listOrder = diagnosis(
  both("日付が昇順でない。", "The dates do not ascend."),
  both("古い順に並べ、同じ日付を除く。", "Sort them, and remove duplicates.")
)

export const outsideCovering = diagnosis(
  both("この日付は covering: の期間の外にある。", "This date lies outside what covering: states."),
  both("covering: を広げるか、日付を直す。", "Widen covering:, or correct the date.")
)

export const coveringOrder = diagnosis(
  both("covering: の期間が昇順でない。", "The stretches of covering: do not ascend."),
  both(
    "from..to の順に、重ならない期間を古い順に書く。",
    "Write from..to, one stretch behind the other, without overlap."
  )
)

export const coveringOfValues = diagnosis(
  both("日付でないリストに covering: がある。", "covering: stands behind a list that holds no dates."),
  both("covering: を消す。", "Remove covering:.")
)

export const localGap = diagnosis(
  both(
    "この時刻は夏時間の切り替えで飛ばされ、時計に現れない。",
    "The clock jumps over this time when summer time begins."
  ),
  both("その日に 1 度だけ現れる時刻を書く。", "Write a clock time that occurs once on that day.")
)

export const localFold = diagnosis(
  both("この時刻は夏時間の終わりに 2 度現れる。", "The clock shows this time twice when summer time ends."),
  both("その日に 1 度だけ現れる時刻を書く。", "Write a clock time that occurs once on that day.")
)

export const undecided = diagnosis(
  both(
    "この期間に点があるかどうかは、分かっている範囲の外で決まらない。",
    "Whether there is a point in this window is not known there."
  ),
  both(
    "covering: を広げるか、分かっている年の日付を使う。",
    "Widen covering:, or use a date within the known years."
  )
)
