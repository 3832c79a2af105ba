import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { quote } from "./text.js"

/**
 * One flag of a verb, as data. The help, the strict check of argv and the options of @effect/cli are all made from it.
 */
export interface Flag<out A> {
  /** What stands for the value in help, e.g. `DIR`; `null` for a switch, which takes no value. */
  readonly placeholder: string | null
  readonly about: string
  /** The value, or what is wrong, to be read after the flag's name: `must be …`. */
  readonly decode: (text: string) => Either.Either<A, string>
  /** The value of a flag that is not given; `None` where it must be. */
  readonly absent: Option.Option<A>
  /** May be given several times; each value is an array of one, and the flag's value is all of them in order. */
  readonly repeatable?: true
}

export type Flags = Readonly<Record<string, Flag<unknown>>>

/** The values of a set of flags, by the flags' names without their dashes. */
export type Values<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer A> ? A : never }

/** Off unless given. The default is part of the table, so no upgrade of a parser can turn it around. */
export const toggle = (about: string): Flag<boolean> => ({
  placeholder: null,
  about,
  decode: () => Either.right(true),
  absent: Option.some(false)
})

/** Any text that is not blank, such as a path or a name. Required. */
export const text = (placeholder: string, about: string): Flag<string> => ({
  placeholder,
  about,
  decode: (given) => (given.trim() === "" ? Either.left("must not be empty") : Either.right(given)),
  absent: Option.none()
})

/** One of a few words, in this spelling. Required. */
export const choice = <const C extends ReadonlyArray<string>>(
  choices: C,
  about: string
): Flag<C[number]> => ({
  placeholder: choices.join("|"),
  about,
  decode: (given) => {
    const known = choices.find((word) => word === given)
    return known === undefined
      ? Either.left(`must be ${oneOf(choices)}, not ${quote(given)}`)
      : Either.right(known)
  },
  absent: Option.none()
})

const plainDigits = /^(0|[1-9][0-9]*)$/

/**
 * A whole number within `min` and `max`, in plain decimal digits: what `Number` would also read (`1e3`, `0x10`, ` 7 `) is refused. Required.
 * `max` is a safe integer, so that no value that is accepted was rounded.
 */
export const integer = (min: number, max: number, about: string): Flag<number> => ({
  placeholder: "N",
  about,
  decode: (given) => {
    const value = Number(given)
    return plainDigits.test(given) && value >= min && value <= max
      ? Either.right(value)
      : Either.left(`must be a whole number from ${min} to ${max} in plain digits, not ${quote(given)}`)
  },
  absent: Option.none()
})

/** May be given several times, as its help says; at least once. */
export const repeatable = <A>(flag: Flag<A>): Flag<ReadonlyArray<A>> => ({
  ...flag,
  about: `${flag.about} Repeatable.`,
  decode: (text) => Either.map(flag.decode(text), (value) => [value]),
  absent: Option.none(),
  repeatable: true
})

/** May be left out, and is `null` then. */
export const optional = <A>(flag: Flag<A>): Flag<A | null> => ({ ...flag, absent: Option.some(null) })

/** May be left out, and is `value` then; help says so. */
export const withDefault = <A extends string | number>(flag: Flag<A>, value: A): Flag<A> => ({
  ...flag,
  about: `${flag.about} (default ${value})`,
  absent: Option.some(value)
})

const oneOf = (words: ReadonlyArray<string>): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}` : words.join("")
