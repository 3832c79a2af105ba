import { both, type Diagnosis, diagnosis } from "../Bilingual.js"

/** What models write for the language's own signs. */
const replacements: Readonly<Record<string, string>> = {
  "！": "not",
  "!": "not",
  "¥": "\\",
  "￥": "\\",
  "（": "(",
  "）": ")",
  "［": "[",
  "］": "]",
  "｛": "(",
  "｝": ")",
  "，": ",",
  "、": ",",
  "：": ":",
  "；": ";",
  "＝": "=",
  "＋": "+",
  "－": "-",
  "−": "-",
  "–": "-",
  "—": "-",
  "＊": "*",
  "×": "*",
  "／": "/",
  "÷": "/",
  "｜": "|",
  "＆": "&",
  "＼": "\\",
  "＜": "<",
  "＞": ">",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
  "→": "=>",
  "⇒": "=>",
  "〜": "..",
  "～": "..",
  "…": "..",
  "？": "?",
  "＃": "#",
  "＠": "@",
  "＿": "_",
  "．": ".",
  "。": ".",
  "'": '"',
  "‘": '"',
  "’": '"',
  "“": '"',
  "”": '"',
  "％": "mod",
  "%": "mod",
  "∪": "|",
  "∩": "&",
  "\u3000": " ",
  "\u00a0": " "
}

export const badCharacter = (character: string): Diagnosis => {
  const digit = /^[０-９]$/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0xfee0) : null
  const meant = digit ?? (Object.hasOwn(replacements, character) ? replacements[character] : undefined)
  const shown = /^[\p{C}\p{Z}]$/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
    : `「${character}」`
  const english = shown.replace("「", "'").replace("」", "'")
  return diagnosis(
    both(`${shown} はこの言語の文字ではない。`, `${english} is no character of the language.`),
    meant === undefined
      ? both(
          "記号と数字は ASCII で書く。説明は # の後に書く。",
          "Write signs and digits in ASCII; a remark goes behind #."
        )
      : meant === " "
        ? both("ASCII の空白を使う。", "Use an ASCII blank.")
        : both(`代わりに ${meant} と書く。`, `Write ${meant} instead.`)
  )
}

export const openString = diagnosis(
  both("文字列が行の中で閉じていない。", "The string is not closed on its line."),
  both('文字列は 1 行の中で "..." と書く。', 'A string is written "..." on one line.')
)

export const timeDigits = diagnosis(
  both("時刻の桁数が違う。", "The time has the wrong number of digits."),
  both(
    "時・分・秒はそれぞれ 2 桁で書く（例 T09:05、T09:05:30）。",
    "Hours, minutes and seconds take two digits each, as in T09:05 or T09:05:30."
  )
)

export const mixedWidth = diagnosis(
  both(
    "暦日の幅 d と経過時間の幅 h・m・s は混ぜられない。",
    "Civil days (d) and elapsed time (h, m, s) do not mix."
  ),
  both("暦日なら 1d、経過時間なら 36h のように書く。", "Write civil days as 1d, elapsed time as 36h.")
)

export const fractionalWidth = diagnosis(
  both("幅は整数で書く。", "A width takes whole numbers."),
  both("小さい単位で書く（例 1.5h は 1h30m）。", "Use a smaller unit: 1.5h is 1h30m.")
)

export const badWidth = diagnosis(
  both("幅の単位は d・h・m・s のどれか 1 文字。", "The unit of a width is one letter: d, h, m or s."),
  both("例 10d、36h、1h30m。", "For example 10d, 36h, 1h30m.")
)

export const impossibleDate = (lastDay: string | null): Diagnosis =>
  diagnosis(
    both("この日付は暦に無い。", "This date is not in the calendar."),
    lastDay === null
      ? both("月は 01 から 12、日は 01 から。", "Months go from 01 to 12, days from 01.")
      : both(`その月の末日は ${lastDay}。`, `The last day of that month is ${lastDay}.`)
  )

export const impossibleTime = diagnosis(
  both("この時刻は時計に無い。", "No clock shows this time."),
  both(
    "時は 00 から 23、分と秒は 00 から 59。24 時は翌日の T00:00。",
    "Hours go from 00 to 23, minutes and seconds to 59; 24:00 is the next day's T00:00."
  )
)

export const tooLong = (what: { readonly ja: string; readonly en: string }, limit: number): Diagnosis =>
  diagnosis(
    both(`${what.ja}が上限 ${limit} を超えた。`, `There are more than ${limit} ${what.en}.`),
    both("もっと短く書く。", "Write less.")
  )
