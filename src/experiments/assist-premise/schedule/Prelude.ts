import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { readDate, type Weekday, weekdays } from "./civil.js"
import { isOneOf } from "./names.js"
import { Zone } from "./Zone.js"

/** What `@NAME` stands for. */
export interface ScopeDefaults {
  /** Name of a zone in the IANA database. */
  readonly zone: string
  readonly weekStart: Weekday
  /** Whether `bizDay` exists there. */
  readonly businessDays: boolean
}

/** The facts that a body may rely on without seeing them (language, section 1). The shape is that of `prelude.json`. */
export interface Prelude {
  /** `YYYY-MM-DD`, the day that the reader shall take for today. No name of the language stands for it. */
  readonly asOf: string
  /** Points are printed in this scope's zone, and ranges are its days. */
  readonly defaultScope: string
  readonly scopes: Readonly<Record<string, ScopeDefaults>>
  readonly holidays: {
    /** The name by which a body finds them. */
    readonly name: string
    /** Ascending. */
    readonly days: ReadonlyArray<{ readonly date: string; readonly name: string }>
  }
  /** The days, both inclusive, for which all holidays are known. Outside, `bizDay` is Monday to Friday and unsettled. */
  readonly coverage: { readonly from: string; readonly to: string }
}

const isDate = (text: string): boolean => readDate(text) !== null

const CivilDay = Schema.String.pipe(
  Schema.filter((text) => isDate(text) || `must be a date YYYY-MM-DD, not ${JSON.stringify(text)}`)
)

const ZoneName = Schema.String.pipe(
  Schema.filter((name) => Zone.named(name) !== null || `${JSON.stringify(name)} is no time zone`)
)

const Name = Schema.String.pipe(
  Schema.filter(
    (name) => /^\p{L}[\p{L}0-9]*$/u.test(name) || `${JSON.stringify(name)} is no name of the language`
  )
)

const PreludeSchema = Schema.Struct({
  asOf: CivilDay,
  defaultScope: Name,
  scopes: Schema.Record({
    key: Name,
    value: Schema.Struct({
      zone: ZoneName,
      weekStart: Schema.Literal(...weekdays),
      businessDays: Schema.Boolean
    })
  }),
  holidays: Schema.Struct({
    name: Name,
    days: Schema.Array(Schema.Struct({ date: CivilDay, name: Schema.String }))
  }),
  coverage: Schema.Struct({ from: CivilDay, to: CivilDay })
})

/** Reads what `prelude.json` holds. The left side says what is wrong, in English, a line a problem. */
export const decodePrelude = (json: unknown): Either.Either<Prelude, ReadonlyArray<string>> =>
  Schema.decodeUnknownEither(PreludeSchema, { errors: "all", onExcessProperty: "error" })(json).pipe(
    Either.mapLeft(({ message }) => message.split("\n")),
    Either.flatMap((prelude) => {
      const issues = issuesOf(prelude)
      return issues.length === 0 ? Either.right(prelude) : Either.left(issues)
    })
  )

const issuesOf = ({ coverage, defaultScope, holidays, scopes }: Prelude): ReadonlyArray<string> => {
  const dates = holidays.days.map(({ date }) => date)
  return [
    Object.hasOwn(scopes, defaultScope) ? [] : `defaultScope: there is no scope ${defaultScope}`,
    coverage.from <= coverage.to ? [] : "coverage: from must not lie behind to",
    dates.every((date, index) => index === 0 || (dates[index - 1] ?? "") < date)
      ? []
      : "holidays.days: dates must ascend",
    dates.every((date) => coverage.from <= date && date <= coverage.to)
      ? []
      : "holidays.days: every date must lie within coverage",
    isOneOf(["satSun", "everyDay", "bizDay"], holidays.name) ? `holidays.name: ${holidays.name} is taken` : []
  ].flat()
}
