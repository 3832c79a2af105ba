import { describe, expect, it } from "@effect/vitest"
import { answerOf } from "../../../../src/experiments/syntax-locality/dataset/Answer.js"
import type { CaseFamily } from "../../../../src/experiments/syntax-locality/dataset/CaseFamily.js"
import { smokeCases } from "../../../../src/experiments/syntax-locality/dataset/smokeCases.js"
import type { ReadingView } from "../../../../src/experiments/syntax-locality/Factors.js"

const views: ReadonlyArray<ReadingView> = ["before_close", "after_close"]

describe("answerOf", () => {
  it("is what the hand-made cases' author read off them", () => {
    for (const { family, expected, closed } of smokeCases) {
      for (const view of views) {
        expect(answerOf({ task: "scope_lookup", view, family })).toEqual(expected[view])
        expect(answerOf({ task: "active_stack", view, family })).toEqual({
          activeScopes: expected[view].activeScopes,
          closedScopes: closed[view]
        })
      }
      const written = answerOf({ task: "ast_to_source", view: "complete", family, tableSeed: 1n })
      expect(written).toEqual({ program: family.program })
    }
  })

  it("counts no block as closed that is opened only after the probe", () => {
    const [, , , last] = smokeCases
    const cut = { eventCount: 5, probeId: "q_abcdefgh", variable: "x_a" }
    // Five events: a first block with its binding is closed, a second one is open and binds x_a; two more blocks are to come.
    const family = { ...(last?.family as CaseFamily), cuts: { before_close: cut, after_close: cut } }
    expect(answerOf({ task: "active_stack", view: "after_close", family })).toEqual({
      activeScopes: ["n_pnrkeaub"],
      closedScopes: ["n_lvtmdoyw"]
    })
  })
})
