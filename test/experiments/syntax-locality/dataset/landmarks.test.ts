import { describe, expect, it } from "@effect/vitest"
import type { CaseFamily } from "../../../../src/experiments/syntax-locality/dataset/CaseFamily.js"
import { landmarksOf } from "../../../../src/experiments/syntax-locality/dataset/landmarks.js"

/** The program of specification 4.1 with a closed sibling in front, and two blocks closing. */
const family: CaseFamily = {
  familyId: "by-hand",
  depth: 3,
  filler: 1,
  closings: 2,
  outerLookup: false,
  program: {
    body: [
      { type: "let", variable: "x_a", value: 1048 }, // 0
      {
        type: "scope", // 1
        kind: "unit",
        name: "n_qazwsxed",
        body: [
          { type: "let", variable: "x_a", value: 7321 }, // 2
          {
            type: "scope", // 3, closed at 5
            kind: "area",
            name: "n_siblings",
            body: [{ type: "let", variable: "x_a", value: 2222 }] // 4
          },
          {
            type: "scope", // 6
            kind: "func",
            name: "n_plmoknij",
            body: [
              { type: "let", variable: "x_b", value: 5916 }, // 7
              {
                type: "scope", // 8
                kind: "area",
                name: "n_uhbygvtf",
                body: [
                  { type: "let", variable: "x_a", value: 8604 }, // 9
                  { type: "nop", payload: "p_abcdefgh" } // 10
                ]
              } // closed at 11
            ]
          } // closed at 12
        ]
      }
    ]
  },
  cuts: {
    before_close: { eventCount: 11, probeId: "q_zxcvbnma", variable: "x_a" },
    after_close: { eventCount: 13, probeId: "q_zxcvbnma", variable: "x_a" }
  },
  siblings: ["n_siblings"],
  nonceLexicon: null,
  structureHash: "",
  seeds: null
}

describe("landmarksOf", () => {
  it("finds openers, bindings and closings in focus, counted by hand", () => {
    expect(landmarksOf(family)).toEqual({
      focusOpeners: [6, 8],
      bindingBefore: 9,
      bindingAfter: 2,
      closes: [11, 12]
    })
  })
})
