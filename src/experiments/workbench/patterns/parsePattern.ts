import * as Either from "effect/Either"

/** A regular expression without back references, which no automaton can follow. */
export type Node =
  | { readonly kind: "character"; readonly fits: (character: string) => boolean }
  | { readonly kind: "assertion"; readonly holds: (before: string, after: string) => boolean }
  | { readonly kind: "look"; readonly node: Node; readonly ahead: boolean; readonly wanted: boolean }
  | { readonly kind: "sequence"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "choice"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "repeat"; readonly node: Node; readonly least: number; readonly most: number }

/** Escapes, classes, the openings of groups and quantifiers are one token each. */
const tokens =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>)|\{\d+(?:,\d*)?\}|./gsu

/**
 * Parses the syntax of a JavaScript pattern with the flags `u` and `m`. Single characters and classes are left to the engine. The reason where it is no
 * such pattern, or refers back.
 */
export const parsePattern = (source: string): Either.Either<Node, string> => {
  try {
    void new RegExp(source, "um")
  } catch (error) {
    return Either.left(error instanceof Error ? error.message : String(error))
  }
  const list = source.match(tokens) ?? []
  return list.some((token) => /^\\(?:[1-9]|k<)/.test(token))
    ? Either.left("refers back to a group, which is not supported")
    : Either.right(new Parser(list).choice())
}

/** By recursive descent over tokens that the engine has found to be a pattern. */
class Parser {
  private at = 0

  constructor(private readonly list: ReadonlyArray<string>) {}

  choice(): Node {
    const nodes = [this.sequence()]
    while (this.list[this.at] === "|") {
      this.at++
      nodes.push(this.sequence())
    }
    return { kind: "choice", nodes }
  }

  private sequence(): Node {
    const nodes: Array<Node> = []
    for (let token = this.list[this.at]; token !== undefined; token = this.list[this.at]) {
      if (token === "|" || token === ")") break
      nodes.push(this.repeated(this.atom(token)))
    }
    return { kind: "sequence", nodes }
  }

  private atom(token: string): Node {
    this.at++
    if (token.startsWith("(")) {
      const inner = this.choice()
      this.at++
      const [, behind, mark] = /^\(\?(<?)([=!])$/.exec(token) ?? []
      return mark === undefined
        ? inner
        : { kind: "look", node: inner, ahead: behind === "", wanted: mark === "=" }
    }
    const holds = assertions.get(token)
    return holds === undefined ? { kind: "character", fits: fitting(token) } : { kind: "assertion", holds }
  }

  private repeated(node: Node): Node {
    const bounds = boundsOf(this.list[this.at])
    if (bounds === null) return node
    this.at++
    // A lazy quantifier finds other matches, but never whether there is one.
    if (this.list[this.at] === "?") this.at++
    return { kind: "repeat", node, ...bounds }
  }
}

const boundsOf = (token: string | undefined): { readonly least: number; readonly most: number } | null => {
  switch (token) {
    case "*":
      return { least: 0, most: Infinity }
    case "+":
      return { least: 1, most: Infinity }
    case "?":
      return { least: 0, most: 1 }
  }
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(token ?? "") ?? []
  if (least === undefined) return null
  if (comma === "") return { least: Number(least), most: Number(least) }
  return { least: Number(least), most: most === "" ? Infinity : Number(most) }
}

const isLineEnd = (character: string): boolean => character === "" || /^[\n\r\u2028\u2029]$/.test(character)
const isWord = (character: string): boolean => /^\w$/.test(character)

/** By the characters on both sides; empty at the ends of the text. */
const assertions: ReadonlyMap<string, (before: string, after: string) => boolean> = new Map([
  ["^", (before: string) => isLineEnd(before)],
  ["$", (_: string, after: string) => isLineEnd(after)],
  ["\\b", (before: string, after: string) => isWord(before) !== isWord(after)],
  ["\\B", (before: string, after: string) => isWord(before) === isWord(after)]
])

/** A token for one character, as the engine reads it. */
const fitting = (token: string): ((character: string) => boolean) => {
  if (!/^[\\[.]/.test(token)) return (character) => character === token
  const pattern = new RegExp(`^${token}$`, "u")
  const known = new Map<string, boolean>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const fits = pattern.test(character)
    known.set(character, fits)
    return fits
  }
}
