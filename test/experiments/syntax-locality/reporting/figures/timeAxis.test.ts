import { expect, it } from "@effect/vitest"
import fc from "fast-check"
import { axisOf, placed } from "../../../../../src/experiments/syntax-locality/reporting/figures/timeAxis.js"
import type { AttemptTime } from "../../../../../src/pipeline/Experiment.js"

const at = (startedAtMs: number, durationMs = 1000): AttemptTime => ({
  attempt: 1,
  startedAtMs,
  durationMs,
  failed: false,
  ambiguous: false
})

const minute = 60_000

it("time counts from the first attempt, in seconds", () => {
  const axis = axisOf([at(5000), at(2000)])
  expect(axis).toMatchObject({ duration: 4, breaks: [] })
  expect(placed([at(5000)], axis)).toMatchObject([{ start: 3, end: 4 }])
})

it("a long time without any attempt is left out and named", () => {
  const axis = axisOf([at(0, minute), at(61 * minute, minute), at(200 * minute, minute)])
  expect(axis.duration).toBe(180)
  expect(axis.breaks).toEqual([
    { at: 60, seconds: 3600 },
    { at: 120, seconds: 138 * 60 }
  ])
  expect(axis.at(61 * minute)).toBe(60)
})

it("a long attempt is no break, however few others there are", () => {
  expect(axisOf([at(0, 30 * minute), at(minute), at(25 * minute)]).breaks).toEqual([])
})

it("the order of attempts has no part in it, and none lies outside of the axis", () => {
  const attempts = fc.array(fc.record({ start: fc.nat(10 * 86_400_000), length: fc.nat(600_000) }), {
    minLength: 1
  })
  fc.assert(
    fc.property(attempts, (found) => {
      const all = found.map(({ length, start }) => at(start, length))
      const axis = axisOf(all)
      const again = axisOf(all.toReversed())
      expect({ ...again, at: null }).toEqual({ ...axis, at: null })
      for (const { end, start } of placed(all, axis)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(axis.duration)
        expect(end).toBeGreaterThanOrEqual(start)
      }
    })
  )
})

it("of no attempts it has no length", () => {
  expect(axisOf([])).toMatchObject({ duration: 0, breaks: [] })
})
