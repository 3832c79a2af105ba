/**
 * The regression set's requirements, read once more as plain arithmetic on dates: nothing here knows the schedule language or our calendar
 * code. `on` says whether something happens on a day; `time` is the clock of the requirement.
 */

interface Day {
  readonly date: string
  readonly year: number
  readonly month: number
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export interface Witness {
  readonly id: string
  readonly on: (day: Day) => boolean
  readonly time?: string
}

const dayMs = 86_400_000

const dayAt = (ms: number): Day => {
  const at = new Date(ms)
  return {
    date: at.toISOString().slice(0, 10),
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    weekday: at.getUTCDay()
  }
}

const number = ({ date }: Day): number => Date.parse(`${date}T00:00Z`) / dayMs
const plus = (one: Day, days: number): Day => dayAt((number(one) + days) * dayMs)
const since = (one: Day, date: string): number => number(one) - Date.parse(`${date}T00:00Z`) / dayMs

/** Act on National Holidays, 2026: month and day. */
const holidays = new Set(
  "0101 0112 0211 0223 0320 0429 0503 0504 0505 0506 0720 0811 0921 0922 0923 1012 1103 1123"
    .split(" ")
    .map((text) => `2026-${text.slice(0, 2)}-${text.slice(2)}`)
)
const isHoliday = ({ date }: Day): boolean => holidays.has(date)
const isWorking = (one: Day): boolean => one.weekday > 0 && one.weekday < 6 && !isHoliday(one)

const range = (from: Day, days: number): ReadonlyArray<Day> =>
  Array.from({ length: days }, (_, index) => plus(from, index))
const firstOf = (one: Day): Day => plus(one, 1 - one.day)
/** The working days of a day's month up to the day. */
const workingSoFar = (one: Day): number => range(firstOf(one), one.day).filter(isWorking).length
/** The working days of a day's month behind the day. */
const workingLeft = (one: Day): number =>
  range(plus(one, 1), 31).filter((other) => other.month === one.month && isWorking(other)).length
const nextWorking = (one: Day): Day => (isWorking(one) ? one : nextWorking(plus(one, 1)))
const lastWorking = (one: Day): Day => (isWorking(one) ? one : lastWorking(plus(one, -1)))
/** Whether a day is where one of the two weeks around it was sent to. */
const isSentFrom = (one: Day, due: (day: Day) => boolean, send: (day: Day) => Day): boolean =>
  range(plus(one, -15), 31).some((other) => due(other) && send(other).date === one.date)
const isLastOfMonth = (one: Day): boolean => plus(one, 1).day === 1

export const witnesses: ReadonlyArray<Witness> = [
  { id: "R-01", on: () => true, time: "T08:00" },
  { id: "R-02", on: ({ weekday }) => weekday === 3 },
  { id: "R-03", on: ({ day }) => day === 1 },
  { id: "R-04", on: isLastOfMonth },
  { id: "R-05", on: (one) => isWorking(one) && workingLeft(one) === 0 },
  { id: "R-06", on: ({ day, weekday }) => weekday === 1 && day <= 7, time: "T10:00" },
  { id: "R-07", on: isWorking, time: "T17:30" },
  { id: "R-08", on: (one) => isSentFrom(one, ({ day }) => day === 10, nextWorking) },
  { id: "R-09", on: (one) => isSentFrom(one, ({ day }) => day === 20, lastWorking) },
  { id: "R-10", on: (one) => isWorking(one) && workingSoFar(one) === 3 },
  { id: "R-11", on: (one) => one.weekday === 5 && plus(one, 7).month !== one.month },
  { id: "R-12", on: isHoliday },
  { id: "R-13", on: (one) => since(one, "2026-01-07") >= 0 && since(one, "2026-01-07") % 14 === 0 },
  { id: "R-14", on: (one) => since(one, "2026-01-06") >= 0 && since(one, "2026-01-06") % 10 === 0 },
  { id: "R-15", on: (one) => [1, 4, 7, 10].includes(one.month) && isWorking(one) && workingSoFar(one) === 1 },
  { id: "R-16", on: (one) => [2, 4].includes(one.weekday) && !isHoliday(one), time: "T15:00" },
  { id: "R-17", on: (one) => isWorking(one) && workingLeft(one) === 2 },
  { id: "R-18", on: ({ day, month }) => day === 15 && month % 2 === 0 },
  { id: "R-19", on: ({ weekday }) => weekday === 0 || weekday === 6, time: "T09:00" },
  {
    id: "R-20",
    on: ({ day, weekday }) => weekday === 2 && [2, 4].includes(Math.ceil(day / 7))
  },
  { id: "R-21", on: (one) => isHoliday(plus(one, 1)) },
  { id: "R-22", on: ({ date }) => date >= "2026-03-03" && date <= "2026-03-10", time: "T12:00" },
  { id: "R-23", on: (one) => isSentFrom(one, ({ weekday }) => weekday === 1, nextWorking) },
  { id: "R-24", on: (one) => one.month % 3 === 0 && isWorking(one) && workingLeft(one) === 0 },
  { id: "R-25", on: ({ day, weekday }) => day === 13 && weekday === 5 }
]

/** The points of one of them in a half-open range of 2026. */
export const witnessed = (
  { on, time }: Witness,
  { from, to }: { readonly from: string; readonly to: string }
): ReadonlyArray<string> =>
  range(dayAt(Date.parse(`${from}T00:00Z`)), since(dayAt(Date.parse(`${to}T00:00Z`)), from))
    .filter(on)
    .map(({ date }) => date + (time ?? ""))
