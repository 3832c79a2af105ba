import { describe, expect, it } from "@effect/vitest"
import { errorOf, fixture, pointsOf } from "./support.js"

/** Bodies that the public reference implementation evaluated. */
interface Example {
  readonly id: string
  readonly body: string
  readonly from?: string
  readonly to?: string
  readonly allDay?: boolean
  readonly points?: ReadonlyArray<string>
  readonly error?: string
}

const examples = fixture<Example>("schedule-examples.json")
const good = examples.filter(({ points }) => points !== undefined)
const bad = examples.filter(({ error }) => error !== undefined)

describe("worked examples", () => {
  it("are all of them, with 86 errors", () => {
    expect([examples.length, bad.length, good.length + bad.length]).toEqual([275, 86, 275])
  })

  it.each(good.map((one) => [one.id, one] as const))("%s", (_, { allDay, body, from, points, to }) => {
    expect(pointsOf(body, from, to, allDay === false)).toEqual(points)
  })

  it.each(bad.map((one) => [one.id, one] as const))("%s", (_, { body, error }) => {
    const found = errorOf(body)
    expect([found.class, found.message]).toEqual([error, found.message])
    for (const text of [found.sentence, found.hint]) {
      expect(text.en).toMatch(/^[A-Z@\w'].*[.?]$/)
      expect(text.ja).toMatch(/[ぁ-ん一-龠].*。$/)
    }
  })

  it("the extension E1: a clock of another zone", () => {
    const newYork = 'at(T09:00, tz: "America/New_York")'
    const mondays = `everyDay |> filter(d => weekday(d) == Mon) |> ${newYork}`
    expect(pointsOf(mondays, "2026-03-02", "2026-03-23")).toEqual([
      "2026-03-02T23:00",
      "2026-03-09T22:00",
      "2026-03-16T22:00"
    ])
    expect(pointsOf(`bizDay |> within(month) |> first |> ${newYork}`, "2026-01-01", "2026-05-01")).toEqual([
      "2026-01-02T23:00",
      "2026-02-02T23:00",
      "2026-03-02T23:00",
      "2026-04-01T22:00"
    ])
    expect(
      pointsOf('bizDay |> within(month) |> last |> at(T17:30, tz: "UTC")', "2026-01-01", "2026-04-01")
    ).toEqual(["2026-01-31T02:30", "2026-02-28T02:30"])
    expect(
      pointsOf('[2026-03-07..2026-03-09] covering: 2026..2026 |> at(T02:30, tz: "America/New_York")')
    ).toEqual(["2026-03-07T16:30", "2026-03-08T16:00", "2026-03-09T15:30"])
  })
})
