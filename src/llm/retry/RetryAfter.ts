/** RFC 9110 10.2.3: how long a server asks to be left alone. No number is ever read as a date, and no date by a lenient parser. */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const month = `(?<month>${months.join("|")})`
const time = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})"
const shortDay = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"

/** The three forms of an HTTP-date (RFC 9110 5.6.7): IMF-fixdate, RFC 850, asctime. */
const forms = [
  new RegExp(`^${shortDay}, (?<day>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<day>[0-9]{2})-${month}-(?<shortYear>[0-9]{2}) ${time} GMT$`),
  new RegExp(`^${shortDay} ${month} (?<day>[0-9]{2}| [0-9]) ${time} (?<year>[0-9]{4})$`)
]

/**
 * Milliseconds to wait from `nowMs` (since 1970, UTC): 0 for a moment that has passed, `null` for a value that is neither a
 * whole number of seconds nor an HTTP-date with a real calendar date (decision 14). Never less than was asked.
 */
export const parseRetryAfter = (value: string, nowMs: number): number | null => {
  const text = value.replace(/^[ \t]+|[ \t]+$/g, "")
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER)
  const dateMs = parseHttpDate(text, nowMs)
  return dateMs === null ? null : Math.max(0, Math.ceil(dateMs - nowMs))
}

const parseHttpDate = (text: string, nowMs: number): number | null => {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (parts !== undefined) return toEpochMs(parts, nowMs)
  }
  return null
}

const toEpochMs = (parts: Readonly<Record<string, string>>, nowMs: number): number | null => {
  const number = (name: string): number => Number(parts[name])
  const [day, hour, minute, second] = [number("day"), number("hour"), number("minute"), number("second")]
  const monthIndex = months.indexOf(parts["month"] ?? "")
  const year = parts["year"] === undefined ? fullYear(number("shortYear"), nowMs) : number("year")
  const date = new Date(0)
  date.setUTCFullYear(year, monthIndex, day)
  // An impossible day, such as 30 February, rolls over into another.
  const isRealDay = date.getUTCMonth() === monthIndex && date.getUTCDate() === day
  // A leap second is written as 60.
  if (!isRealDay || hour > 23 || minute > 59 || second > 60) return null
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}

/** A two-digit year that would lie more than 50 years ahead is of the past (RFC 9110 5.6.7). */
const fullYear = (shortYear: number, nowMs: number): number => {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + shortYear
  return year > thisYear + 50 ? year - 100 : year
}
