import { describe, expect, it } from "@effect/vitest"
import { structureHash } from "../../../../src/experiments/syntax-locality/dataset/structureHash.js"
import type { Kind, Statement } from "../../../../src/experiments/syntax-locality/lang/Ast.js"

const bind = (variable: string, value: number): Statement => ({ type: "let", variable, value })
const nop = (payload: string): Statement => ({ type: "nop", payload })
const block = (kind: Kind, name: string, ...body: ReadonlyArray<Statement>): Statement => ({
  type: "scope",
  kind,
  name,
  body
})
const hash = (...body: ReadonlyArray<Statement>): string => structureHash({ body })

const original = hash(
  bind("x_a", 1000),
  block("unit", "n_aaaaaaaa", bind("x_b", 2000), bind("x_a", 3000), nop("p_aaaaaaaa"))
)

describe("structureHash", () => {
  it("does not see names, kinds, values, payloads and which variable is which", () => {
    expect(
      hash(
        bind("x_f", 9000),
        block("area", "n_zzzzzzzz", bind("x_c", 1001), bind("x_f", 4000), nop("p_qqqqqqqq"))
      )
    ).toBe(original)
  })

  it("sees every other difference", () => {
    const others = [
      hash(
        bind("x_a", 1000),
        block("unit", "n_aaaaaaaa", bind("x_a", 2000), bind("x_b", 3000), nop("p_aaaaaaaa"))
      ),
      hash(
        bind("x_a", 1000),
        block("unit", "n_aaaaaaaa", bind("x_b", 2000), bind("x_c", 3000), nop("p_aaaaaaaa"))
      ),
      hash(bind("x_a", 1000), block("unit", "n_aaaaaaaa", bind("x_b", 2000), bind("x_a", 3000))),
      hash(
        bind("x_a", 1000),
        block("unit", "n_aaaaaaaa", bind("x_b", 2000), bind("x_a", 3000)),
        nop("p_aaaaaaaa")
      ),
      hash(
        bind("x_a", 1000),
        block("unit", "n_aaaaaaaa"),
        bind("x_b", 2000),
        bind("x_a", 3000),
        nop("p_aaaaaaaa")
      )
    ]
    expect(new Set([original, ...others]).size).toBe(6)
  })
})
