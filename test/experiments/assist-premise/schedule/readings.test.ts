import { describe, expect, it } from "@effect/vitest"
import { evaluator, fixture, normal, type Problem, pointsOf } from "./support.js"

interface Reading {
  readonly id: string
  readonly key: string
  readonly points: ReadonlyArray<string>
}

interface NearMiss extends Reading {
  /** The accepted reading that happens to have the same points in the problem's range. */
  readonly sameAs: string | null
}

const problems = new Map(fixture<Problem>("problems.json").map((one) => [one.id, one]))
const readings = fixture<Reading>("interpretations.json")
const bodies = fixture<{ id: string; key: string; body: string }>("reference-bodies.json")
const nearMisses = fixture<NearMiss>("near_misses.json")

const problemOf = (id: string): Problem => {
  const problem = problems.get(id)
  if (problem === undefined) throw new Error(`there is no problem ${id}`)
  return problem
}

const found = (id: string, body: string): ReadonlyArray<string> => {
  const problem = problemOf(id)
  return pointsOf(body, problem.from, problem.to, !problem.allDay)
}

/** The accepted readings of a problem that a body gives. */
const matched = (id: string, body: string): ReadonlyArray<string> => {
  const points = found(id, body)
  return readings
    .filter((one) => one.id === id && same(normal(one.points, problemOf(id)), points))
    .map(({ key }) => key)
}

const same = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => a.join(" ") === b.join(" ")

describe("the accepted readings, computed by an independent program", () => {
  it("are 46, each with a body", () => {
    expect([readings.length, bodies.length]).toEqual([46, 46])
  })

  it.each(bodies.map(({ body, id, key }) => [id, key, body] as const))("%s %s", (id, key, body) => {
    const reading = readings.find((one) => one.id === id && one.key === key)
    expect(found(id, body)).toEqual(normal(reading?.points ?? ["none"], problemOf(id)))
    expect(matched(id, body)).toEqual([key])
  })

  it("their points are read back as the instants that were written", () => {
    for (const { points } of readings)
      for (const point of points) {
        const instant = evaluator.read(point)
        expect(instant).not.toBeNull()
        expect(evaluator.write(instant ?? 0, { timed: point.length > 10 })).toBe(point)
      }
  })
})

/** Plausible bodies for the readings that must not be accepted, written from their descriptions. */
const wrong: Readonly<Record<string, string>> = {
  "P-01 month-end-prev-biz": "monthEnd |> roll(Preceding, on: bizDay)",
  "P-01 overflow-next-1st":
    "m = everyDay |> within(month)\n(m |> nth(31)) | (monthStart \\ (m |> nth(31) |> shift(1, unit: day)) \\ [2026-01-01, 2026-07-01])",
  "P-02 weekday-calendar":
    "everyDay |> within(month) |> nth(11) |> roll(Following, on: (everyDay \\ satSun))",
  "P-03 fixed-23": "everyDay |> filter(d => weekday(d) == Mon) |> at(T23:00)",
  "P-03 fixed-22": "everyDay |> filter(d => weekday(d) == Mon) |> at(T22:00)",
  "P-04 second-full-week-monday":
    "everyDay |> filter(d => ordinalIn(week, month, d) == 2 and weekday(d) == Tue)",
  "P-04 second-full-week-sunday":
    "@JP wkst: Sun\neveryDay |> filter(d => ordinalIn(week, month, d) == 2 and weekday(d) == Tue)",
  // The month's end itself may be no business day, which needs a case of its own.
  "P-07 calendar-month-end":
    "e = monthEnd\n((e & bizDay) |> shift(-3, unit: bizDay)) | ((e \\ bizDay) |> roll(Following, on: bizDay) |> shift(-3, unit: bizDay))",
  "P-07 calendar-3-days": "monthEnd |> shift(-3, unit: day)",
  "P-06 calendar-year-jan4":
    "(bizDay \\ [2026-01-02]) |> within(month) |> first |> filter(d => monthNo(d) == 1)",
  "P-09 any-holiday": "holidays2026 |> roll(Following, on: bizDay)",
  "P-10 inclusive-calendar": "everyDay |> within(month) |> nth(16)",
  "P-12 dec28-jan3":
    "(everyDay |> filter(d => weekday(d) in [Tue, Fri])) \\ ([2026-12-28..2027-01-03] covering: ..)",
  "P-12 dec25-jan3":
    "(everyDay |> filter(d => weekday(d) in [Tue, Fri])) \\ ([2026-12-25..2027-01-03] covering: ..)",
  "P-13 skip-holiday-monday": "bizDay |> filter(d => weekday(d) == Mon)",
  "P-13 sunday": "everyDay |> filter(d => weekday(d) == Sun)",
  "P-14 jst-midnight": "monthStart |> at(T00:00)",
  "P-14 minus-9": "monthEnd |> at(T15:00)",
  "P-16 by-day-of-month": "everyDay |> filter(d => (dayNo(d) - 1) mod 3 == 0)",
  "P-17 skip": "(everyDay |> within(month) |> nth(15)) & bizDay"
}

describe("near misses", () => {
  it("are 20, of which 17 match no accepted reading", () => {
    expect([nearMisses.length, nearMisses.filter(({ sameAs }) => sameAs === null).length]).toEqual([20, 17])
  })

  it.each(nearMisses.map((one) => [`${one.id} ${one.key}`, one] as const))(
    "%s has other points than every accepted reading",
    (_, { id, points, sameAs }) => {
      const problem = problemOf(id)
      const accepted = bodies.filter((one) => one.id === id)
      const equal = accepted.filter(({ body }) => same(found(id, body), normal(points, problem)))
      expect(equal.map(({ key }) => key)).toEqual(sameAs === null ? [] : [sameAs])
    }
  )

  const written = nearMisses.flatMap((one) => {
    const name = `${one.id} ${one.key}`
    const body = wrong[name]
    return body === undefined ? [] : [[name, one, body] as const]
  })

  it("can all be written", () => {
    expect(written.length).toBe(nearMisses.length)
  })

  it.each(written)("%s is what its body says, and is not accepted", (_, { id, points, sameAs }, body) => {
    expect(found(id, body)).toEqual(normal(points, problemOf(id)))
    expect(matched(id, body)).toEqual(sameAs === null ? [] : [sameAs])
  })
})
