/** How a program without understanding reads: lines, the words in them, and what looks like a value. */

/** Runs of kanji or katakana: the nouns of a Japanese text, more or less. */
export const nouns = (text: string): ReadonlyArray<string> => [
  ...new Set(text.normalize("NFKC").match(/[\p{Script=Han}々]{2,}|[ァ-ヴー]{2,}|[A-Z]+-?\d+/gu) ?? [])
]

export const linesOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))

/** 令和8年4月1日, 2026-04-01, 4月1日 and 2026/4/1 as YYYY-MM-DD; a year that is not said is 2026. */
export const datesIn = (line: string): ReadonlyArray<string> =>
  [
    ...line
      .normalize("NFKC")
      .matchAll(/(?:(令和|R)?(\d{1,4}|元)[年./-])?(\d{1,2})[月./-](\d{1,2})(?:日|(?!\d))/g)
  ].flatMap(([, era, year, month = "", day = ""]) => {
    const number = year === undefined ? 2026 : year === "元" ? 1 : Number(year)
    const full = era !== undefined || number < 100 ? 2018 + number : number
    if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return []
    return [`${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`]
  })

export const numbersIn = (line: string): ReadonlyArray<number> =>
  [...line.normalize("NFKC").matchAll(/(\d{1,3}(?:,\d{3})+|\d+)(万)?/g)].map(
    ([, digits = "", ten]) => Number(digits.replaceAll(",", "")) * (ten === undefined ? 1 : 10_000)
  )

export const clausesIn = (line: string): ReadonlyArray<string> =>
  line.normalize("NFKC").match(/(?:附則|細則|別表)?第?\d+条(?:第\d+項)?|附則|別表\d*/g) ?? []

/** The lines, the ones with most of the words first; equal ones stay in their order. */
export const ranked = (
  lines: ReadonlyArray<string>,
  words: ReadonlyArray<string>,
  context: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const hits = (line: string, wanted: ReadonlyArray<string>) =>
    wanted.filter((word) => line.includes(word)).length
  return lines
    .map((line) => ({ line, score: 100 * hits(line, words) + hits(line, context) }))
    .sort((a, b) => b.score - a.score)
    .map(({ line }) => line)
}
