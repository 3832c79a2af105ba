import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { parseHTML } from "linkedom"
import { monthCalendars } from "../../../src/experiments/assist-premise/reporting/monthCalendar.js"

const dayMs = 86_400_000

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

const drawn = (...given: Parameters<typeof monthCalendars>) =>
  parseHTML(`<html><body>${monthCalendars(...given).text}</body></html>`).document

/** Days since 1970-01-01, from 2000 to 2060, and a length of up to two years less a month. */
const ranges = fc.tuple(fc.integer({ min: 10_957, max: 32_872 }), fc.integer({ min: 1, max: 690 }))

describe("the months of a range", () => {
  it("show each of its days once, below the right weekday, and grey days only around it", () => {
    fc.assert(
      fc.property(ranges, ([start, length]) => {
        const document = drawn({ from: dateOf(start), to: dateOf(start + length) }, [])
        const cells = [...document.querySelectorAll("td")].filter(
          (cell) => cell.querySelector("time") !== null
        )
        const dates = (out: boolean) =>
          cells
            .filter((cell) => (cell.getAttribute("class") === "out") === out)
            .map((cell) => cell.querySelector("time")?.getAttribute("datetime") ?? "")
        expect(dates(false)).toEqual(Array.from({ length }, (_, index) => dateOf(start + index)))
        for (const date of dates(true))
          expect(date < dateOf(start) || date >= dateOf(start + length)).toBe(true)
        for (const cell of cells) {
          const date = cell.querySelector("time")?.getAttribute("datetime") ?? ""
          const row = [...(cell.parentElement?.children ?? [])]
          // Sunday is 0 for JavaScript, and the last of our week.
          expect(row.indexOf(cell)).toBe((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7)
        }
      }),
      { numRuns: 40 }
    )
  })

  it("hold every mark at its day, with its time where it has one", () => {
    fc.assert(
      fc.property(
        ranges,
        fc.array(fc.nat(689), { maxLength: 5 }),
        fc.boolean(),
        ([start, length], days, timed) => {
          const points = days.map((day) => dateOf(start + (day % length)) + (timed ? "T09:30" : ""))
          const document = drawn({ from: dateOf(start), to: dateOf(start + length) }, [
            { mark: "a", look: "reading", points }
          ])
          const found = [...document.querySelectorAll("span.reading")].map((span) => [
            span.parentElement?.querySelector("time")?.getAttribute("datetime"),
            span.textContent
          ])
          expect(found).toEqual(
            points.toSorted().map((point) => [point.slice(0, 10), timed ? "a 09:30" : "a"])
          )
        }
      ),
      { numRuns: 40 }
    )
  })

  it("end after two years, however long the range is", () => {
    const document = drawn({ from: "2026-01-01", to: "2999-01-01" }, [])
    const captions = [...document.querySelectorAll("caption")].map(({ textContent }) => textContent)
    expect([captions.length, captions.at(-1)]).toEqual([24, "2027年12月"])
  })
})
