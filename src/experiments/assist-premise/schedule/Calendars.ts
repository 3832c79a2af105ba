import { Calendar } from "./Calendar.js"
import { Zone } from "./Zone.js"

/** More than a body may use, so that an evaluation never loses a calendar that it still needs. */
const capacity = 16

/**
 * Calendars made so far: evaluations of many bodies over the same range share them. What is found here is what would be made anew, so
 * nobody can tell but by the time it takes.
 */
export class Calendars {
  private readonly known = new Map<string, Calendar>()
  private readonly zones = new Map<string, Zone>()

  /** `null` for a name that is none. */
  zone(name: string): Zone | null {
    const zone = this.zones.get(name) ?? Zone.named(name)
    return zone === null ? null : keep(this.zones, name, zone)
  }

  of(zone: Zone, weekStart: number, end: number): Calendar {
    const key = `${zone.id} ${weekStart} ${end}`
    return keep(this.known, key, this.known.get(key) ?? new Calendar(zone, weekStart, end))
  }
}

/** The order of a Map is that of insertion: what was used longest ago comes first. */
const keep = <A>(known: Map<string, A>, key: string, value: A): A => {
  known.delete(key)
  known.set(key, value)
  const oldest = known.keys().next()
  if (known.size > capacity && oldest.done !== true) known.delete(oldest.value)
  return value
}
