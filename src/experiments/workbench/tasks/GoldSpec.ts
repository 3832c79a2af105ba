import * as Schema from "effect/Schema"
import type { ObjectiveLayer } from "./TaskSpec.js"
import { between, optional, Pointer, some, strict, Text } from "./words.js"

/** Any of these texts is enough. */
const Alternatives = some(Text)

const Partial = optional(Schema.Boolean)

const ExactGold = Schema.Struct({ accept: some(Text) }).annotations(strict)

const asksForSomething = ({
  forbidden = [],
  required = []
}: {
  readonly required?: ReadonlyArray<unknown>
  readonly forbidden?: ReadonlyArray<unknown>
}): true | string => required.length + forbidden.length > 0 || "must have something required or forbidden"

const IncludesGold = Schema.Struct({
  required: optional(Schema.Array(Alternatives)),
  forbidden: optional(Schema.Array(Alternatives)),
  partial: Partial
})
  .pipe(Schema.filter(asksForSomething))
  .annotations(strict)

const RegexGold = Schema.Struct({
  required: optional(Schema.Array(Text)),
  forbidden: optional(Schema.Array(Text)),
  partial: Partial
})
  .pipe(Schema.filter(asksForSomething))
  .annotations(strict)

const Tolerance = Schema.Number.pipe(Schema.filter((value) => value >= 0 || "must not be negative"))

const NumericGold = Schema.Struct({
  values: some(
    Schema.Struct({
      label: optional(Alternatives),
      value: Schema.Number,
      tolerance: optional(Tolerance)
    }).annotations(strict)
  ),
  partial: Partial
}).annotations(strict)

const Scalar = Schema.Union(Schema.String, Schema.Number, Schema.Boolean)

/** What must stand at a place; just one of the five ways to say it. */
const fieldKeys = {
  path: Pointer,
  equals: optional(Scalar),
  /** For a number, absolute. */
  tolerance: optional(Tolerance),
  /** A text such as 3,000円 counts as the number in it. */
  numeric: optional(Schema.Boolean),
  oneOf: optional(some(Scalar)),
  includes: optional(some(Alternatives)),
  excludes: optional(some(Text)),
  setOf: optional(Schema.Array(Scalar)),
  isNull: optional(Schema.Literal(true))
}

const FieldGold = Schema.Struct(fieldKeys)
  .pipe(
    Schema.filter((field) => {
      const ways = [
        field.equals !== undefined,
        field.oneOf !== undefined,
        field.includes !== undefined || field.excludes !== undefined,
        field.setOf !== undefined,
        field.isNull !== undefined
      ].filter(Boolean).length
      return ways === 1 || "must have just one of equals, oneOf, includes or excludes, setOf, isNull"
    }),
    Schema.filter(
      ({ equals, numeric, tolerance }) =>
        (tolerance === undefined && numeric === undefined) ||
        typeof equals === "number" ||
        "may have tolerance and numeric only beside a number in equals"
    )
  )
  .annotations(strict)
export type FieldGold = typeof FieldGold.Type

const ListGold = Schema.Struct({
  path: Pointer,
  items: some(
    Schema.Struct({
      /** Which element of the answer is meant; its path counts from the element. */
      key: FieldGold,
      fields: optional(Schema.Array(FieldGold))
    }).annotations(strict)
  )
}).annotations(strict)
export type ListGold = typeof ListGold.Type

const JsonFieldGold = Schema.Struct({
  fields: optional(Schema.Array(FieldGold)),
  lists: optional(Schema.Array(ListGold)),
  partial: Partial
})
  .pipe(
    Schema.filter(
      ({ fields = [], lists = [] }) => fields.length + lists.length > 0 || "must have a field or a list"
    )
  )
  .annotations(strict)

const ScriptGold = Schema.Struct({
  command: Schema.Array(Text).pipe(
    Schema.filter(
      ([program, file]) =>
        (program === "node" && file !== undefined && /^checks\/[^/]+\.mjs$/.test(file)) ||
        'must be ["node", "checks/<name>.mjs", …]'
    )
  ),
  minutes: between(0.01, 30)
}).annotations(strict)

export type ExactGold = typeof ExactGold.Type
export type IncludesGold = typeof IncludesGold.Type
export type RegexGold = typeof RegexGold.Type
export type NumericGold = typeof NumericGold.Type
export type JsonFieldGold = typeof JsonFieldGold.Type
export type ScriptGold = typeof ScriptGold.Type

/** The expected values of one layer, with the method that reads them. */
export type LayerGold =
  | { readonly method: "exact"; readonly gold: ExactGold }
  | { readonly method: "includes"; readonly gold: IncludesGold }
  | { readonly method: "regex"; readonly gold: RegexGold }
  | { readonly method: "numeric"; readonly gold: NumericGold }
  | { readonly method: "json-field"; readonly gold: JsonFieldGold }
  | { readonly method: "script"; readonly gold: ScriptGold }

/** What an entry of `gold.json` must hold, by the method of the layer that names it. */
export const goldSchemas: {
  readonly [M in ObjectiveLayer["method"]]: Schema.Schema<Extract<LayerGold, { method: M }>["gold"]>
} = {
  exact: ExactGold,
  includes: IncludesGold,
  regex: RegexGold,
  numeric: NumericGold,
  "json-field": JsonFieldGold,
  script: ScriptGold
}
