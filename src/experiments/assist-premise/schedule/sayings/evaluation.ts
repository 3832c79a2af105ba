import { type Bilingual, both, type Diagnosis, diagnosis } from "../Bilingual.js"
import type { Calendar } from "../Calendar.js"
import { dayLength, mod, writeClock, writeDate } from "../civil.js"
import type { Grid } from "../Grid.js"
import { type Kind, kindNames } from "../Value.js"

const list = (words: ReadonlyArray<string>): Bilingual => both(words.join("・"), words.join(", "))

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

export const noResult = diagnosis(
  both("本体に式が無い。", "The body has no expression."),
  both(
    "定義の後に、結果になる式を 1 つ書く。",
    "Add the expression that is the result behind the definitions."
  )
)

const meantName = (nearest: string | null): Bilingual =>
  nearest === null
    ? both(
        "使える名前は、定義した名前、bizDay・everyDay・monthEnd などの点列、day・week・month などの期間。",
        "Known names are your definitions, schedules such as bizDay, everyDay, monthEnd, and windows such as day, week, month."
      )
    : both(`${nearest} のことか。`, `Did you mean ${nearest}?`)

export const unknownName = (name: string, nearest: string | null): Diagnosis => {
  const sentence = both(`${name} という名前は無い。`, `There is no name ${name}.`)
  if (/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i.test(name))
    return diagnosis(
      sentence,
      both("曜日は Mon Tue Wed Thu Fri Sat Sun。", "Weekdays are Mon Tue Wed Thu Fri Sat Sun.")
    )
  if (name === "true" || name === "false")
    return diagnosis(
      sentence,
      both(
        "真偽値の名前は無い。条件を書くか、filter を外す。",
        "Conditions have no names; write one, or leave the filter out."
      )
    )
  if (name === "today" || name === "now")
    return diagnosis(
      sentence,
      both(
        "今日を表す名前は無い。日付を 2026-01-05 のように書く。",
        "Write the date itself, such as 2026-01-05."
      )
    )
  return diagnosis(sentence, meantName(nearest))
}

export const laterName = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} はここではまだ定義されていない。`, `${name} is not defined yet at this place.`),
    both(
      "定義を、使う式より前の行に置く。",
      "Put the definition on a line above the expression that uses it."
    )
  )

export const stepAsName = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} は段の名前で、値ではない。`, `${name} is a step, not a value.`),
    both(`点列の後に |> ${name}(...) と書く。`, `Write it behind a schedule: |> ${name}(...).`)
  )

export const queryAsName = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} は引数を付けて呼ぶ。`, `${name} must be called.`),
    both(
      "例 ordinalIn(day, month, d)、coincides(bizDay, day, d)。",
      "For example ordinalIn(day, month, d) or coincides(bizDay, day, d)."
    )
  )

export const noBusinessDays = (scope: string): Diagnosis =>
  diagnosis(
    both(
      `@${scope} に営業日の暦は無く、bizDay は使えない。`,
      `@${scope} has no business calendar, hence no bizDay.`
    ),
    both("@JP の行の後で bizDay を使う。", "Use bizDay behind a line @JP.")
  )

export const unknownScope = (name: string, known: ReadonlyArray<string>): Diagnosis =>
  diagnosis(
    both(`@${name} という場所は無い。`, `There is no scope @${name}.`),
    both(
      `あるのは ${known.map((one) => `@${one}`).join("・")}。時間帯だけ替えるなら @JP tz: "Europe/Paris"。`,
      `There are ${known.map((one) => `@${one}`).join(", ")}; for another zone write @JP tz: "Europe/Paris".`
    )
  )

export const unknownWeekStart = (name: string): Diagnosis =>
  diagnosis(
    both(`週の始まり ${name} は曜日でない。`, `The week start ${name} is no weekday.`),
    both(
      "wkst: には Mon Tue Wed Thu Fri Sat Sun のどれかを書く。",
      "wkst: takes one of Mon Tue Wed Thu Fri Sat Sun."
    )
  )

export const unknownZone = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} という時間帯は無い。`, `There is no time zone ${name}.`),
    both(
      'IANA の名前で書く（例 "America/New_York"、"UTC"）。',
      'Write an IANA name, such as "America/New_York" or "UTC".'
    )
  )

export const unknownStage = (name: string, nearest: string | null): Diagnosis =>
  diagnosis(
    both(`${name} という段は無い。`, `There is no step ${name}.`),
    nearest === null
      ? both(
          "段は within first last nth filter roll shift snapTo stride take takeLast strideBy at と、定義した段。",
          "Steps are within first last nth filter roll shift snapTo stride take takeLast strideBy at, and those that you define."
        )
      : both(`${nearest} のことか。`, `Did you mean ${nearest}?`)
  )

export const valueAsStage = (name: string): Diagnosis =>
  diagnosis(
    both(`${name} は段でなく、|> の後に書けない。`, `${name} is no step and cannot follow |>.`),
    both(
      `点列どうしは | & \\ で組み合わせ、その中から選ぶなら filter(on: ${name}) と書く。`,
      `Combine schedules with |, & and \\, or choose with filter(on: ${name}).`
    )
  )

export const notAStep = (name: string): Diagnosis =>
  diagnosis(
    both(
      `${name} の定義は段として使えない形をしている。`,
      `The definition of ${name} has no form of a step.`
    ),
    both(
      `${name} = s => s |> ... か ${name} = within(month) |> last のように定義する。`,
      `Define it as ${name} = s => s |> ..., or as ${name} = within(month) |> last.`
    )
  )

export const reserved = (name: string): Diagnosis =>
  diagnosis(
    both(
      `${name} は言語の語で、名前に使えない。`,
      `${name} belongs to the language and cannot be used as a name.`
    ),
    both("別の名前を付ける。", "Choose another name.")
  )

export const cycle = (names: ReadonlyArray<string>): Diagnosis =>
  diagnosis(
    both(
      `定義が自分自身に戻る: ${names.join(" → ")}。`,
      `The definition leads back to itself: ${names.join(" → ")}.`
    ),
    both("片方に別の名前を付け、循環を断つ。", "Break the circle by giving one of them another name.")
  )

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
