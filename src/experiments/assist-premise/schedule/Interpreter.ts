import type { Definition, Expression, Item, Program } from "./Ast.js"
import { both } from "./Bilingual.js"
import { Budget } from "./Budget.js"
import type { Calendar } from "./Calendar.js"
import type { Calendars } from "./Calendars.js"
import { toStream } from "./convert.js"
import { evaluateExpression } from "./evaluateExpression.js"
import { limits } from "./limits.js"
import { findValue, isKnown } from "./lookup.js"
import { type Machine, Undecided } from "./Machine.js"
import { unknownName } from "./nameFaults.js"
import * as names from "./names.js"
import type { Prelude } from "./Prelude.js"
import { fail } from "./ScheduleError.js"
import { makeScope, type Scope, weekStartIndexOf, zoneFault } from "./Scope.js"
import type { Span } from "./Span.js"
import type { Stream } from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as sayNames from "./sayings/names.js"
import * as saySchedules from "./sayings/schedules.js"
import { type Environment, type FunctionValue, parametersOf, type Value } from "./Value.js"
import type { WarningClass } from "./Warning.js"
import type { Zone } from "./Zone.js"

export interface Finding extends Span {
  readonly class: WarningClass
}

/**
 * One evaluation of one body: the items from top to bottom, and all state that this needs. The rules of the language are in the functions that get
 * it as their {@link Machine}.
 */
export class Interpreter implements Machine {
  readonly budget = new Budget()
  readonly findings: Array<Finding> = []
  scope: Scope
  private place: Calendar | null = null
  private readonly places = new Set<string>()
  private readonly visible = new Map<string, Definition>()
  /** Values that nothing can change before the next definition or scope line. */
  private readonly settled = new Map<object, Value>()
  private readonly active: Array<{ readonly key: object; readonly name: string }> = []
  private depth = 0
  private predicates = 0

  constructor(
    private readonly program: Program,
    readonly prelude: Prelude,
    private readonly calendars: Calendars,
    private readonly end: number
  ) {
    this.scope = this.scopeNamed(prelude.defaultScope, { start: 0, end: 0 }, [])
  }

  /** The value of the last expression. */
  run(): Stream {
    let result: Stream | null = null
    let last: Item | null = null
    for (const item of this.program.items) if (isExpression(item)) last = item
    for (const item of this.program.items) {
      if (item.type === "definition") this.define(item)
      else if (item.type === "scope") {
        this.scope = this.scopeNamed(item.name.name, item.name, item.settings)
        this.place = null
        this.settled.clear()
      } else {
        const value = this.evaluate(item, null)
        if (item === last) result = toStream(this, value, item)
      }
    }
    return result ?? fail("NoResult", this.program.end, sayNames.noResult)
  }

  private scopeNamed(name: string, at: Span, settings: Parameters<typeof makeScope>[2]): Scope {
    const { scopes } = this.prelude
    const defaults = Object.hasOwn(scopes, name) ? scopes[name] : undefined
    if (defaults === undefined)
      return fail("UnknownName", at, sayNames.unknownScope(name, Object.keys(scopes)))
    return makeScope(name, defaults, settings)
  }

  private define(definition: Definition): void {
    const { name } = definition.name
    if (names.reservedNames.has(name) || (name === names.businessDay && this.scope.businessDays))
      fail("ReservedName", definition.name, sayNames.reserved(name))
    this.demandFreeParameters(definition.parameters ?? [])
    if (names.calendarWords.has(name)) this.warn("ShadowedDefinition", definition.name)
    this.visible.set(name, definition)
    this.settled.clear()
  }

  /** Parameters may not look like calendar words, or a reader could not tell what `day` is. */
  demandFreeParameters(parameters: ReadonlyArray<{ readonly name: string } & Span>): void {
    for (const parameter of parameters)
      if (this.isCalendars(parameter.name)) fail("ReservedName", parameter, sayNames.reserved(parameter.name))
  }

  get calendar(): Calendar {
    if (this.place !== null) return this.place
    const { scope } = this
    const zone = this.calendars.zone(scope.zone) ?? zoneFault(scope)
    const weekStart = Math.max(0, weekStartIndexOf(scope))
    this.count(`${zone.id} ${weekStart}`, scope.zoneSetting ?? scope.weekSetting ?? this.program.end)
    this.place = this.calendars.of(zone, weekStart, this.end)
    return this.place
  }

  zone(name: string, at: Span): Zone | null {
    const zone = this.calendars.zone(name)
    if (zone !== null) this.count(zone.id, at)
    return zone
  }

  private count(place: string, at: Span): void {
    if (this.places.add(place).size > limits.scopes)
      fail(
        "LimitExceeded",
        at,
        saySchedules.tooMuch(both("時間帯の数", "time zones and week starts"), limits.scopes)
      )
  }

  evaluate(node: Expression, env: Environment): Value {
    this.budget.step(node)
    // A value that no parameter can change is the same at every point of a filter.
    const keep = env !== null && isClosed(node)
    const kept = keep ? this.settled.get(node) : undefined
    if (kept !== undefined) return kept
    if (++this.depth > limits.depth) fail("LimitExceeded", node, saySchedules.tooDeep(limits.depth))
    const value = evaluateExpression(this, node, env)
    this.depth--
    if (keep) this.settled.set(node, value)
    return value
  }

  lookup(name: string, at: Span, env: Environment): Value {
    return (
      findValue(this, name, at, env) ??
      unknownName(name, at, {
        scope: this.scope.name,
        parameters: parametersOf(env),
        definitions: this.definitionNames,
        later: this.laterNames
      })
    )
  }

  knows(name: string, env: Environment): boolean {
    return isKnown(this, name, env)
  }

  get definitionNames(): ReadonlyArray<string> {
    return [...this.visible.keys(), this.prelude.holidays.name, "satSun"]
  }

  private get laterNames(): ReadonlySet<string> {
    return new Set(this.program.items.flatMap((item) => (item.type === "definition" ? [item.name.name] : [])))
  }

  definition(name: string): Definition | null {
    return this.visible.get(name) ?? null
  }

  isCalendars(name: string): boolean {
    return names.calendarWords.has(name) || (name === names.businessDay && this.scope.businessDays)
  }

  valueOf(definition: Definition, at: Span): Value {
    const known = this.settled.get(definition)
    if (known !== undefined) return known
    const value = this.within(definition, definition.name.name, at, () =>
      this.evaluate(definition.value, null)
    )
    this.settled.set(definition, value)
    return value
  }

  call({ body, outer, parameters }: FunctionValue, args: ReadonlyArray<Value>, at: Span): Value {
    if (args.length !== parameters.length)
      fail(
        "MissingArgument",
        at,
        sayArguments.needsCall(
          "=>",
          parameters.map((one) => one.name)
        )
      )
    let env = outer
    for (let i = 0; i < parameters.length; i++)
      env = { name: parameters[i]?.name ?? "", value: args[i] ?? NaN, outer: env }
    this.enter(body, parameters[0]?.name ?? "=>", at)
    const value = this.evaluate(body, env)
    this.active.pop()
    return value
  }

  within<A>(key: object, name: string, at: Span, inside: () => A): A {
    this.enter(key, name, at)
    const result = inside()
    this.active.pop()
    return result
  }

  private enter(key: object, name: string, at: Span): void {
    if (this.isActive(key))
      fail("CyclicDefinition", at, sayNames.cycle([...this.active.map((one) => one.name), name]))
    this.active.push({ key, name })
  }

  private isActive(key: object): boolean {
    for (const one of this.active) if (one.key === key) return true
    return false
  }

  get deciding(): boolean {
    return this.predicates > 0
  }

  decide(predicate: FunctionValue, argument: Value, at: Span): Value | Undecided {
    const { depth, predicates } = this
    const active = this.active.length
    this.predicates++
    try {
      return this.call(predicate, [argument], at)
    } catch (doubt) {
      if (!(doubt instanceof Undecided)) throw doubt
      this.depth = depth
      this.active.length = active
      return doubt
    } finally {
      this.predicates = predicates
    }
  }

  warn(warning: WarningClass, { end, start }: Span): void {
    const isNew = !this.findings.some((known) => known.class === warning && known.start === start)
    if (isNew && this.findings.length < limits.warnings) this.findings.push({ class: warning, start, end })
  }
}

const isClosed = (node: Expression): boolean => {
  switch (node.type) {
    case "date":
      return true
    case "list":
    case "pipeline":
    case "sets":
    case "span":
      return node.closed
    default:
      return false
  }
}

const isExpression = (item: Item): boolean => item.type !== "definition" && item.type !== "scope"
