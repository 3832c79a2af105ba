import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { days, schedules } from "./bodies.js"
import { evaluate } from "./support.js"

const runs = { numRuns: 40 }

/** Instants, or the class of the error: two bodies that mean the same are the same here. */
const meaning = (body: string, from = "2026-01-01", to = "2027-01-01"): string =>
  Either.match(evaluate(body, from, to), {
    onLeft: (error) => error.class,
    onRight: ({ points }) => points.join(" ")
  })

const instants = (body: string, from?: string, to?: string): ReadonlyArray<number> =>
  Either.match(evaluate(body, from, to), { onLeft: () => [], onRight: ({ points }) => points })

describe("laws of the language", () => {
  it("are tried on bodies that mostly mean something", () => {
    const sample = fc.sample(schedules, 200)
    const good = sample.filter((body) => Either.isRight(evaluate(body)))
    const many = good.filter((body) => instants(body).length > 0)
    expect(good.length).toBeGreaterThan(170)
    expect(many.length).toBeGreaterThan(60)
  })

  it("points ascend, without duplicates, within the range", () => {
    fc.assert(
      fc.property(schedules, (body) => {
        const points = instants(body, "2026-02-01", "2026-12-01")
        for (const [index, point] of points.entries()) {
          if (index > 0) expect(point).toBeGreaterThan(points[index - 1] ?? Infinity)
          expect(point).toBeGreaterThanOrEqual(Date.parse("2026-02-01T00:00+09:00"))
          expect(point).toBeLessThan(Date.parse("2026-12-01T00:00+09:00"))
        }
      }),
      runs
    )
  })

  it("a wider range keeps the points of a narrower one, and adds none inside it", () => {
    const [from, to] = ["2026-03-01", "2026-09-01"].map((date) => Date.parse(`${date}T00:00+09:00`))
    fc.assert(
      fc.property(schedules, (body) => {
        const wide = instants(body, "2025-11-01", "2027-03-01")
        const inside = wide.filter((point) => point >= (from ?? 0) && point < (to ?? 0))
        expect(instants(body, "2026-03-01", "2026-09-01")).toEqual(inside)
      }),
      runs
    )
  })

  it("the same body means the same every time, whatever was evaluated before", () => {
    fc.assert(
      fc.property(schedules, schedules, (body, other) => {
        const first = meaning(body)
        evaluate(`@NY\n${other}`)
        expect(meaning(body)).toBe(first)
      }),
      runs
    )
  })

  it("unions and intersections commute, associate and absorb", () => {
    fc.assert(
      fc.property(days, days, days, (a, b, c) => {
        expect(meaning(`${a} | ${b}`)).toBe(meaning(`${b} | ${a}`))
        expect(meaning(`${a} & ${b}`)).toBe(meaning(`${b} & ${a}`))
        expect(meaning(`(${a} | ${b}) | ${c}`)).toBe(meaning(`${a} | (${b} | ${c})`))
        expect(meaning(`(${a} & ${b}) & ${c}`)).toBe(meaning(`${a} & (${b} & ${c})`))
        expect(meaning(`${a} & (${a} | ${b})`)).toBe(meaning(a))
        expect(meaning(`${a} \\ ${b}`)).toBe(meaning(`${a} & (everyDay \\ ${b})`))
        expect(meaning(`(${a} & ${b}) | (${a} \\ ${b})`)).toBe(meaning(a))
        expect(meaning(`${a} |> filter(on: ${b})`)).toBe(meaning(`${a} & ${b}`))
      }),
      { numRuns: 25 }
    )
  })

  it("a definition is worth what it stands for", () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(meaning(`p = ${a}; q = ${b}\np | q`)).toBe(meaning(`${a} | ${b}`))
        expect(meaning(`f(s, t) = s \\ t\nf(${a}, ${b})`)).toBe(meaning(`${a} \\ ${b}`))
        expect(meaning(`s = x => x & ${b}\n${a} |> s`)).toBe(meaning(`${a} & ${b}`))
      }),
      { numRuns: 20 }
    )
  })

  it("rolling onto an axis lands on it, and rolling again changes nothing", () => {
    fc.assert(
      fc.property(days, fc.constantFrom("Following", "Preceding"), (a, way) => {
        const rolled = `(${a} |> roll(${way}, on: bizDay))`
        expect(meaning(`${rolled} & bizDay`)).toBe(meaning(rolled))
        expect(meaning(`${rolled} |> roll(${way}, on: bizDay)`)).toBe(meaning(rolled))
      }),
      { numRuns: 25 }
    )
  })

  it("first and last are the ends of a window, and shifting forth and back returns", () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom("week", "month", "quarter"),
        fc.integer({ min: 1, max: 30 }),
        (a, window, n) => {
          expect(meaning(`${a} |> within(${window}) |> first`)).toBe(
            meaning(`${a} |> within(${window}) |> nth(1)`)
          )
          expect(meaning(`${a} |> within(${window}) |> first |> within(${window}) |> last`)).toBe(
            meaning(`${a} |> within(${window}) |> first`)
          )
          expect(meaning(`${a} |> shift(${n}, unit: day) |> shift(-${n}, unit: day)`)).toBe(meaning(a))
          expect(meaning(`(${a} & bizDay) |> shift(${n}, unit: bizDay) |> shift(-${n}, unit: bizDay)`)).toBe(
            meaning(`${a} & bizDay`)
          )
        }
      ),
      { numRuns: 25 }
    )
  })

  it("at puts one point on each settled day, and midnight gives the day back", () => {
    fc.assert(
      fc.property(days, (a) => {
        const settled = `(${a} & ([2026-01-01..2026-12-31] covering: ..))`
        const times = instants(`${settled} |> at(T09:30)`)
        expect(times.every((point) => new Date(point).toISOString().endsWith("T00:30:00.000Z"))).toBe(true)
        expect(meaning(`${settled} |> at(T09:30) |> at(T00:00)`)).toBe(meaning(`${settled} |> at(T00:00)`))
      }),
      runs
    )
  })
})
