import type { Grid } from "./Grid.js"

export type Unit = "day" | "week" | "month" | "quarter" | "year" | "hour" | "span"

/**
 * An unbroken row of half-open intervals over the horizon. The last one is cut at the horizon's end, so it is no real day, month, ….
 */
export class WindowSet {
  readonly tag = "windows"
  private readonly scale: number

  constructor(
    readonly unit: Unit,
    /** The first instants, ascending, at least one. */
    readonly starts: Float64Array,
    /** The end of the last window. */
    readonly end: number,
    /** The grid of the starts: `day`, or one of elapsed hours. */
    readonly grid: Grid
  ) {
    this.scale = starts.length / (end - this.start(0))
  }

  get count(): number {
    return this.starts.length
  }

  /** The first instant of window `index`; the set's end behind the last. */
  start(index: number): number {
    return this.starts[index] ?? this.end
  }

  /** The window that holds the instant; -1 before the first, `count` behind the last. */
  indexOf(instant: number): number {
    if (instant < this.start(0)) return -1
    if (instant >= this.end) return this.count
    // Windows are of nearly equal length, so a guess by proportion is at most a few steps off; a span may be irregular.
    let index = Math.min(this.count - 1, Math.floor((instant - this.start(0)) * this.scale))
    for (let steps = 0; steps < 8; steps++) {
      if (instant < this.start(index)) index--
      else if (instant >= this.start(index + 1)) index++
      else return index
    }
    return this.search(instant)
  }

  private search(instant: number): number {
    let low = 0
    let high = this.count
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.start(middle) <= instant) low = middle
      else high = middle
    }
    return low
  }
}
