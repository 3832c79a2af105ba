import { type Bilingual, both, type Diagnosis, diagnosis } from "../Bilingual.js"
import type { Token } from "../Token.js"

const shown = (token: Token, source: string): Bilingual => {
  switch (token.kind) {
    case "end":
      return both("本体の終わり", "the end of the body")
    case "line end":
      return both("行の終わり", "the end of the line")
    default: {
      const text = source.slice(token.start, Math.min(token.end, token.start + 40))
      return both(`「${text}」`, `'${text}'`)
    }
  }
}

export const unexpected = (
  token: Token,
  source: string,
  expected: Bilingual,
  hint?: Bilingual
): Diagnosis => {
  const found = shown(token, source)
  return diagnosis(
    both(
      `ここには${expected.ja}が要るが、${found.ja}がある。`,
      `Expected ${expected.en} here, but found ${found.en}.`
    ),
    hint ?? usualHint(token)
  )
}

const usualHint = (token: Token): Bilingual => {
  if (token.kind === "end")
    return both("開いた括弧を閉じ、式を最後まで書く。", "Close every bracket and finish the expression.")
  if (token.kind === "line end")
    return both(
      "行を続けるのは括弧の中か、|> | & \\ の前後だけ。",
      "A line goes on only inside brackets, or before and behind |>, |, & and \\."
    )
  if (token.kind !== "sign")
    return both(
      "文は改行か ; で分ける。引数は , で分ける。",
      "Separate statements by a line end or ;, and arguments by commas."
    )
  switch (token.sign) {
    case "=":
      return both("等しいかを調べるのは ==。", "Equality is written ==.")
    case "&":
      return both(
        "条件をつなぐのは and。& は点列の共通部分で、1 つだけ書く。",
        "Conditions are joined by and; a single & intersects schedules."
      )
    case "|":
      return both(
        "条件をつなぐのは or。| は点列の和で、1 つだけ書く。",
        "Conditions are joined by or; a single | unites schedules."
      )
    case ">":
      return both(
        "関数の矢印は =>、点列を次の段に渡すのは |>。",
        "The arrow of a function is =>; a schedule is passed on by |>."
      )
    case "_":
      return both(
        "名前に使えるのは文字と ASCII の数字だけで、_ は使えない。",
        "Names consist of letters and ASCII digits; there is no _ in them."
      )
    case ")":
    case "]":
      return both("括弧の数を合わせる。", "Balance the brackets.")
    case "{":
    case "}":
      return both("波括弧は使わない。( ) か [ ] を使う。", "Braces have no use here; write ( ) or [ ].")
    default:
      return both("この前後の書き方を見直す。", "Look again at what stands around it.")
  }
}

export const expression = both("式", "an expression")
export const aName = both("名前", "a name")
export const stepName = both("段の名前", "the name of a step")
export const statementEnd = both("文の終わり", "the end of the statement")
export const sign = (text: string): Bilingual => both(`「${text}」`, `'${text}'`)
export const commaOr = (close: string): Bilingual => both(`「,」か「${close}」`, `',' or '${close}'`)

export const chained = both(
  "比較は続けて書けない。a < b and b < c のように分ける。",
  "Comparisons do not chain; write a < b and b < c."
)

export const settingKey = both(
  "この行に書けるのは tz: と wkst: だけ。",
  "A scope line takes tz: and wkst: only."
)

export const settingValue = both("時間帯か曜日の名前", "the name of a zone or weekday")

export const cover = both("覆う期間（例 2026..2026）", "a stretch of time such as 2026..2026")

export const coverClock = diagnosis(
  both("覆う期間の端に時刻は書けない。", "The edge of a covered stretch takes no time."),
  both("日付（その日の終わりまで）か年を書く。", "Write a date (to the end of that day) or a year.")
)

export const coverYear = diagnosis(
  both(
    "覆う期間の年は 0 から 9999 の整数。",
    "The year of a covered stretch is a whole number from 0 to 9999."
  ),
  both("例 covering: 2026..2026。", "For example covering: 2026..2026.")
)

export const reservedWord = (word: string): Diagnosis =>
  diagnosis(
    both(`${word} は文法の語で、名前にできない。`, `${word} is a word of the grammar, not a name.`),
    both("別の名前を使う。", "Use another name.")
  )

export const tooDeep = (limit: number): Diagnosis =>
  diagnosis(
    both(`入れ子が ${limit} 段を超えた。`, `Something is nested more than ${limit} deep.`),
    both("途中の式に名前を付けて分ける。", "Give names to parts of it.")
  )

/** Constructs of the public language that this subset leaves out, with what to write instead (language, section 15). */
const replacements = {
  calendar: both(
    "暦は前文で決まっている。時間帯と週の始まりは @JP tz: ... wkst: ...、期間は span で書く。",
    "The calendars are fixed by the prelude; write @JP tz: ... wkst: ... for zone and week start, span for periods."
  ),
  construction: both(
    "span、stride、strideBy か、epochOrdinal の計算で書く。",
    "Use span, stride, strideBy, or arithmetic on epochOrdinal."
  ),
  segments: both("within、span、coincides で書く。", "Use within, span or coincides."),
  rebase: both(
    '別の時間帯の時計で読むなら at(t, tz: "...")。',
    'For the clock of another zone write at(t, tz: "...").'
  ),
  data: both(
    "日付のリスト [2026-01-05, ...] covering: 2026..2026 で書く。",
    "Write a date list, [2026-01-05, ...] covering: 2026..2026."
  ),
  hours: both("bizDay と at で書く。", "Use bizDay and at."),
  months: both("monthNo、yearNo、daysInMonthOf で書く。", "Use monthNo, yearNo or daysInMonthOf."),
  parameters: both(
    "引数は f(a, b) = ... のように名前だけ並べ、順番で渡す。",
    "List plain parameters, as in f(a, b) = ..., and pass them by position."
  )
} as const

export type Replacement = keyof typeof replacements

export const unsupported = (word: string, replacement: Replacement): Diagnosis =>
  diagnosis(
    both(`${word} はこの言語に無い。`, `${word} is not part of this language.`),
    replacements[replacement]
  )
