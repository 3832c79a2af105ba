/** Kana, ideographs, full-width forms: as wide as two Latin letters. */
const wideLetters =
  "\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff01-\\uff60\\uffe0-\\uffe6"

const wide = new RegExp(`[${wideLetters}]`, "gu")

/** How many Latin letters a text is as wide as, roughly: nobody measures a font here. */
export const columnsOf = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0)

/** What no line may be broken inside of: words, single wide letters, and with them the marks that must not begin or end a line. */
const pieces = new RegExp(` *[「『（]*(?:[${wideLetters}]|[^ ${wideLetters}]+)[、。）」』]*`, "gu")

/** Breaks a sentence at spaces and between wide letters into lines of at most so many columns; a longer word stays whole. */
export const wrapped = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const piece of text.match(pieces) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && columnsOf(last) + columnsOf(piece) <= columns)
      lines[lines.length - 1] = last + piece
    else lines.push(piece.trimStart())
  }
  return lines
}
