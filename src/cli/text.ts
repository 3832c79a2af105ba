import { asLine } from "../json/JsonLines.js"
import { excerpt, safeLine } from "../report/SafeText.js"
import type { Spending } from "../runner/Spending.js"

/** A word of the user's own, quoted for a message: short, and fit for a terminal. */
export const quote = (given: string): string => `'${safeLine(excerpt(given, 80))}'`

/** One word of a command line that a person can paste into a POSIX shell. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** `icl-bench` with these arguments, as a person would type it. No option begins with a single hyphen: what does is a value, and stands behind `=`. */
export const commandLine = (...words: ReadonlyArray<string>): string =>
  words.reduce((line, word) => `${line}${/^-[^-]/.test(word) ? "=" : " "}${shellWord(word)}`, "icl-bench")

/** What comes after a plan that was looked at: with a simulated model or live, which only the user knows. */
export const runOf = (path: string): string =>
  `${commandLine("run", "--run", path, "--mock")} (or --execute with its three limits)`

/** What a run, or one start of it, has sent and used. */
export const spendingText = ({ counts, generations, reserved, tokens }: Spending): string =>
  `${tokens} tokens used, ${reserved} reserved; ${generations} generations and ${counts} counts sent`

/**
 * The one object of `--json`, as one line. A figure that is not finite is a bug, where JSON.stringify alone would write `null`; a bigint, such as a
 * seed, is a string of its digits, because readers would round it.
 */
export const jsonLine = (value: unknown): string =>
  asLine(
    JSON.stringify(value, (key, part) => {
      if (typeof part === "number" && !Number.isFinite(part)) throw new TypeError(`${key} is ${part}`)
      return typeof part === "bigint" ? String(part) : part
    })
  )
