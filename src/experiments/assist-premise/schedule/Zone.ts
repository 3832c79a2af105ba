import { dayLength } from "./civil.js"

/** What a clock reading of a zone names: one instant, none (the clock jumped over it), or two (it was set back). */
export type LocalReading =
  | { readonly kind: "once"; readonly at: number }
  /** `after` is the first instant behind the gap. */
  | { readonly kind: "gap"; readonly after: number }
  | { readonly kind: "fold"; readonly earlier: number; readonly later: number }

/** The offsets of 512 days: `offsets[i]` holds from `from[i]` to the next one. */
interface Stretch {
  readonly from: ReadonlyArray<number>
  readonly offsets: ReadonlyArray<number>
}

const stretchLength = 512 * dayLength

/** Shorter than any time since 1970 after which a zone took a change back: a week, in the northeast of Brazil in October 2000. */
const probe = 4 * dayLength

/**
 * A time zone of the IANA database as the runtime has it. All times in milliseconds: instants since 1970-01-01T00:00Z, local times
 * since 1970-01-01T00:00 on the zone's own clock. Offsets are found once for every 512 days and kept.
 */
export class Zone {
  readonly id: string
  private readonly format: Intl.DateTimeFormat
  private readonly stretches = new Map<number, Stretch>()

  private constructor(name: string) {
    this.format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" })
    this.id = this.format.resolvedOptions().timeZone
  }

  /** `null` for a name that is none, and for a fixed offset such as `+09:00`, which only some runtimes take. */
  static named(name: string): Zone | null {
    if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return null
    try {
      return new Zone(name)
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  /** Local time minus UTC. */
  offsetAt(instant: number): number {
    const { from, offsets } = this.stretchOf(instant)
    let i = from.length - 1
    while (i > 0 && (from[i] ?? 0) > instant) i--
    return offsets[i] ?? 0
  }

  localOf(instant: number): number {
    return instant + this.offsetAt(instant)
  }

  /** One day on either side there is at most one change of the clock. */
  read(local: number): LocalReading {
    const before = this.offsetAt(local - dayLength)
    const after = this.offsetAt(local + dayLength)
    const early = local - before
    if (before === after) return { kind: "once", at: early }
    const late = local - after
    const earlyHolds = this.offsetAt(early) === before
    const lateHolds = this.offsetAt(late) === after
    if (earlyHolds && lateHolds) return { kind: "fold", earlier: early, later: late }
    if (earlyHolds) return { kind: "once", at: early }
    if (lateHolds) return { kind: "once", at: late }
    return { kind: "gap", after: this.change(late, early) }
  }

  /** The first instant at which the clock shows `local`; if it jumps over it, the first instant after. */
  first(local: number): number {
    const reading = this.read(local)
    return reading.kind === "once" ? reading.at : reading.kind === "fold" ? reading.earlier : reading.after
  }

  /** The first instant of a civil day. */
  startOfDay(dayNumber: number): number {
    return this.first(dayNumber * dayLength)
  }

  private stretchOf(instant: number): Stretch {
    const index = Math.floor(instant / stretchLength)
    const known = this.stretches.get(index)
    if (known !== undefined) return known
    const found = this.explore(index * stretchLength)
    this.stretches.set(index, found)
    return found
  }

  private explore(start: number): Stretch {
    const from = [start]
    let offset = this.ask(start)
    const offsets = [offset]
    for (let at = start; at < start + stretchLength; at += probe) {
      const next = this.ask(at + probe)
      if (next === offset) continue
      const change = this.change(at, at + probe)
      if (change >= start + stretchLength) break
      from.push(change)
      offsets.push(next)
      offset = next
    }
    return { from, offsets }
  }

  /** The first instant after `low`, at most `high`, that has another offset than `low`. */
  private change(low: number, high: number): number {
    const offset = this.ask(low)
    let [before, after] = [low, high]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.ask(middle) === offset) before = middle
      else after = middle
    }
    return after
  }

  private ask(instant: number): number {
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.format.format(instant))
    const [, sign, hours, minutes, seconds] = match ?? []
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)
    return (sign === "-" ? -size : size) * 1_000
  }
}
