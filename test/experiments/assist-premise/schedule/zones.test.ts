import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  civilDateOf,
  dayNumberOf,
  readDate,
  writeDate
} from "../../../../src/experiments/assist-premise/schedule/civil.js"
import { Zone } from "../../../../src/experiments/assist-premise/schedule/Zone.js"
import { pointsOf } from "./support.js"

const zone = (name: string): Zone => {
  const found = Zone.named(name)
  if (found === null) throw new Error(`there is no zone ${name}`)
  return found
}

describe("civil days", () => {
  it("agree with Date over ten thousand years", () => {
    const wrong: Array<number> = []
    for (let number = -719_528; number < 2_932_896; number += 17) {
      const date = new Date(number * 86_400_000)
      const { day, month, year } = civilDateOf(number)
      const same =
        year === date.getUTCFullYear() && month === date.getUTCMonth() + 1 && day === date.getUTCDate()
      if (!same || dayNumberOf(year, month, day) !== number) wrong.push(number)
    }
    expect(wrong).toEqual([])
  })

  it("are written and read, and only those that exist", () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), (number) => {
        expect(readDate(writeDate(number))).toBe(number)
      })
    )
    const wrong = [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-1-05",
      "2026-01-32",
      " 2026-01-05",
      "20260105"
    ]
    for (const text of wrong) expect([text, readDate(text)]).toEqual([text, null])
  })
})

const zones = [
  "Asia/Tokyo",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "America/St_Johns",
  "Africa/Monrovia",
  "UTC"
]

describe.each(zones)("%s", (name) => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })

  /** The clock's own fields, put together again: another way than the offset's name. */
  const localBy = (instant: number): number => {
    const part = (type: string): number =>
      Number(format.formatToParts(instant).find((one) => one.type === type)?.value)
    return Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second")
    )
  }

  it("shows the time that Intl's fields show", () => {
    const ours = zone(name)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500_000_000 }), (second) => {
        expect(ours.localOf(second * 1_000)).toBe(localBy(second * 1_000))
      }),
      { numRuns: 300 }
    )
  })

  it("reads a clock time as the instants that show it", () => {
    const ours = zone(name)
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 25_000 }),
        fc.integer({ min: 0, max: 95 }),
        (day, quarter) => {
          const local = day * 86_400_000 + quarter * 900_000
          const reading = ours.read(local)
          if (reading.kind === "once") expect(ours.localOf(reading.at)).toBe(local)
          else if (reading.kind === "fold") {
            expect(reading.later).toBeGreaterThan(reading.earlier)
            expect([ours.localOf(reading.earlier), ours.localOf(reading.later)]).toEqual([local, local])
          } else {
            expect(ours.localOf(reading.after)).toBeGreaterThan(local)
            expect(ours.localOf(reading.after - 1)).toBeLessThan(local)
          }
        }
      ),
      { numRuns: 300 }
    )
  })
})

describe("changes of the clock", () => {
  it.each([
    ["America/New_York", "2026-03-08T02:30", "gap"],
    ["America/New_York", "2026-11-01T01:30", "fold"],
    ["America/New_York", "2026-11-01T02:00", "once"],
    ["Europe/London", "2026-03-29T01:00", "gap"],
    ["Europe/London", "2026-10-25T01:59", "fold"],
    // Half an hour only.
    ["Australia/Lord_Howe", "2026-10-04T02:15", "gap"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "fold"],
    // Midnight itself was skipped.
    ["America/Sao_Paulo", "2018-11-04T00:00", "gap"],
    // The whole day was skipped.
    ["Pacific/Apia", "2011-12-30T12:00", "gap"],
    ["Asia/Tokyo", "2026-03-08T02:30", "once"]
  ])("%s %s is shown: %s", (name, local, kind) => {
    expect(zone(name).read(Date.parse(`${local}Z`)).kind).toBe(kind)
  })

  it("are seen even if they are taken back after a week", () => {
    const recife = zone("America/Recife")
    const offsets = ["2000-10-07", "2000-10-10", "2000-10-16"].map(
      (day) => recife.offsetAt(Date.parse(day)) / 3_600_000
    )
    expect(offsets).toEqual([-3, -2, -3])
  })

  it("no other names are zones", () => {
    for (const name of ["", "+09:00", "UTC+9", "Mars/Olympus", "Asia/Tokyo ", "__proto__"])
      expect([name, Zone.named(name)?.id ?? null]).toEqual([name, null])
  })
})

describe("days of other zones", () => {
  it("a day that begins behind a gap at midnight begins at one o'clock", () => {
    const body = '@JP tz: "America/Sao_Paulo"\neveryDay'
    expect(pointsOf(body, "2018-11-03", "2018-11-06")).toEqual([
      "2018-11-03T12:00",
      "2018-11-04T12:00",
      "2018-11-05T11:00"
    ])
  })

  it("a zone that skipped a day does not have it", () => {
    const body = '@JP tz: "Pacific/Apia"\neveryDay |> filter(d => monthNo(d) == 12 and dayNo(d) >= 28)'
    expect(pointsOf(body, "2011-12-01", "2012-02-01")).toHaveLength(3)
    expect(
      pointsOf('@JP tz: "Pacific/Apia"\n[2011-12-29..2012-01-01]', "2011-12-01", "2012-02-01")
    ).toHaveLength(3)
  })

  it("a civil stride keeps the clock, an elapsed one does not", () => {
    const from = "from: 2026-03-06T09:00"
    expect(pointsOf(`@NY\neveryInstant |> strideBy(1d, ${from})`, "2026-03-07", "2026-03-11")).toEqual([
      "2026-03-07T23:00",
      "2026-03-08T22:00",
      "2026-03-09T22:00",
      "2026-03-10T22:00"
    ])
    expect(pointsOf(`@NY\neveryInstant |> strideBy(24h, ${from})`, "2026-03-07", "2026-03-11")).toEqual([
      "2026-03-07T23:00",
      "2026-03-08T23:00",
      "2026-03-09T23:00",
      "2026-03-10T23:00"
    ])
  })
})
