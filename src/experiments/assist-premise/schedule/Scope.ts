import type { Setting } from "./Ast.js"
import { weekdays } from "./civil.js"
import type { ScopeDefaults } from "./Prelude.js"
import { fail } from "./ScheduleError.js"
import { unknownWeekStart, unknownZone } from "./sayings/names.js"

/** What a scope line sets. Mistakes in its settings are told when they matter: a zone when an instant is needed, a week start with the first week. */
export interface Scope {
  readonly name: string
  readonly businessDays: boolean
  readonly zone: string
  readonly weekStart: string
  readonly zoneSetting: Setting | null
  readonly weekSetting: Setting | null
}

export const makeScope = (name: string, defaults: ScopeDefaults, settings: ReadonlyArray<Setting>): Scope => {
  const zoneSetting = settings.findLast(({ key }) => key === "tz") ?? null
  const weekSetting = settings.findLast(({ key }) => key === "wkst") ?? null
  return {
    name,
    businessDays: defaults.businessDays,
    zone: zoneSetting?.value ?? defaults.zone,
    weekStart: weekSetting?.value ?? defaults.weekStart,
    zoneSetting,
    weekSetting
  }
}

const nowhere = { start: 0, end: 0 }

export const zoneFault = ({ zone, zoneSetting }: Scope): never =>
  fail("UnknownZone", zoneSetting ?? nowhere, unknownZone(zone))

/** 0 for Monday, or -1 for a label that is no weekday. */
export const weekStartIndexOf = ({ weekStart }: Scope): number =>
  // Wider than the labels, since a body may write any text here.
  (weekdays as ReadonlyArray<string>).indexOf(weekStart)

export const demandWeekStart = (scope: Scope): void => {
  if (weekStartIndexOf(scope) < 0)
    fail("UnknownName", scope.weekSetting ?? nowhere, unknownWeekStart(scope.weekStart))
}
