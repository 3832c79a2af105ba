import * as Option from "effect/Option"
import { meaning } from "./exitCode.js"
import type { Flag } from "./Flag.js"
import type { Verb } from "./Verb.js"

/** Help is plain text wherever it goes: no colours to strip, the same bytes in a pipe and on a screen. */
export const help = (verbs: ReadonlyArray<Verb>): string =>
  section(
    "icl-bench: paired, seeded experiments on language models",
    ["", "Usage: icl-bench VERB [options]", ""],
    ["Verbs:", ...columns(verbs.map((verb) => [verb.name, verb.summary])), ""],
    ["Exit codes:", ...columns(Object.entries(meaning)), ""],
    ["icl-bench VERB --help tells a verb's options; icl-bench --version the version."]
  )

export const verbHelp = (verb: Verb): string =>
  section(
    `icl-bench ${verb.name}: ${verb.summary}`,
    ["", `Usage: ${usage(verb)}`, ""],
    verb.operand === null
      ? []
      : ["Argument:", ...columns([[verb.operand.placeholder, verb.operand.about]]), ""],
    [
      "Options:",
      ...columns([
        ...Object.entries(verb.flags).map(([name, flag]) => [spelling(name, flag), flag.about] as const),
        ["--help", "Print this and do nothing."]
      ]),
      ""
    ],
    verb.notes.length === 0 ? [] : [...verb.notes, ""],
    [verb.examples.length > 1 ? "Examples:" : "Example:", ...verb.examples.map((example) => `  ${example}`)]
  )

/** The verb with what it requires. */
const usage = (verb: Verb): string => {
  const required = Object.entries(verb.flags).filter(([, flag]) => Option.isNone(flag.absent))
  const words = [verb.operand?.placeholder ?? [], required.map(([name, flag]) => spelling(name, flag))].flat(
    2
  )
  return ["icl-bench", verb.name, ...words, "[options]"].join(" ")
}

const spelling = (name: string, flag: Flag<unknown>): string =>
  flag.placeholder === null ? `--${name}` : `--${name} ${flag.placeholder}`

const section = (title: string, ...parts: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${[title, ...parts.flat()].join("\n")}\n`

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
