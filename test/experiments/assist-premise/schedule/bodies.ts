import * as fc from "fast-check"

/** Bodies that a person might write, and texts that nobody would. */

const date = fc
  .tuple(
    fc.integer({ min: 2025, max: 2027 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 })
  )
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`)

const windows = fc.constantFrom("day", "week", "month", "quarter", "year")
const weekday = fc.constantFrom("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
const count = fc.integer({ min: 1, max: 5 })

const predicate = fc.oneof(
  weekday.map((label) => `weekday(d) == ${label}`),
  fc.integer({ min: 1, max: 31 }).map((day) => `dayNo(d) <= ${day}`),
  fc.integer({ min: 1, max: 12 }).map((month) => `monthNo(d) == ${month}`),
  fc.tuple(count, windows).map(([n, window]) => `ordinalIn(day, ${window}, d) mod ${n} == 0`),
  windows.map((window) => `not coincides(holidays2026, ${window}, d)`)
)

/** A step from days to days that keeps no window open. */
const dayStep = fc.oneof(
  fc
    .tuple(windows, fc.constantFrom("first", "last", "nth(2)", "nth(10)"))
    .map(([w, s]) => `within(${w}) |> ${s}`),
  predicate.map((test) => `filter(d => ${test})`),
  fc.constantFrom("Following", "Preceding").map((way) => `roll(${way}, on: bizDay)`),
  fc.integer({ min: -5, max: 5 }).map((n) => `shift(${n}, unit: day)`),
  fc.tuple(count, date).map(([n, from]) => `stride(${n}, from: ${from})`),
  fc.tuple(count, date).map(([n, from]) => `take(${n}, from: ${from})`),
  fc.tuple(count, date).map(([n, until]) => `takeLast(${n}, until: ${until})`),
  windows.map((window) => `snapTo(${window})`),
  fc.constant("filter(on: bizDay)")
)

const source = fc.constantFrom(
  "everyDay",
  "bizDay",
  "satSun",
  "holidays2026",
  "monthStart",
  "monthEnd",
  "month(4)"
)

/** A schedule of days. */
export const days: fc.Arbitrary<string> = fc
  .tuple(source, fc.array(dayStep, { maxLength: 3 }))
  .map(([head, steps]) => `(${[head, ...steps].join(" |> ")})`)

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `T${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`)

/** A schedule of days or times. */
export const schedules: fc.Arbitrary<string> = fc.oneof(
  days,
  fc.tuple(days, clock).map(([body, time]) => `(${body} |> at(${time}))`),
  fc.tuple(days, days, fc.constantFrom("|", "&", "\\")).map(([a, b, sign]) => `(${a} ${sign} ${b})`)
)

const words = [
  ..."everyDay everyInstant bizDay satSun holidays2026 monthStart monthEnd yearStart weekStart day week month quarter year".split(
    " "
  ),
  ..."hour within first last nth filter roll shift snapTo stride take takeLast strideBy at span phase covering".split(
    " "
  ),
  ..."weekday yearNo monthNo dayNo daysInMonthOf isLeap ordinalIn epochOrdinal coincides Following Preceding".split(
    " "
  ),
  ..."Mon Sun d f x of on unit from until tz wkst JP NY and or not mod div in premise with grid labels isOpen".split(
    " "
  ),
  ..."( ) [ ] , : => |> | & \\ = == != < <= > >= + - * / . .. ; @ _ ? { }".split(" "),
  ...'0 1 2 13 1.5 99999999999999999999 2026 2026-01-05 2026-02-30 2026-03-08T02:30 T09:00 T9:00 T25:00 7d 36h 1h30m "UTC" "'.split(
    " "
  ),
  "\n",
  "# note\n",
  "（",
  "！",
  "¥",
  "給料日",
  "\t",
  "\r\n",
  "\u3000",
  "𠮷",
  "\ud800",
  "'"
]

/** Words of the language in any order. */
export const tokenSoup: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom("", " ")), { maxLength: 24 })
  .map((parts) => parts.map(([word, blank]) => word + blank).join(""))

/** A written body with parts taken out, doubled or put elsewhere: near enough to be evaluated often. */
export const mutatedFrom = (bodies: ReadonlyArray<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...bodies),
      fc.array(fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom(...words)), { minLength: 1, maxLength: 3 })
    )
    .map(([body, edits]) => edits.reduce(edited, body))

const part = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu

const edited = (body: string, [place, kind, word]: readonly [number, number, string]): string => {
  const parts = body.match(part) ?? [""]
  const at = place % parts.length
  const [before, here, after] = [parts.slice(0, at), parts[at] ?? "", parts.slice(at + 1)]
  const middle = kind === 0 ? [] : kind === 1 ? [word] : kind === 2 ? [here, here] : [here, ` ${word} `]
  return [...before, ...middle, ...after].join("")
}

/** Any characters at all. */
export const noise: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.fullUnicodeString({ maxLength: 20 }),
  fc.string16bits({ maxLength: 20 })
)
