import * as Data from "effect/Data"
import * as Either from "effect/Either"
import type { Json } from "../../../json/Json.js"

/** The words of the language. `probe` and the padded suffix are the same in every lexicon (specification 3.4). */
export interface Lexicon {
  readonly unit: string
  readonly func: string
  readonly area: string
  readonly let: string
  readonly nop: string
  readonly end: string
}

/** What each word stands for, in the order in which lexicons are written and shown. */
export const roles: ReadonlyArray<keyof Lexicon> = ["unit", "func", "area", "let", "nop", "end"]

export const naturalLexicon: Lexicon = {
  unit: "unit",
  func: "func",
  area: "area",
  let: "let",
  nop: "nop",
  end: "end"
}

export type NonceId =
  | "nonce-1"
  | "nonce-2"
  | "nonce-3"
  | "nonce-4"
  | "nonce-5"
  | "nonce-6"
  | "nonce-7"
  | "nonce-8"

export type LexiconId = "natural" | NonceId

const words = (
  unit: string,
  func: string,
  area: string,
  let_: string,
  nop: string,
  end: string
): Lexicon => ({
  unit,
  func,
  area,
  let: let_,
  nop,
  end
})

/**
 * Eight fixed sets of words without meaning. They were drawn once, uniformly, under rules that a reader can check:
 *
 * - consonants only, `y` excluded, no letter twice in a word: this rules out English words and their usual misspellings;
 * - at least one of `j q x z`: what is left of abbreviations (`str`, `fn`, `ptr`) rarely has one, and the few known that do
 *   (`sql`, `xml`, `jsx`, ...) were drawn again;
 * - two words of one set differ at each of their first three letters, so that none looks like another;
 * - no word occurs in two sets, so that a set is recognised by any of its words.
 */
export const nonceLexicons: Readonly<Record<NonceId, Lexicon>> = {
  "nonce-1": words("jxzl", "pfnx", "rzbk", "hjt", "nkq", "qds"),
  "nonce-2": words("hlqg", "phlq", "zmsc", "vjm", "lqw", "twj"),
  "nonce-3": words("gdjt", "ljck", "przh", "cnq", "tqp", "xzf"),
  "nonce-4": words("nsrx", "qblh", "dxhn", "phq", "jvb", "zws"),
  "nonce-5": words("pbqc", "hlxj", "mnwq", "qvp", "wtj", "dcz"),
  "nonce-6": words("prqw", "xjkg", "nmjk", "jgf", "kvx", "bqh"),
  "nonce-7": words("rzjm", "jpzl", "djnm", "qmc", "tqf", "zft"),
  "nonce-8": words("kpvz", "vxbr", "njlv", "bvj", "zkd", "fqg")
}

export const nonceIds: ReadonlyArray<NonceId> = [
  "nonce-1",
  "nonce-2",
  "nonce-3",
  "nonce-4",
  "nonce-5",
  "nonce-6",
  "nonce-7",
  "nonce-8"
]

export const lexiconIds: ReadonlyArray<LexiconId> = ["natural", ...nonceIds]

export const lexiconOf = (id: LexiconId): Lexicon => (id === "natural" ? naturalLexicon : nonceLexicons[id])

/** A user's lexicon that the language cannot have; `issues` name every key or word that is wrong. */
export class InvalidLexicon extends Data.TaggedError("InvalidLexicon")<{
  readonly issues: ReadonlyArray<string>
}> {
  override get message(): string {
    return `this is not a lexicon: ${this.issues.join("; ")}`
  }
}

/** Words with a fixed meaning in every lexicon. */
const reserved: ReadonlySet<string> = new Set(["probe", "junk"])

const wordIssue = (word: unknown): string | null => {
  if (typeof word !== "string") return "must be a string"
  if (!/^[a-z]+$/.test(word))
    return `must be lower-case letters a to z, not ${JSON.stringify(word.slice(0, 40))}`
  return reserved.has(word) ? `cannot be '${word}', which has a fixed meaning` : null
}

/** Reads `{"unit": …, "func": …, "area": …, "let": …, "nop": …, "end": …}`: six different words, nothing more. */
export const decodeLexicon = (json: Json): Either.Either<Lexicon, InvalidLexicon> => {
  if (json === null || typeof json !== "object" || Array.isArray(json)) {
    return Either.left(
      new InvalidLexicon({ issues: [`expected an object with the keys ${roles.join(", ")}`] })
    )
  }
  const given = new Map<string, unknown>(Object.entries(json))
  const issues: Array<string> = []
  const roleOfWord = new Map<string, string>()
  const word = (role: keyof Lexicon): string => {
    const value = given.get(role)
    given.delete(role)
    const issue = value === undefined ? "is missing" : wordIssue(value)
    const text = typeof value === "string" ? value : ""
    const other = roleOfWord.get(text)
    if (issue !== null) issues.push(`${role} ${issue}`)
    else if (other !== undefined) issues.push(`${role} and ${other} are both '${text}'`)
    else roleOfWord.set(text, role)
    return text
  }
  const [unit, func, area] = [word("unit"), word("func"), word("area")]
  const lexicon: Lexicon = { unit, func, area, let: word("let"), nop: word("nop"), end: word("end") }
  for (const key of given.keys()) issues.push(`unknown key ${JSON.stringify(key.slice(0, 40))}`)
  return issues.length === 0 ? Either.right(lexicon) : Either.left(new InvalidLexicon({ issues }))
}
