/** Civil days without a clock: the proleptic Gregorian calendar as whole numbers, day 0 being 1970-01-01. */

export const dayLength = 86_400_000

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

/** Remainder with the sign of the divisor. */
export const mod = (a: number, b: number): number => ((a % b) + b) % b

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? isLeapYear(year)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31

/** Years are counted from March, so that the leap day is a year's last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
export const dayNumberOf = (year: number, month: number, day: number): number => {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export const civilDateOf = (dayNumber: number): CivilDate => {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** The labels of weekdays, Monday first. */
export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const

export type Weekday = (typeof weekdays)[number]

/** 0 for Monday; 1970-01-01 was a Thursday. */
export const weekdayIndexOf = (dayNumber: number): number => mod(dayNumber + 3, 7)

/** The day of `YYYY-MM-DD`, or `null` for a text of another form or a day that does not exist. */
export const readDate = (text: string): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return dayNumberOf(year, month, day)
}

export const writeDate = (dayNumber: number): string => {
  const { day, month, year } = civilDateOf(dayNumber)
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
}

const two = (value: number): string => String(value).padStart(2, "0")

/** `Thh:mm`, with `:ss` where the seconds are not 0; fractions are cut. */
export const writeClock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000)
  const rest = seconds % 60
  return `T${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? "" : `:${two(rest)}`}`
}
