/** Escape sequences of a terminal: CSI, OSC, and those of two characters. */
const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/**
 * Text as layers compare it: without terminal escapes, in NFKC, CRLF as LF, a run of blanks that are not line feeds as one space. Full-width digits
 * and letters become ASCII, half-width kana full.
 */
export const normalise = (text: string): string =>
  text
    .replace(ansi, "")
    .normalize("NFKC")
    .replace(/\r\n/g, "\n")
    .replace(/[^\S\n]+/g, " ")
