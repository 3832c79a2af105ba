import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { nearest } from "../json/nearest.js"
import { quote } from "./text.js"
import type { Verb } from "./Verb.js"

/** What a command line asks for. */
export type Request =
  | { readonly _tag: "Help"; readonly verb: Verb | null }
  | { readonly _tag: "Version" }
  | { readonly _tag: "Refused"; readonly verb: Verb | null; readonly problem: string }
  /**
   * `argv` says the same as the command line, in one spelling: the verb, `--name=value` or `--name`, the operand. The values of a
   * repeatable flag stand in one word with {@link between} between them.
   */
  | { readonly _tag: "Invocation"; readonly verb: Verb; readonly argv: ReadonlyArray<string> }

/**
 * The strict reading of a command line. It runs before @effect/cli, which drops a flag in the wrong case, takes the next
 * flag as a value, and reads `1e3` as an integer. Whatever is not exactly what the table of flags says is refused, with
 * the word at fault and the one that was probably meant.
 *
 * `--help` anywhere asks for help and for nothing else.
 */
export const readArgv = (verbs: ReadonlyArray<Verb>, argv: ReadonlyArray<string>): Request => {
  const [first, ...rest] = argv
  if (first === undefined) return refused(null, "a verb is missing")
  if (first === "--version" && rest.length === 0) return { _tag: "Version" }
  if (first === "help" || isHelp(first))
    return helpFor(
      verbs,
      rest.filter((word) => !isHelp(word))
    )
  if (first.startsWith("-")) return refused(null, `a verb must stand before ${quote(first)}`)
  const verb = verbs.find(({ name }) => name === first)
  if (verb === undefined) return refused(null, unknownVerb(verbs, first))
  return rest.some(isHelp) ? { _tag: "Help", verb } : readWords(verb, rest)
}

/** No word of a command line can hold it. */
export const between = "\0"

const isHelp = (word: string): boolean => word === "--help" || word === "-h"

const refused = (verb: Verb | null, problem: string): Request => ({ _tag: "Refused", verb, problem })

const helpFor = (verbs: ReadonlyArray<Verb>, words: ReadonlyArray<string>): Request => {
  const [name, stray] = words
  if (name === undefined) return { _tag: "Help", verb: null }
  const verb = verbs.find((known) => known.name === name)
  if (verb === undefined) return refused(null, unknownVerb(verbs, name))
  return stray === undefined
    ? { _tag: "Help", verb }
    : refused(verb, `help takes one verb; ${quote(stray)} is too much`)
}

const unknownVerb = (verbs: ReadonlyArray<Verb>, given: string): string => {
  const names = verbs.map(({ name }) => name)
  const meant = nearest(given, names)
  return `there is no verb ${quote(given)} (${meant === null ? `the verbs are ${names.join(", ")}` : `did you mean ${meant}?`})`
}

/** The words after the verb. The first problem from the left is the one that is told. */
const readWords = (verb: Verb, words: ReadonlyArray<string>): Request => {
  const given = new Map<string, string>()
  const operands: Array<string> = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ""
    if (!looksLikeFlag(word)) {
      operands.push(word)
      if (operands.length > (verb.operand === null ? 0 : 1)) {
        return refused(verb, `${verb.name} has no use for ${quote(word)}`)
      }
      continue
    }
    const { spelled, inline } = split(word)
    const flag = verb.flags[spelled.slice(2)]
    if (flag === undefined || !Object.hasOwn(verb.flags, spelled.slice(2)))
      return refused(verb, unknownFlag(verb, spelled))
    const before = given.get(spelled)
    if (before !== undefined && flag.repeatable !== true) return refused(verb, `${spelled} is given twice`)
    if (flag.placeholder === null) {
      if (inline !== null) return refused(verb, `${spelled} takes no value, but got ${quote(inline)}`)
      given.set(spelled, spelled)
      continue
    }
    const value = inline ?? words[++i]
    if (value === undefined) return refused(verb, `${spelled} needs a value ${flag.placeholder}`)
    if (inline === null && looksLikeFlag(value) && !/^-\d/.test(value)) {
      return refused(verb, `${spelled} needs a value ${flag.placeholder}, but ${quote(value)} follows`)
    }
    const decoded = flag.decode(value)
    if (Either.isLeft(decoded)) return refused(verb, `${spelled} ${decoded.left}`)
    given.set(spelled, before === undefined ? `${spelled}=${value}` : `${before}${between}${value}`)
  }
  const missing = Object.entries(verb.flags).find(
    ([name, flag]) => Option.isNone(flag.absent) && !given.has(`--${name}`)
  )
  if (missing !== undefined)
    return refused(verb, `${verb.name} needs --${missing[0]} ${missing[1].placeholder}`)
  if (verb.operand !== null && operands.length === 0) {
    return refused(verb, `${verb.name} needs a ${verb.operand.placeholder}`)
  }
  return { _tag: "Invocation", verb, argv: [verb.name, ...given.values(), ...operands] }
}

/** `-` alone is a file name: standard input. */
const looksLikeFlag = (word: string): boolean => word.startsWith("-") && word !== "-"

const split = (word: string): { readonly spelled: string; readonly inline: string | null } => {
  const equals = word.indexOf("=")
  return equals < 0
    ? { spelled: word, inline: null }
    : { spelled: word.slice(0, equals), inline: word.slice(equals + 1) }
}

const unknownFlag = (verb: Verb, spelled: string): string => {
  const meant = nearest(
    spelled,
    Object.keys(verb.flags).map((name) => `--${name}`)
  )
  return `${verb.name} has no option ${quote(spelled)}${meant === null ? "" : ` (did you mean ${meant}?)`}`
}
