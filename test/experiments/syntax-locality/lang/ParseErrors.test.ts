import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { naturalLexicon, nonceLexicons } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import {
  type ParseErrorCode,
  parseErrorCodes,
  parseErrors
} from "../../../../src/experiments/syntax-locality/lang/ParseError.js"
import {
  maxNesting,
  parsePrefix,
  parseProgram
} from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import type { Style } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"

const where = <A>(result: Either.Either<A, { code: ParseErrorCode; line: number; column: number }>): string =>
  Either.match(result, {
    onLeft: ({ code, line, column }) => `${code} ${line}:${column}`,
    onRight: () => "accepted"
  })

const program = (style: Style, source: string): string =>
  where(parseProgram(source, { style, lexicon: naturalLexicon }))
const prefix = (style: Style, source: string): string =>
  where(parsePrefix(source, { style, lexicon: naturalLexicon }))

/** Distinct well-formed block names. */
const blockName = (index: number): string =>
  `n_${[...index.toString(26).padStart(8, "0")].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("")}`

const nested = (depth: number): string =>
  [
    ...Array.from({ length: depth }, (_, index) => `unit ${blockName(index)}`),
    ...Array.from({ length: depth }, () => "end")
  ].join("\n")

type Case = readonly [style: Style, source: string, expected: string]

const programCases: ReadonlyArray<Case> = [
  // Characters and lines.
  ["generic_end", "let x_a 1000\nnop p_abcdefg\u{e9}", "stray_character 2:14"],
  ["generic_end", "\ufefflet x_a 1000", "stray_character 1:1"],
  ["generic_end", "let x_a\u00a01000", "stray_character 1:8"],
  ["generic_end", "let x_a 1000\u2028nop p_abcdefgh", "stray_character 1:13"],
  ["generic_end", "let x_a 1000\n\u3000", "stray_character 2:1"],
  ["generic_end", "let x_a 1000\0", "stray_character 1:13"],
  ["generic_end", "nop p_abcdefgh\f", "stray_character 1:15"],
  ["generic_end", "\u{1f600}", "stray_character 1:1"],
  ["generic_end", "x\ud83d", "stray_character 1:2"],
  ["generic_end", "let x_a 1000\rlet x_b 1000", "stray_carriage_return 1:13"],
  ["generic_end", "let x_a 1000\r\r\nlet x_b 1000", "stray_carriage_return 1:13"],
  ["generic_end", "let x_a 1000\n\rlet x_b 1000", "stray_carriage_return 2:1"],
  ["generic_end", "let x_a 1000\r\r", "stray_carriage_return 1:13"],
  ["generic_end", "let  x_a 1000", "irregular_space 1:4"],
  ["generic_end", "  let x_a\t1000", "irregular_space 1:10"],
  ["generic_end", "let x_a \t1000", "irregular_space 1:8"],
  // Statements.
  ["generic_end", "let x_a 1000\n\n  print x_a", "unknown_statement 3:3"],
  ["generic_end", "Let x_a 1000", "unknown_statement 1:1"],
  ["generic_end", "```", "unknown_statement 1:1"],
  ["generic_end", "# note", "unknown_statement 1:1"],
  ["generic_end", "junk z_aaaaaaaa", "unknown_statement 1:1"],
  ["generic_end", "constructor n_aaaaaaaa", "unknown_statement 1:1"],
  ["braces", "unit n_aaaaaaaa {\nend", "unknown_statement 2:1"],
  ["generic_end", "let", "missing_word 1:4"],
  ["generic_end", "  let x_a  ", "missing_word 1:10"],
  ["generic_end", "nop", "missing_word 1:4"],
  ["generic_end", "unit", "missing_word 1:5"],
  ["braces", "unit", "missing_word 1:5"],
  ["typed_end", "unit n_aaaaaaaa\nend", "missing_word 2:4"],
  ["named_end", "unit n_aaaaaaaa\nend", "missing_word 2:4"],
  ["named_end", "unit n_aaaaaaaa\nend unit", "missing_word 2:9"],
  ["padded_end", "unit n_aaaaaaaa\nend", "missing_word 2:4"],
  ["padded_end", "unit n_aaaaaaaa\nend junk", "missing_word 2:9"],
  ["generic_end", "let x_a 1000 let x_b 1000", "extra_word 1:14"],
  ["generic_end", "let x_a 1000;", "malformed_value 1:9"],
  ["generic_end", "nop p_abcdefgh p_abcdefgh", "extra_word 1:16"],
  ["generic_end", "unit n_aaaaaaaa n_bbbbbbbb", "extra_word 1:17"],
  ["generic_end", "unit n_aaaaaaaa\nend unit", "extra_word 2:5"],
  ["typed_end", "unit n_aaaaaaaa\nend unit n_aaaaaaaa", "extra_word 2:10"],
  ["named_end", "unit n_aaaaaaaa\nend unit n_aaaaaaaa x", "extra_word 2:21"],
  ["padded_end", "unit n_aaaaaaaa\nend junk z_aaaaaaaa x", "extra_word 2:21"],
  ["braces", "unit n_aaaaaaaa {\n} unit", "extra_word 2:3"],
  ["braces", "unit n_aaaaaaaa { let x_a 1000", "extra_word 1:19"],
  // Braces.
  ["braces", "unit n_aaaaaaaa", "missing_brace 1:16"],
  ["braces", "unit n_aaaaaaaa {{", "missing_brace 1:17"],
  ["braces", "unit n_aaaaaaaa }", "missing_brace 1:17"],
  ["braces", "unit n_aaaaaaaa\n{", "missing_brace 1:16"],
  ["braces", "unit n_aaaaaaaa { }", "stray_brace 1:19"],
  ["braces", "unit n_aaaaaaaa {\n} }", "stray_brace 2:3"],
  ["braces", "{\n}", "stray_brace 1:1"],
  ["braces", "let x_a 1000 {", "stray_brace 1:14"],
  ["generic_end", "unit n_aaaaaaaa {\nend", "stray_brace 1:17"],
  ["generic_end", "unit n_aaaaaaaa\n}", "stray_brace 2:1"],
  // Names, variables, values, payloads.
  ["generic_end", "unit n_aaaaaaa", "malformed_block_name 1:6"],
  ["generic_end", "unit n_aaaaaaaaa", "malformed_block_name 1:6"],
  ["generic_end", "unit n_aaaaaaaA", "malformed_block_name 1:6"],
  ["generic_end", "unit nn_aaaaaaaa", "malformed_block_name 1:6"],
  ["generic_end", "unit m_aaaaaaaa", "malformed_block_name 1:6"],
  ["braces", "unit n_aaaaaaaa{", "malformed_block_name 1:6"],
  ["named_end", "unit n_aaaaaaaa\nend unit n_aaaaaaa1", "malformed_block_name 2:10"],
  ["generic_end", "let x_g 1000", "malformed_variable 1:5"],
  ["generic_end", "let x_ab 1000", "malformed_variable 1:5"],
  ["generic_end", "let xx_a 1000", "malformed_variable 1:5"],
  ["generic_end", "let X_a 1000", "malformed_variable 1:5"],
  ["generic_end", "let x_a = 1000", "malformed_value 1:9"],
  ["generic_end", "let x_a +1000", "malformed_value 1:9"],
  ["generic_end", "let x_a -1000", "malformed_value 1:9"],
  ["generic_end", "let x_a 01000", "malformed_value 1:9"],
  ["generic_end", "let x_a 1000.0", "malformed_value 1:9"],
  ["generic_end", "let x_a 1e3", "malformed_value 1:9"],
  ["generic_end", "let x_a 1000x", "malformed_value 1:9"],
  ["generic_end", "let x_a 0x3e8", "malformed_value 1:9"],
  ["generic_end", "let x_a 1,000", "malformed_value 1:9"],
  ["generic_end", "let x_a 999", "value_out_of_range 1:9"],
  ["generic_end", "let x_a 10000", "value_out_of_range 1:9"],
  ["generic_end", "let x_a 0", "value_out_of_range 1:9"],
  ["generic_end", `let x_a ${"9".repeat(400)}`, "value_out_of_range 1:9"],
  ["generic_end", "nop q_abcdefgh", "malformed_payload 1:5"],
  ["generic_end", "nop p_abcdefg", "malformed_payload 1:5"],
  ["generic_end", "nop pp_abcdefgh", "malformed_payload 1:5"],
  ["generic_end", "nop p_abcdefghi", "malformed_payload 1:5"],
  // Of the length of a good one.
  ["generic_end", "nop p_abcdefg1", "malformed_payload 1:5"],
  ["generic_end", "nop p_abcdefgH", "malformed_payload 1:5"],
  ["generic_end", "nop p-abcdefgh", "malformed_payload 1:5"],
  ["generic_end", "nop\tp_abcdefgh", "irregular_space 1:4"],
  ["generic_end", "nopp_abcdefghi", "unknown_statement 1:1"],
  ["generic_end", "nap p_abcdefgh", "unknown_statement 1:1"],
  // Closings.
  ["typed_end", "unit n_aaaaaaaa\nend block", "malformed_kind 2:5"],
  ["typed_end", "unit n_aaaaaaaa\nend n_aaaaaaaa", "malformed_kind 2:5"],
  ["named_end", "unit n_aaaaaaaa\nend n_aaaaaaaa unit", "malformed_kind 2:5"],
  ["named_end", "unit n_aaaaaaaa\nend junk z_aaaaaaaa", "malformed_kind 2:5"],
  ["typed_end", "unit n_aaaaaaaa\nend func", "kind_mismatch 2:5"],
  ["named_end", "unit n_aaaaaaaa\nend area n_aaaaaaaa", "kind_mismatch 2:5"],
  ["named_end", "unit n_aaaaaaaa\nend area n_bbbbbbbb", "kind_mismatch 2:5"],
  ["named_end", "unit n_aaaaaaaa\nend unit n_aaaaaaab", "name_mismatch 2:10"],
  ["named_end", "unit n_aaaaaaaa\nunit n_bbbbbbbb\nend unit n_aaaaaaaa", "name_mismatch 3:10"],
  ["padded_end", "unit n_aaaaaaaa\nend unit z_aaaaaaaa", "suffix_mismatch 2:5"],
  ["padded_end", "unit n_aaaaaaaa\nend junk z_aaaaaaab", "suffix_mismatch 2:10"],
  ["padded_end", "unit n_aaaaaaaa\nend unit n_aaaaaaaa", "suffix_mismatch 2:5"],
  // Structure.
  ["braces", "}", "underflow 1:1"],
  ["generic_end", "let x_a 1000\n  end", "underflow 2:3"],
  ["typed_end", "unit n_aaaaaaaa\nend unit\nend unit", "underflow 3:1"],
  ["named_end", "end unit n_aaaaaaaa", "underflow 1:1"],
  ["padded_end", "end junk z_aaaaaaaa", "underflow 1:1"],
  ["braces", "unit n_aaaaaaaa {\n", "unclosed_block 2:1"],
  ["generic_end", "unit n_aaaaaaaa\nfunc n_bbbbbbbb\nend", "unclosed_block 3:4"],
  ["generic_end", "unit n_aaaaaaaa\r\n\r\n  ", "unclosed_block 3:3"],
  ["generic_end", "unit n_aaaaaaaa\nunit n_aaaaaaaa", "duplicate_name 2:6"],
  ["generic_end", "unit n_aaaaaaaa\nend\nfunc n_aaaaaaaa\nend", "duplicate_name 3:6"],
  ["generic_end", "let x_a 1000\nlet x_b 1000\nlet x_a 1000", "duplicate_binding 3:5"],
  ["generic_end", "unit n_aaaaaaaa\nlet x_a 1000\nlet x_a 2000\nend", "duplicate_binding 3:5"],
  ["generic_end", "let x_a 1000\nunit n_aaaaaaaa\nend\nlet x_a 1000", "duplicate_binding 4:5"],
  ["generic_end", nested(61), "nesting_too_deep 61:1"],
  ["generic_end", "let x_a 1000\n  probe q_abcdefgh x_a", "probe_in_program 2:3"],
  ["generic_end", "probe q_abcdefgh x_a\nlet x_b 1000", "probe_in_program 1:1"]
]

const prefixCases: ReadonlyArray<Case> = [
  ["generic_end", "", "missing_probe 1:1"],
  ["generic_end", "let x_a 1000\n", "missing_probe 2:1"],
  ["generic_end", "let x_a 1000", "missing_probe 1:13"],
  ["generic_end", "let x_a 1000\nprobe q_abcdefgh x_a\nend", "text_after_probe 3:1"],
  ["generic_end", "probe q_abcdefgh x_a\n\n  nonsense", "text_after_probe 3:3"],
  ["generic_end", "probe q_abcdefgh x_a\nnop p_abcdefgh", "text_after_probe 2:1"],
  ["generic_end", "probe q_abcdefgh x_a\nprobe q_abcdefgi x_a", "text_after_probe 2:1"],
  ["generic_end", "probe", "missing_word 1:6"],
  ["generic_end", "probe q_abcdefgh", "missing_word 1:17"],
  ["generic_end", "probe q_abcdefgh x_a x_b", "extra_word 1:22"],
  ["generic_end", "probe p_abcdefgh x_a", "malformed_probe_id 1:7"],
  ["generic_end", "probe qq_abcdefgh x_a", "malformed_probe_id 1:7"],
  ["generic_end", "probe q_abcdefghi x_a", "malformed_probe_id 1:7"],
  ["generic_end", "probe q_abcdefg x_a", "malformed_probe_id 1:7"],
  ["generic_end", "probe q_abcdefgh x_A", "malformed_variable 1:18"],
  ["generic_end", "end\nprobe q_abcdefgh x_a", "underflow 1:1"],
  ["named_end", "unit n_aaaaaaaa\nend unit n_bbbbbbbb\nprobe q_abcdefgh x_a", "name_mismatch 2:10"]
]

describe("source that is refused", () => {
  it.each(programCases)("program in %s: %j", (style, source, expected) => {
    expect(program(style, source)).toBe(expected)
  })

  it.each(prefixCases)("prefix in %s: %j", (style, source, expected) => {
    expect(prefix(style, source)).toBe(expected)
  })

  it("shows every code at least once here", () => {
    const shown = [...programCases, ...prefixCases].map(([, , expected]) => expected.split(" ")[0])
    expect(new Set(shown)).toEqual(new Set(parseErrorCodes))
  })

  it("is refused by words of another lexicon", () => {
    const spec = { style: "generic_end", lexicon: nonceLexicons["nonce-1"] } as const
    expect(where(parseProgram("let x_a 1000", spec))).toBe("unknown_statement 1:1")
    expect(where(parseProgram("hjt x_a 1000", spec))).toBe("accepted")
  })

  it("gets a message with place, sentence and what was found, of bounded length", () => {
    const spec = { style: "named_end", lexicon: naturalLexicon } as const
    const message = (source: string) =>
      Either.match(parseProgram(source, spec), { onLeft: (error) => error.message, onRight: () => "" })
    expect(message("unit n_aaaaaaaa\nend unit n_bbbbbbbb")).toBe(
      `line 2, column 10: ${parseErrors.name_mismatch} (expected 'n_aaaaaaaa', found 'n_bbbbbbbb')`
    )
    expect(message("\u2028")).toBe(`line 1, column 1: ${parseErrors.stray_character} (U+2028)`)
    expect(message("unit n_aaaaaaaa\n")).toBe(
      `line 2, column 1: ${parseErrors.unclosed_block} (n_aaaaaaaa of line 1 is open)`
    )
    expect(message("z".repeat(1_000_000)).length).toBeLessThan(200)
  })
})

describe("source at the limits", () => {
  it("may open as many blocks in one prefix as a program may nest, and close them", () => {
    expect(maxNesting).toBe(60)
    expect(program("generic_end", nested(60))).toBe("accepted")
    const opened = nested(60).split("\n").slice(0, 60).join("\n")
    expect(prefix("generic_end", `${opened}\nprobe q_abcdefgh x_a`)).toBe("accepted")
    expect(program("generic_end", opened)).toMatch(/^unclosed_block 60:/)
  })

  it("may bind a variable again in an inner, a sibling and an outer scope", () => {
    const source = "unit n_aaaaaaaa\nlet x_a 1000\nunit n_bbbbbbbb\nlet x_a 1000\nend\nend\nlet x_a 1000"
    expect(program("generic_end", source)).toBe("accepted")
  })

  it("may use the values 1000 and 9999", () => {
    expect(program("generic_end", "let x_a 1000\nlet x_b 9999")).toBe("accepted")
  })

  it("is refused or read quickly, however hostile", () => {
    const long = 200_000
    expect(program("generic_end", nested(long))).toBe("nesting_too_deep 61:1")
    expect(program("generic_end", `let${" ".repeat(long)}x_a 1000`)).toBe("irregular_space 1:4")
    expect(program("generic_end", `${" ".repeat(long)}let x_a 1000${"\t".repeat(long)}`)).toBe("accepted")
    expect(program("generic_end", "\n".repeat(long))).toBe("accepted")
    expect(program("generic_end", `nop ${"p_a ".repeat(long)}`)).toBe("malformed_payload 1:5")
    expect(program("generic_end", "nop p_abcdefgh\r\n".repeat(long))).toBe("accepted")
    expect(program("braces", "unit n_aaaaaaaa {\n".repeat(long))).toBe("duplicate_name 2:6")
  })
})
