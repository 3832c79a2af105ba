import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { accuracy, countFates, type Fate, operationalSuccess } from "../../src/stats/Denominators.js"

const repeat = (fate: Fate, times: number): ReadonlyArray<Fate> => Array.from({ length: times }, () => fate)

describe("denominators", () => {
  it("H7 80 right, 10 wrong, 10 lost: 80/90 of what can be judged, 80/100 of what was sent", () => {
    const counts = countFates([...repeat("correct", 80), ...repeat("incorrect", 10), ...repeat("lost", 10)])
    expect(accuracy(counts)).toBe(80 / 90)
    expect(operationalSuccess(counts)).toEqual({ rate: 0.8, upperBound: 0.8 })
    expect(counts).toMatchObject({ evaluable: 90, dispatched: 100, infrastructureMissing: 10 })
  })

  it("unresolved trials raise the upper bound only", () => {
    const counts = countFates([
      ...repeat("correct", 6),
      ...repeat("incorrect", 2),
      ...repeat("unresolved", 2)
    ])
    expect(operationalSuccess(counts)).toEqual({ rate: 0.6, upperBound: 0.8 })
    expect(counts).toMatchObject({ dispatched: 10, terminal: 10, unresolved: 2, infrastructureMissing: 2 })
  })

  it("counts every fate in its own place", () => {
    const counts = countFates([
      ...repeat("correct", 1),
      ...repeat("incorrect", 2),
      ...repeat("incomplete", 3),
      ...repeat("refusal", 4),
      ...repeat("lost", 5),
      ...repeat("unresolved", 6),
      ...repeat("not_dispatched", 7)
    ])
    expect(counts).toEqual({
      planned: 28,
      dispatched: 21,
      terminal: 21,
      evaluable: 10,
      correct: 1,
      infrastructureMissing: 11,
      unresolved: 6,
      notDispatched: 7,
      incomplete: 3,
      refusal: 4
    })
  })

  it("trials that were never sent are not wrong answers", () => {
    const counts = countFates([...repeat("correct", 1), ...repeat("not_dispatched", 9)])
    expect(accuracy(counts)).toBe(1)
    expect(operationalSuccess(counts).rate).toBe(1)
  })

  it("of nothing there is no rate", () => {
    const counts = countFates(repeat("not_dispatched", 3))
    expect(accuracy(counts)).toBe(null)
    expect(operationalSuccess(counts)).toEqual({ rate: null, upperBound: null })
  })

  it("planned = evaluable + infrastructure missing + not dispatched, for every mix", () => {
    const fates: ReadonlyArray<Fate> = [
      "correct",
      "incorrect",
      "incomplete",
      "refusal",
      "lost",
      "unresolved",
      "not_dispatched"
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fates)), (mix) => {
        const counts = countFates(mix)
        expect(counts.planned).toBe(mix.length)
        expect(counts.planned).toBe(counts.evaluable + counts.infrastructureMissing + counts.notDispatched)
        expect(counts.correct + counts.incomplete + counts.refusal).toBeLessThanOrEqual(counts.evaluable)
      })
    )
  })
})
