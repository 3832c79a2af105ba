import type { ReadingView } from "../Factors.js"
import type { Kind, Observation, Program, Scope, Statement } from "../lang/Ast.js"
import type { CaseFamily } from "./CaseFamily.js"
import { structureHash } from "./structureHash.js"

/** A program written by hand, with the answers that its author read off it. The oracles are held against them. */
export interface SmokeCase {
  readonly family: CaseFamily
  readonly expected: Readonly<Record<ReadingView, Observation>>
  /** The blocks that are closed at each probe, in the order of their openings. */
  readonly closed: Readonly<Record<ReadingView, ReadonlyArray<string>>>
}

const unit = (name: string, ...body: ReadonlyArray<Statement>): Scope => scope("unit", name, body)
const func = (name: string, ...body: ReadonlyArray<Statement>): Scope => scope("func", name, body)
const area = (name: string, ...body: ReadonlyArray<Statement>): Scope => scope("area", name, body)
const scope = (kind: Kind, name: string, body: ReadonlyArray<Statement>): Scope => ({
  type: "scope",
  kind,
  name,
  body
})
const bind = (variable: string, value: number): Statement => ({ type: "let", variable, value })
const nop = (payload: string): Statement => ({ type: "nop", payload })

interface Declared {
  readonly depth: number
  readonly filler: number
  readonly closings: number
  readonly outerLookup: boolean
  readonly siblings: ReadonlyArray<string>
  /** Events before the first closing in focus, counted by hand: each line of the program up to there is one. */
  readonly eventsBefore: number
  readonly variable: string
  readonly probeId: string
}

const smokeCase = (
  name: string,
  declared: Declared,
  expected: Readonly<Record<ReadingView, Observation>>,
  closed: SmokeCase["closed"],
  ...body: ReadonlyArray<Statement>
): SmokeCase => {
  const { depth, filler, closings, outerLookup, siblings, eventsBefore, variable, probeId } = declared
  const program: Program = { body }
  return {
    expected,
    closed,
    family: {
      familyId: `smoke-${name}`,
      depth,
      filler,
      closings,
      outerLookup,
      program,
      cuts: {
        before_close: { eventCount: eventsBefore, probeId, variable },
        after_close: { eventCount: eventsBefore + closings, probeId, variable }
      },
      siblings,
      nonceLexicon: null,
      structureHash: structureHash(program),
      seeds: null
    }
  }
}

/** The four cases of specification 7.2. */
export const smokeCases: ReadonlyArray<SmokeCase> = [
  smokeCase(
    "outer-lookup",
    {
      depth: 2,
      filler: 1,
      closings: 1,
      outerLookup: true,
      siblings: [],
      eventsBefore: 6,
      variable: "x_c",
      probeId: "q_rtnwopkz"
    },
    {
      before_close: { value: 2963, activeScopes: ["n_qmvtzkwe", "n_hdlypzro"] },
      after_close: { value: 4827, activeScopes: ["n_qmvtzkwe"] }
    },
    { before_close: [], after_close: ["n_hdlypzro"] },
    bind("x_c", 4827),
    unit(
      "n_qmvtzkwe",
      bind("x_a", 6150),
      func("n_hdlypzro", bind("x_c", 2963), nop("p_wxkdjmqa"))
      // after_close
    )
  ),
  smokeCase(
    "shadowing",
    {
      depth: 3,
      filler: 0,
      closings: 2,
      outerLookup: false,
      siblings: [],
      eventsBefore: 8,
      variable: "x_e",
      probeId: "q_gbxlmavd"
    },
    {
      before_close: { value: 3348, activeScopes: ["n_tewrcgub", "n_ojxnsfya", "n_vkbqimdp"] },
      after_close: { value: 7206, activeScopes: ["n_tewrcgub"] }
    },
    { before_close: [], after_close: ["n_ojxnsfya", "n_vkbqimdp"] },
    bind("x_e", 9415),
    area(
      "n_tewrcgub",
      bind("x_e", 7206),
      bind("x_f", 1870),
      func("n_ojxnsfya", bind("x_e", 5591), unit("n_vkbqimdp", bind("x_e", 3348)))
      // after_close
    )
  ),
  smokeCase(
    "multiple-close",
    {
      depth: 5,
      filler: 2,
      closings: 3,
      outerLookup: false,
      siblings: [],
      eventsBefore: 12,
      variable: "x_b",
      probeId: "q_ycdhfsje"
    },
    {
      before_close: {
        value: 8033,
        activeScopes: ["n_zahclwtk", "n_ubnxgqre", "n_fpymsoji", "n_kdwvhtza", "n_rqlejcnb"]
      },
      after_close: { value: 2719, activeScopes: ["n_zahclwtk", "n_ubnxgqre"] }
    },
    { before_close: [], after_close: ["n_fpymsoji", "n_kdwvhtza", "n_rqlejcnb"] },
    bind("x_d", 4462),
    unit(
      "n_zahclwtk",
      bind("x_b", 6584),
      area(
        "n_ubnxgqre",
        bind("x_b", 2719),
        func(
          "n_fpymsoji",
          bind("x_b", 1357),
          func("n_kdwvhtza", unit("n_rqlejcnb", bind("x_b", 8033), nop("p_lcuzvteg"), nop("p_hmyoqbfd")))
        )
        // after_close
      )
    )
  ),
  smokeCase(
    "closed-sibling",
    {
      depth: 2,
      filler: 0,
      closings: 1,
      outerLookup: false,
      siblings: ["n_lvtmdoyw", "n_cisfzxgh"],
      eventsBefore: 11,
      variable: "x_a",
      probeId: "q_wpejzrnk"
    },
    {
      before_close: { value: 3690, activeScopes: ["n_pnrkeaub", "n_yjhwqbvo"] },
      after_close: { value: 5178, activeScopes: ["n_pnrkeaub"] }
    },
    {
      before_close: ["n_lvtmdoyw", "n_cisfzxgh"],
      after_close: ["n_lvtmdoyw", "n_cisfzxgh", "n_yjhwqbvo"]
    },
    area("n_lvtmdoyw", bind("x_a", 9024)),
    func(
      "n_pnrkeaub",
      bind("x_a", 5178),
      unit("n_cisfzxgh", bind("x_a", 1946)),
      area("n_yjhwqbvo", bind("x_d", 8251), bind("x_a", 3690))
      // after_close
    )
  )
]

export const smokeFamilies: ReadonlyArray<CaseFamily> = smokeCases.map(({ family }) => family)
