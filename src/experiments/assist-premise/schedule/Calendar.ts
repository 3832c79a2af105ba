import { civilDateOf, dayLength, weekdayIndexOf } from "./civil.js"
import { elapsedGrid } from "./Grid.js"
import { limits } from "./limits.js"
import type { WindowWord } from "./names.js"
import type { Stream } from "./Stream.js"
import { WindowSet } from "./WindowSet.js"
import type { Zone } from "./Zone.js"

const hourLength = 3_600_000

/**
 * The calendar of a zone and a week start over a horizon `[1970-01-01 00:00 there, end)`. Everything is made when first asked for, and
 * kept; making it has no other effect.
 */
export class Calendar {
  readonly start: number
  readonly day: WindowSet
  /** Streams that depend on nothing but the calendar and the prelude. */
  readonly kept = new Map<string, Stream>()
  /** The civil day of each window of `day`: a zone that changed sides of the date line has skipped one. */
  private readonly dayNumbers: Int32Array
  private readonly sets = new Map<WindowWord, WindowSet>()

  constructor(
    readonly zone: Zone,
    /** 0 for Monday. */
    private readonly weekStart: number,
    readonly end: number
  ) {
    this.start = zone.startOfDay(0)
    const starts: Array<number> = []
    const numbers: Array<number> = []
    for (let number = 0; ; number++) {
      const start = zone.startOfDay(number)
      if (start >= end) break
      if (start === starts.at(-1)) numbers.pop()
      else starts.push(start)
      numbers.push(number)
    }
    this.day = new WindowSet("day", Float64Array.from(starts), end, "day")
    this.dayNumbers = Int32Array.from(numbers)
  }

  holds(instant: number): boolean {
    return instant >= this.start && instant < this.end
  }

  /** The number of the civil day that contains the instant; outside the horizon, too. */
  dayNumberOf(instant: number): number {
    const index = this.day.indexOf(instant)
    return this.dayNumbers[index] ?? Math.floor(this.zone.localOf(instant) / dayLength)
  }

  /** `null` if there are more windows than a stream may have points. */
  windows(word: WindowWord): WindowSet | null {
    const known = this.sets.get(word)
    if (known !== undefined) return known
    const made = word === "day" ? this.day : word === "hour" ? this.hours() : this.joined(word)
    if (made !== null) this.sets.set(word, made)
    return made
  }

  private hours(): WindowSet | null {
    const count = Math.ceil((this.end - this.start) / hourLength)
    if (count > limits.pointsPerStream) return null
    const starts = Float64Array.from({ length: count }, (_, hour) => this.start + hour * hourLength)
    return new WindowSet("hour", starts, this.end, elapsedGrid(hourLength, this.start % hourLength))
  }

  /** Civil days joined into longer windows. The first window begins with the horizon, whatever day that is. */
  private joined(word: "week" | "month" | "quarter" | "year"): WindowSet {
    const starts = this.day.starts.filter((_, index) => {
      if (index === 0) return true
      const [number, before] = [this.dayNumbers[index] ?? 0, this.dayNumbers[index - 1] ?? 0]
      return this.groupOf(word, number) !== this.groupOf(word, before)
    })
    return new WindowSet(word, starts, this.end, "day")
  }

  private groupOf(word: "week" | "month" | "quarter" | "year", dayNumber: number): number {
    if (word === "week") return Math.floor((dayNumber + weekdayIndexOf(0) - this.weekStart) / 7)
    const { month, year } = civilDateOf(dayNumber)
    const size = word === "month" ? 1 : word === "quarter" ? 3 : 12
    return Math.floor((year * 12 + month - 1) / size)
  }
}
