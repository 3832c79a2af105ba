import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { SavedDataset } from "../../../../src/experiments/syntax-locality/dataset/audit/SavedDataset.js"
import { shortcutCheck } from "../../../../src/experiments/syntax-locality/dataset/audit/shortcuts.js"
import type { CaseFamily } from "../../../../src/experiments/syntax-locality/dataset/CaseFamily.js"
import { generateDataset } from "../../../../src/experiments/syntax-locality/dataset/Dataset.js"
import { programEvents } from "../../../../src/experiments/syntax-locality/lang/Events.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import { settingsOf } from "../plans.js"

const familiesOf = (depth: ReadonlyArray<number>, seedsPerCell: number): ReadonlyArray<CaseFamily> =>
  Either.getOrThrow(
    generateDataset({
      masterSeed: 20261005n,
      seedNamespace: "test",
      tasks: ["scope_lookup"],
      generationGrid: null,
      grid: { depth, fillerStatements: [0], seedsPerCell },
      fewShotCount: 8,
      nonce: false
    })
  ).families

const check = (families: ReadonlyArray<CaseFamily>) => {
  const dataset: SavedDataset = {
    config: { ...settingsOf("main"), aa: false },
    families,
    generation: [],
    examples: [],
    gold: new Map()
  }
  return shortcutCheck(dataset)
}

const answer = ({ program, cuts }: CaseFamily) => Either.getOrThrow(observe(program, cuts.after_close)).value

const own = ({ program, cuts }: CaseFamily): ReadonlyArray<number> =>
  programEvents(program).flatMap((event) =>
    event.type === "let" && event.variable === cuts.after_close.variable ? [event.value] : []
  )

describe("shortcutCheck", () => {
  it("finds no answer key in generated families, at any depth that is planned", () => {
    for (const depth of [[2], [3], [4], [8], [16], [32], [60]]) {
      const { passed, detail } = check(familiesOf(depth, 200))
      expect(passed, detail).toBe(true)
    }
  })

  it("stays far below its threshold over 1,600 families", () => {
    const { detail } = check(familiesOf([2, 4, 8, 16], 400))
    const [after = ""] = detail.split("before_close")
    const found = [...after.matchAll(/(\d+) %/g)].map(([, rate]) => Number(rate))
    expect(found.length).toBe(15)
    expect(Math.max(...found)).toBeLessThan(40)
  })

  it("fails when a rule of order, of magnitude or of place gives the answers away", () => {
    const pool = familiesOf([2, 4, 8], 1500)
    const rules: ReadonlyArray<readonly [string, (family: CaseFamily) => boolean]> = [
      ["first binding of the variable", (family) => own(family)[0] === answer(family)],
      ["third to last", (family) => own(family).at(-3) === answer(family)],
      ["its largest value", (family) => Math.max(...own(family)) === answer(family)],
      ["its smallest value", (family) => Math.min(...own(family)) === answer(family)]
    ]
    for (const [name, holds] of rules) {
      const right = pool.filter(holds).slice(0, 75)
      const wrong = pool.filter((family) => !holds(family))
      expect(check([...right, ...wrong.slice(0, 25)]).passed, name).toBe(false)
      expect(check([...right, ...wrong.slice(0, 25)]).detail).toContain(`"${name}" is right in 75 %`)
      expect(check([...right.slice(0, 60), ...wrong.slice(0, 40)]).passed, name).toBe(true)
    }
  })

  it("fails when a single depth is given away", () => {
    const shallow = familiesOf([2], 600)
      .filter((family) => own(family)[0] === answer(family))
      .slice(0, 40)
    const deep = familiesOf([8], 600)
      .filter((family) => own(family)[0] !== answer(family))
      .slice(0, 200)
    expect(check([...shallow, ...deep]).detail).toContain(
      'depth 2: "first binding of the variable" is right in 100 %'
    )
  })

  it("only describes a handful of families, and the view before the closings", () => {
    const { passed, detail } = check(familiesOf([2], 4))
    expect(passed).toBe(true)
    expect(detail).toContain(
      "before_close, where the last binding is right by construction, last binding of the variable 100 %"
    )
  })
})
