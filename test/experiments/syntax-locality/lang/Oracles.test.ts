import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type {
  CutPoint,
  Observation,
  Program,
  Statement
} from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import type { ParsedEvent } from "../../../../src/experiments/syntax-locality/lang/Event.js"
import { observePrefix } from "../../../../src/experiments/syntax-locality/lang/EventOracle.js"
import { naturalLexicon } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import type { OracleError } from "../../../../src/experiments/syntax-locality/lang/OracleError.js"
import type { ParseError } from "../../../../src/experiments/syntax-locality/lang/ParseError.js"
import { parsePrefix, parseProgram } from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import { renderPrefix, renderProgram } from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"

const bind = (variable: string, value: number): Statement => ({ type: "let", variable, value })
const nop: Statement = { type: "nop", payload: "p_abcdefgh" }
const block = (name: string, ...body: ReadonlyArray<Statement>): Statement => ({
  type: "scope",
  kind: "func",
  name,
  body
})

const at = (eventCount: number, variable = "x_a"): CutPoint => ({
  eventCount,
  probeId: "q_abcdefgh",
  variable
})

/** What both oracles say, the second one through each of the five syntaxes; they must not differ. */
const both = (program: Program, cut: CutPoint): string => {
  const say = (result: Either.Either<Observation, OracleError | ParseError>): string =>
    Either.match(result, {
      onLeft: (error) => ("reason" in error ? error.reason : error.message),
      onRight: ({ value, activeScopes }) => [value, ...activeScopes].join(" ")
    })
  const said = styles.map((style) => {
    const spec = { style, lexicon: naturalLexicon }
    return say(Either.flatMap(parsePrefix(renderPrefix(program, cut, spec), spec), observePrefix))
  })
  const all = new Set([say(observe(program, cut)), ...said])
  return [...all].join(" or ")
}

describe("both oracles", () => {
  const program: Program = {
    body: [
      bind("x_a", 1001),
      block("n_aaaaaaaa", bind("x_a", 1002), block("n_bbbbbbbb", bind("x_b", 1003)), block("n_cccccccc")),
      nop,
      block("n_dddddddd", nop, bind("x_b", 1004)),
      bind("x_c", 1005)
    ]
  }

  it.each([
    [0, "x_a", "unbound_variable"],
    [1, "x_a", "1001"],
    [2, "x_a", "1001 n_aaaaaaaa"],
    [3, "x_a", "1002 n_aaaaaaaa"],
    [4, "x_a", "1002 n_aaaaaaaa n_bbbbbbbb"],
    [4, "x_b", "unbound_variable"],
    [5, "x_b", "1003 n_aaaaaaaa n_bbbbbbbb"],
    [6, "x_b", "unbound_variable"],
    [6, "x_a", "1002 n_aaaaaaaa"],
    [7, "x_a", "1002 n_aaaaaaaa n_cccccccc"],
    [8, "x_a", "1002 n_aaaaaaaa"],
    [9, "x_a", "1001"],
    [10, "x_a", "1001"],
    [11, "x_a", "1001 n_dddddddd"],
    [12, "x_a", "1001 n_dddddddd"],
    [13, "x_b", "1004 n_dddddddd"],
    [14, "x_b", "unbound_variable"],
    [14, "x_c", "unbound_variable"],
    [15, "x_c", "1005"]
  ])("after %i events, %s: %s", (eventCount, variable, expected) => {
    expect(both(program, at(eventCount, variable))).toBe(expected)
  })

  it("see a global binding through any number of scopes that do not bind", () => {
    const inner = block("n_bbbbbbbb", block("n_cccccccc", nop))
    expect(both({ body: [bind("x_a", 1001), block("n_aaaaaaaa", inner)] }, at(5))).toBe(
      "1001 n_aaaaaaaa n_bbbbbbbb n_cccccccc"
    )
  })

  it("bear the largest programs: 60 deep, 100,000 fillers (decision 30)", () => {
    const names = Array.from(
      { length: 60 },
      (_, index) => `n_aaaaaa${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`
    )
    const fillers = Array.from({ length: 100_000 }, () => nop)
    const body = names.reduceRight<ReadonlyArray<Statement>>(
      (inner, name, index) => [bind("x_a", 1000 + index), { type: "scope", kind: "func", name, body: inner }],
      fillers
    )
    const program = { body }
    expect(both(program, at(120 + 100_000))).toBe(["1059", ...names].join(" "))
    expect(both(program, at(120 + 100_000 + 60))).toBe("1000")
    expect(both(program, at(120 + 100_000 + 30))).toBe(["1030", ...names.slice(0, 30)].join(" "))
    const spec = { style: "named_end", lexicon: naturalLexicon } as const
    const back = Either.getOrNull(parseProgram(renderProgram(program, spec), spec))
    expect(JSON.stringify(back) === JSON.stringify(program)).toBe(true)
  })
})

describe("the reference oracle", () => {
  const program: Program = { body: [bind("x_a", 1001), block("n_aaaaaaaa")] }

  it.each([-1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "has no place after %s events of 3",
    (eventCount) => {
      expect(Either.flip(observe(program, at(eventCount)))).toMatchObject({
        right: { reason: "cut_out_of_range" }
      })
    }
  )

  it("says what is wrong", () => {
    const message = (cut: CutPoint) =>
      Either.match(observe(program, cut), { onLeft: (error) => error.message, onRight: () => "" })
    expect(message(at(4))).toBe("cut_out_of_range: the program has no place after 4 events")
    expect(message(at(3, "x_b"))).toBe("unbound_variable: nothing visible binds x_b")
  })
})

describe("the event oracle", () => {
  const probe = { id: "q_abcdefgh", variable: "x_a", line: 9 }

  it("refuses to close what is not open, wherever the events come from", () => {
    const events: ReadonlyArray<ParsedEvent> = [
      { type: "let", variable: "x_a", value: 1001, line: 1 },
      { type: "open", kind: "unit", name: "n_aaaaaaaa", line: 2 },
      { type: "close", line: 3 },
      { type: "close", line: 4 }
    ]
    const result = observePrefix({ events, probe })
    expect(Either.match(result, { onLeft: (error) => error.message, onRight: () => "" })).toBe(
      "underflow: line 4 closes a block where none is open"
    )
  })

  it("says which variable nothing binds", () => {
    const result = observePrefix({ events: [], probe })
    expect(Either.match(result, { onLeft: (error) => error.message, onRight: () => "" })).toBe(
      "unbound_variable: no open scope binds x_a"
    )
  })
})
