import type { Word } from "./Ast.js"
import type { Bilingual } from "./Bilingual.js"
import { limits } from "./limits.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as say from "./sayings/grammar.js"
import type { Sign, Token } from "./Token.js"

/** Words of the grammar that no definition, parameter or expression may use as a name. */
const grammarWords = new Set(["and", "or", "not", "mod", "div", "in", "premise", "with"])

const nothing: Token = { kind: "end", start: 0, end: 0 }

/** A place in the tokens of one body, and what the parser has to remember on its way. Throws a `Fault` at what the grammar does not allow. */
export class Cursor {
  private index = 0
  private depth = 0
  private readonly parameters: Array<string> = []
  /** The outermost parameter, as its place in `parameters`, that was mentioned since {@link closed} last looked. */
  private outermost = Infinity

  constructor(
    readonly source: string,
    private readonly tokens: ReadonlyArray<Token>
  ) {}

  /** The token `ahead` places on; the end token, again and again, behind the last. */
  peek(ahead = 0): Token {
    return this.tokens[this.index + ahead] ?? this.tokens.at(-1) ?? nothing
  }

  /** The end of the token that was read last. */
  get behind(): number {
    return this.tokens[this.index - 1]?.end ?? 0
  }

  next(): Token {
    const token = this.peek()
    this.index++
    return token
  }

  isSign(sign: Sign, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === "sign" && token.sign === sign
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === "name" && token.name === word
  }

  take(sign: Sign): boolean {
    if (!this.isSign(sign)) return false
    this.index++
    return true
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.index++
    return true
  }

  expect(sign: Sign, expected: Bilingual = say.sign(sign)): void {
    if (!this.take(sign)) this.unexpected(expected)
  }

  /** A name that is no word of the grammar. */
  name(expected: Bilingual): Word {
    const token = this.peek()
    if (token.kind !== "name") return this.unexpected(expected)
    if (grammarWords.has(token.name)) return fail("UnexpectedToken", token, say.reservedWord(token.name))
    this.index++
    return { name: token.name, start: token.start, end: token.end }
  }

  unexpected(expected: Bilingual, hint?: Bilingual): never {
    const token = this.peek()
    return fail("UnexpectedToken", token, say.unexpected(token, this.source, expected, hint))
  }

  /** What `parse` reads is one level deeper than what stands around it. */
  nested<A>(parse: () => A): A {
    if (++this.depth > limits.nesting) fail("LimitExceeded", this.peek(), say.tooDeep(limits.nesting))
    const parsed = parse()
    this.depth--
    return parsed
  }

  spanFrom(start: number): Span {
    return { start, end: this.behind }
  }

  withParameters<A>(words: ReadonlyArray<Word>, parse: () => A): A {
    const before = this.parameters.length
    this.parameters.push(...words.map(({ name }) => name))
    const parsed = parse()
    this.parameters.length = before
    return parsed
  }

  mention(name: string): void {
    const place = this.parameters.lastIndexOf(name)
    if (place >= 0) this.outermost = Math.min(this.outermost, place)
  }

  /** Parses, and says whether what was read mentions no parameter from outside it. */
  closed<A>(parse: () => A): { readonly parsed: A; readonly closed: boolean } {
    const known = this.parameters.length
    const outside = this.outermost
    this.outermost = Infinity
    const parsed = parse()
    const closed = this.outermost >= known
    this.outermost = Math.min(outside, this.outermost)
    return { parsed, closed }
  }
}
