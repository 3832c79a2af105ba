import * as Option from "effect/Option"
import { meaning } from "../../src/cli/exitCode.js"
import type { Flag } from "../../src/cli/Flag.js"
import type { Verb } from "../../src/cli/Verb.js"

/** What else a page says, beside the verbs. */
export interface Around {
  readonly version: string
  /** Lines `# NAME=   meaning`, as `.env.example` has them. */
  readonly environment: string
}

/** `icl-bench(1)` in roff, from the verbs themselves. The same bytes for the same verbs: it has no date. */
export const manPage = (verbs: ReadonlyArray<Verb>, { environment, version }: Around): string =>
  `${[
    `.TH ICL\\-BENCH 1 "" "icl\\-bench ${version}" "User Commands"`,
    ".SH NAME",
    "icl\\-bench \\- paired, seeded experiments on language models",
    ".SH SYNOPSIS",
    ".B icl\\-bench",
    ".I VERB",
    "[options]",
    ".br",
    ".B icl\\-bench",
    ".I VERB",
    ".B \\-\\-help",
    ".SH DESCRIPTION",
    line(
      "A run is a folder of plain files: plan makes it, audit checks it, run or resume sends what has no end yet, score grades the saved replies, report writes tables and pages."
    ),
    ".PP",
    line(
      "Nothing is sent without --execute and its limits. Results go to standard output, progress and messages to standard error, whose last line says how the command ended and what to type next."
    ),
    ".SH COMMANDS",
    ...verbs.flatMap(verbSection),
    ".SH EXIT STATUS",
    ...Object.entries(meaning).flatMap(([code, text]) => [".TP", `.B ${code}`, line(text)]),
    ".SH ENVIRONMENT",
    ...[...environment.matchAll(/^# ([A-Z_]+)= +(.+)$/gm)].flatMap(([, name = "", text = ""]) => [
      ".TP",
      `.B ${name}`,
      line(text)
    ]),
    ".SH SEE ALSO",
    "README.md and docs/ in the package's folder."
  ].join("\n")}\n`

const verbSection = (verb: Verb): ReadonlyArray<string> => [
  `.SS ${escaped(verb.name)}`,
  line(verb.summary),
  ...(verb.operand === null
    ? []
    : [".TP", `.I ${escaped(verb.operand.placeholder)}`, line(verb.operand.about)]),
  ...Object.entries(verb.flags).flatMap(([name, flag]) => [
    ".TP",
    `.BR ${word(`--${name}`)}${flag.placeholder === null ? "" : ` " " ${word(flag.placeholder)}`}`,
    line(`${flag.about}${isRequired(flag) ? " Required." : ""}`)
  ]),
  ...(verb.notes.length === 0 ? [] : [".PP", ...verbatim(verb.notes)]),
  ".PP",
  ...verbatim(verb.examples)
]

const isRequired = (flag: Flag<unknown>): boolean => Option.isNone(flag.absent)

/** Lines that stay as they are. */
const verbatim = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [".nf", ...lines.map(line), ".fi"]

/** A line of text, never a request: those begin with a full stop or an apostrophe. */
const line = (text: string): string => {
  const safe = escaped(text)
  return /^[.']/.test(safe) ? `\\&${safe}` : safe
}

/** A dash is the one that is typed, a backslash is itself, and what is not ASCII has its code: not every troff reads UTF-8. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(
      /[^ -~]/gu,
      (one) => `\\[u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`
    )

/** One argument of a request. */
const word = (text: string): string => `"${escaped(text).replaceAll('"', '""')}"`
