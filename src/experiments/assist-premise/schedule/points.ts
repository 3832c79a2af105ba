import { dayLength, readDate, writeClock, writeDate } from "./civil.js"
import type { Zone } from "./Zone.js"

/** How points are written and read: on the clock of the prelude's default scope, whatever the scope of the body. */

/**
 * `YYYY-MM-DD` at midnight, `YYYY-MM-DDThh:mm` otherwise, with `:ss` where the seconds are not 0; fractions are cut. With `timed` midnight is
 * written `T00:00`, too.
 */
export const writePoint = (zone: Zone, instant: number, timed: boolean): string => {
  const local = zone.localOf(instant)
  const day = Math.floor(local / dayLength)
  const clock = local - day * dayLength
  return writeDate(day) + (clock === 0 && !timed ? "" : writeClock(clock))
}

const clockPattern = /^T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** The instant of a point that was written so; a bare date is its midnight. `null` for any other text, and for a time that the clock skips or shows twice. */
export const readPoint = (zone: Zone, text: string): number | null => {
  const day = readDate(text.slice(0, 10))
  if (day === null) return null
  if (text.length === 10) return zone.startOfDay(day)
  const clock = clockPattern.exec(text.slice(10))
  if (clock === null) return null
  const [hours, minutes, seconds] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)]
  const reading = zone.read(day * dayLength + ((hours * 60 + minutes) * 60 + seconds) * 1_000)
  return reading.kind === "once" ? reading.at : null
}
