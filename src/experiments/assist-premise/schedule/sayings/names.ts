import { type Bilingual, both, type Diagnosis, diagnosis } from "../Bilingual.js"

/** What is said of names: those that are missing, taken, or lead back to themselves. */

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
