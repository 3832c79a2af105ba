import { type Bilingual, both, type Diagnosis, diagnosis } from "../Bilingual.js"
import { type Kind, kindNames } from "../Value.js"

/** What is said of arguments and of values of the wrong kind or size. */

const list = (words: ReadonlyArray<string>): Bilingual => both(words.join("・"), words.join(", "))

/** Why an argument has no default: what a reader would otherwise have to guess is the point of the language. */
const reasons: Readonly<Record<string, Bilingual>> = {
  on: both(
    "どの日に乗せるかは既定が無い（例 on: bizDay）。",
    "Which days are meant has no default; write for example on: bizDay."
  ),
  unit: both(
    "何を単位に動かすかは既定が無い（例 unit: day、unit: bizDay）。",
    "What is counted has no default; write for example unit: day or unit: bizDay."
  ),
  from: both(
    "起点は既定が無い（例 from: 2026-01-05）。",
    "The anchor has no default; write for example from: 2026-01-05."
  ),
  until: both(
    "終点は既定が無い（例 until: 2026-06-30）。",
    "The end has no default; write for example until: 2026-06-30."
  ),
  convention: both(
    "送る向きは既定が無い。Following か Preceding を先に書く。",
    "The direction has no default; write Following or Preceding first."
  )
}

export const missingArgument = (name: string, argument: string): Diagnosis =>
  diagnosis(
    both(`${name} に ${argument} が無い。`, `${name} lacks ${argument}.`),
    reasons[argument] ?? both(`${name} には ${argument} を書く。`, `Give ${argument} to ${name}.`)
  )

export const needsCall = (name: string, parameters: ReadonlyArray<string>): Diagnosis =>
  diagnosis(
    both(`${name} の引数が無い。`, `${name} lacks its arguments.`),
    both(
      `${name}(${parameters.join(", ")}) と呼ぶか、渡すなら x => ${name}(x) と書く。`,
      `Call it, ${name}(${parameters.join(", ")}), or pass x => ${name}(x).`
    )
  )

export const unexpectedArgument = (name: string, allowed: ReadonlyArray<string>): Diagnosis =>
  diagnosis(
    both(`${name} はこの引数を取らない。`, `${name} does not take this argument.`),
    both(
      allowed.length === 0 ? `${name} は引数を取らない。` : `${name} の引数は ${list(allowed).ja}。`,
      allowed.length === 0 ? `${name} takes no arguments.` : `${name} takes ${list(allowed).en}.`
    )
  )

export const timeWithoutZero = (written: string): Diagnosis =>
  diagnosis(
    both(`${written}: は引数の名前と読まれる。`, `${written}: reads as the name of an argument.`),
    both("時刻は 2 桁で書く（例 T09:00）。", "Write times with two digits, as in T09:00.")
  )

export const twice = (argument: string): Diagnosis =>
  diagnosis(
    both(`${argument}: が 2 回ある。`, `${argument}: is given twice.`),
    both("1 つにする。", "Keep one.")
  )

export const positionalLast = diagnosis(
  both("名前の無い引数が、名前付きの引数の後にある。", "A plain argument stands behind a named one."),
  both("名前の無い引数を先に書く。", "Plain arguments come first.")
)

export const wrongKind = (expected: Bilingual, found: Kind, hint?: Bilingual): Diagnosis =>
  diagnosis(
    both(
      `ここには${expected.ja}が要るが、${kindNames[found].ja}がある。`,
      `Expected ${expected.en} here, but found ${kindNames[found].en}.`
    ),
    hint ?? rewrites[found] ?? both("値の種類を合わせる。", "Use a value of that kind.")
  )

const rewrites: Partial<Record<Kind, Bilingual>> = {
  list: both(
    '日付は "..." や数でなく 2026-01-05 と書き、日付のリスト [2026-01-05, ...] は点列になる。',
    "A list of dates such as [2026-01-05, ...] is a schedule; a list of anything else is not."
  ),
  label: both(
    "期間や時刻は引用符なしで書く（例 month、T09:00）。条件は weekday(d) == Mon のように毎回全部書く。",
    "Write windows and times without quotes, as in month or T09:00, and conditions in full: weekday(d) == Mon or weekday(d) == Tue."
  ),
  number: both(
    "条件なら == や < で比べる。日付は 2026-01-05 と 2 桁で書く。",
    "Compare numbers with == or <; write dates with two digits, 2026-01-05."
  ),
  stream: both(
    "点列に日が入るかは coincides(bizDay, day, d) か filter(on: bizDay)、n 番目は within(month) |> nth(n) で調べる。",
    "Ask with coincides(bizDay, day, d) or filter(on: bizDay) whether a day belongs, and count with within(month) |> nth(n)."
  ),
  windows: both(
    "月や週の番号は monthNo(d)、ordinalIn(week, month, d) のように求める。",
    "Numbers of months or weeks come from monthNo(d) or ordinalIn(week, month, d)."
  ),
  everyInstant: both(
    "everyInstant はすぐ後に |> strideBy(...) を書く。",
    "everyInstant only stands directly before |> strideBy(...)."
  )
}

export const orderPoints = both(
  "日付の前後は epochOrdinal(day, d) < epochOrdinal(day, 2026-04-01) で比べるか、日付の範囲との & で選ぶ。",
  "Compare epochOrdinal(day, d) < epochOrdinal(day, 2026-04-01), or intersect with a range of dates."
)

export const datesAsStream = both(
  "日付のリストは点列。filter(on: [...]) か & で選ぶ。",
  "A list of dates is a schedule: use filter(on: [...]) or &."
)

export const rangeOfPoints = both(
  "範囲 .. は日付だけ。数なら dayNo(d) >= 1 and dayNo(d) <= 5、曜日なら [Mon, Tue, Wed] と書く。",
  "Ranges are for dates; write dayNo(d) >= 1 and dayNo(d) <= 5, or list the labels: [Mon, Tue, Wed]."
)

export const strideByTime = both(
  "時刻だけの from: は幅が 1d のときだけ。日付を書く（例 from: 2026-01-05T09:00）。",
  "A bare time is for the width 1d only; write a date, as in from: 2026-01-05T09:00."
)

export const badCount = (expected: Bilingual, found: number): Diagnosis =>
  diagnosis(
    both(`${expected.ja}が要るが、${found} がある。`, `Expected ${expected.en}, but found ${found}.`),
    both("整数を書く。", "Write a whole number.")
  )

export const positiveInteger = both("1 以上の整数", "a whole number of at least 1")
export const naturalNumber = both("0 以上の整数", "a whole number of at least 0")
export const integer = both("整数", "a whole number")
export const positiveWidth = both("0 より長い有限の幅", "a finite width longer than 0")

export const unknownConvention = (name: string): Diagnosis =>
  diagnosis(
    both(`送り方 ${name} は無い。`, `There is no convention ${name}.`),
    both(
      "Following（後へ）か Preceding（前へ）。月をまたがない送りは、月末側を Preceding、残りを Following で求めて | で合わせる。",
      "There are Following and Preceding. To stay within the month, treat the days near its end apart and unite both with |."
    )
  )

export const unsupportedUnit = diagnosis(
  both("単位に week は使えない。", "week cannot be the unit."),
  both(
    "7 日を単位にする（shift(7 * n, unit: day)、day span (_ => 7)）。",
    "Count days: shift(7 * n, unit: day), or day span (_ => 7)."
  )
)

export const indexOutOfRange = (length: number): Diagnosis =>
  diagnosis(
    both(
      `リストの要素は ${length} 個で、この番号は無い。`,
      `The list has ${length} elements, and none of this index.`
    ),
    both(
      "番号は 0 から数える整数。月なら monthNo(d) - 1。",
      "Indexes are whole numbers from 0; for months write monthNo(d) - 1."
    )
  )
