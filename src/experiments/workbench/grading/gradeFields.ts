import type { FieldGold, JsonFieldGold, ListGold } from "../tasks/GoldSpec.js"
import type { PlainJson } from "../tasks/strictJson.js"
import { textOf, valueAt } from "./jsonAnswer.js"
import { normalise } from "./normalise.js"
import { isWithin, quantities } from "./quantities.js"
import { findAny, searchable } from "./Searchable.js"
import type { Verdict } from "./Verdict.js"

/** Elements beyond this many are counted, but paired with nothing. */
export const pairedElements = 1_000

interface Part {
  readonly score: number
  /** How many gold fields or items it stands for. */
  readonly weight: number
  readonly notes: ReadonlyArray<string>
  /** Of the fields that must be left open or must not say something, whether they are so. */
  readonly guards: ReadonlyArray<boolean>
}

/** Fields that find out an assertion without ground. */
const isGuard = ({ excludes, isNull }: FieldGold): boolean => excludes !== undefined || isNull === true

/** `json-field`: the mean over fields and lists, a list with the weight of its gold items; without `partial` all or nothing. */
export const gradeFields = (
  { fields = [], lists = [], partial = false }: JsonFieldGold,
  value: PlainJson
): Verdict => {
  const parts = [
    ...fields.map((field): Part => {
      const right = isRight(field, value)
      return {
        score: right ? 1 : 0,
        weight: 1,
        notes: right ? [] : [wrongField(field, value)],
        guards: isGuard(field) ? [keepsGuard(field, value)] : []
      }
    }),
    ...lists.map((list) => gradeList(list, value))
  ]
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const score = parts.reduce((sum, part) => sum + part.weight * part.score, 0) / weight
  const notes = parts.flatMap((part) => part.notes)
  const all = parts.every((part) => part.score === 1)
  const guards = parts.flatMap((part) => part.guards)
  return {
    score: all ? 1 : partial ? score : 0,
    notes,
    grounded: guards.length === 0 ? null : guards.every(Boolean)
  }
}

/** As F1: each gold item with the first unused element that its key fits; an element too many costs as much as an item that is missing. */
const gradeList = ({ items, path }: ListGold, value: PlainJson): Part => {
  const found = valueAt(value, path)
  if (!Array.isArray(found))
    return { score: 0, weight: items.length, notes: [`${path} is no list`], guards: [] }
  const elements: ReadonlyArray<PlainJson> = found
  const used = new Set<number>()
  const notes: Array<string> = []
  const guards: Array<boolean> = []
  let sum = 0
  for (const { fields = [], key } of items) {
    const at = elements
      .slice(0, pairedElements)
      .findIndex((element, index) => !used.has(index) && isRight(key, element))
    const element = elements[at]
    if (element === undefined) {
      notes.push(`${path} lacks ${wanted(key)}`)
      continue
    }
    used.add(at)
    const wrong = fields.filter((field) => !isRight(field, element))
    sum += fields.length === 0 ? 1 : (fields.length - wrong.length) / fields.length
    guards.push(...fields.filter(isGuard).map((field) => keepsGuard(field, element)))
    notes.push(...wrong.map((field) => `${path}/${at}${wrongField(field, element)}`))
  }
  const extra = elements.length - used.size
  if (extra > 0) notes.push(`${path} has ${extra} elements too many`)
  return { score: sum / Math.max(items.length, elements.length), weight: items.length, notes, guards }
}

/** A field that says too little is wrong and asserts nothing. */
const keepsGuard = ({ excludes = [], isNull, path }: FieldGold, value: PlainJson): boolean => {
  const found = valueAt(value, path)
  if (found === undefined || found === null) return true
  return isNull !== true && findAny(searchable(textOf(found)), excludes) === null
}

const isRight = (field: FieldGold, value: PlainJson): boolean => {
  const found = valueAt(value, field.path)
  if (field.isNull === true) return found === undefined || found === null
  if (found === undefined) return false
  if (field.equals !== undefined) return isEqual(found, field.equals, field)
  if (field.oneOf !== undefined) return field.oneOf.some((one) => isEqual(found, one, {}))
  if (field.setOf !== undefined) return isSet(found, field.setOf)
  const within = searchable(textOf(found))
  return (
    (field.includes ?? []).every((entry) => findAny(within, entry) !== null) &&
    findAny(within, field.excludes ?? []) === null
  )
}

type Scalar = string | number | boolean

const isEqual = (
  found: PlainJson,
  expected: Scalar,
  { numeric = false, tolerance = 0 }: Pick<FieldGold, "numeric" | "tolerance">
): boolean => {
  if (typeof expected === "string")
    return typeof found === "string" && normalise(found).trim() === normalise(expected).trim()
  if (typeof expected === "boolean") return found === expected
  const number = numeric && typeof found === "string" ? onlyNumber(found) : found
  return typeof number === "number" && isWithin(number, expected, tolerance)
}

const onlyNumber = (text: string): number | null => {
  const [first, ...others] = quantities(normalise(text))
  return first !== undefined && others.length === 0 ? first.value : null
}

/** The same members, in any order; a repetition adds nothing. */
const isSet = (found: PlainJson, members: ReadonlyArray<Scalar>): boolean => {
  if (!Array.isArray(found)) return false
  const elements: ReadonlyArray<PlainJson> = found
  return (
    members.every((member) => elements.some((one) => isEqual(one, member, {}))) &&
    elements.every((one) => members.some((member) => isEqual(one, member, {})))
  )
}

const wanted = (field: FieldGold): string =>
  field.isNull === true
    ? "null"
    : JSON.stringify(
        field.equals ?? field.oneOf ?? field.setOf ?? field.includes ?? { excludes: field.excludes }
      )

const wrongField = (field: FieldGold, value: PlainJson): string => {
  const found = valueAt(value, field.path)
  const shown = found === undefined ? "nothing" : JSON.stringify(found)
  const excluded =
    field.includes !== undefined && field.excludes !== undefined
      ? ` without ${JSON.stringify(field.excludes)}`
      : ""
  return `${field.path} is ${shown.length > 200 ? `${shown.slice(0, 200)}…` : shown}, not ${wanted(field)}${excluded}`
}
