import type { Flag } from "./Flag.js"
import type { Verb } from "./Verb.js"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

/** A script that completes verbs, options and the words that an option may take; files where it may be one. Made from the verbs' tables. */
export const completionScript = (shell: Shell, verbs: ReadonlyArray<Verb>): string => {
  switch (shell) {
    case "bash":
      return bash(verbs)
    case "zsh":
      // zsh reads bash's completions.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(verbs)}`
    case "fish":
      return fish(verbs)
  }
}

const optionsOf = ({ flags }: Verb): ReadonlyArray<readonly [option: string, flag: Flag<unknown> | null]> => [
  ...Object.entries(flags).map(([name, flag]) => [`--${name}`, flag] as const),
  ["--help", null]
]

/** `smoke|pilot|main` is a choice of words; other placeholders are not. */
const wordsOf = (flag: Flag<unknown> | null): ReadonlyArray<string> => {
  const words = flag?.placeholder?.split("|") ?? []
  return words.length > 1 ? words : []
}

const bash = (verbs: ReadonlyArray<Verb>): string => {
  const cases = verbs.flatMap((verb) => [
    `    ${verb.name}) options="${optionsOf(verb)
      .map(([option]) => option)
      .join(" ")}" ;;`
  ])
  const values = [
    ...new Map(
      verbs.flatMap((verb) =>
        optionsOf(verb).flatMap(([option, flag]) => {
          const words = wordsOf(flag)
          return words.length === 0 ? [] : [[`${verb.name} ${option}`, words] as const]
        })
      )
    )
  ].map(
    ([key, words]) => `    "${key}") COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current")); return ;;`
  )
  return `${[
    "_icl_bench() {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
    '  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" verb="${COMP_WORDS[1]}" options=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${verbs.map(({ name }) => name).join(" ")}" -- "$current")); return`,
    "  fi",
    '  case "$verb $before" in',
    ...values,
    "  esac",
    '  case "$verb" in',
    ...cases,
    "  esac",
    '  case "$current" in',
    '    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;',
    '    *) COMPREPLY=($(compgen -f -- "$current")) ;;',
    "  esac",
    "}",
    "complete -o filenames -F _icl_bench icl-bench"
  ].join("\n")}\n`
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const fish = (verbs: ReadonlyArray<Verb>): string =>
  `${[
    "complete -c icl-bench -f",
    ...verbs.map(
      ({ name, summary }) => `complete -c icl-bench -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`
    ),
    ...verbs.flatMap((verb) =>
      optionsOf(verb).map(([option, flag]) => {
        const words = wordsOf(flag)
        return [
          `complete -c icl-bench -n '__fish_seen_subcommand_from ${verb.name}' -l ${option.slice(2)}`,
          ...(flag === null || flag.placeholder === null
            ? []
            : words.length > 0
              ? [`-x -a ${quoted(words.join(" "))}`]
              : ["-r -F"]),
          `-d ${quoted(flag?.about ?? "Tell the options.")}`
        ].join(" ")
      })
    )
  ].join("\n")}\n`
