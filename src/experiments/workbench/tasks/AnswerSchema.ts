import * as Schema from "effect/Schema"
import { optional, strict } from "./words.js"

export const answerTypes = ["object", "array", "string", "number", "integer", "boolean", "null"] as const
export type AnswerType = (typeof answerTypes)[number]

/** The few keywords of JSON Schema with which a task says what a JSON answer must look like. */
export interface AnswerSchema {
  readonly type?: AnswerType | ReadonlyArray<AnswerType>
  readonly properties?: { readonly [key: string]: AnswerSchema }
  readonly required?: ReadonlyArray<string>
  readonly items?: AnswerSchema
  readonly enum?: ReadonlyArray<string | number | boolean | null>
  readonly additionalProperties?: boolean
}

const Type = Schema.Literal(...answerTypes)

const Nested = Schema.suspend((): Schema.Schema<AnswerSchema> => AnswerSchema)

export const AnswerSchema: Schema.Schema<AnswerSchema> = Schema.Struct({
  type: optional(
    Schema.Union(
      Type,
      Schema.Array(Type).pipe(Schema.filter((types) => types.length > 0 || "must not be empty"))
    )
  ),
  properties: optional(Schema.Record({ key: Schema.String, value: Nested })),
  required: optional(Schema.Array(Schema.String)),
  items: optional(Nested),
  enum: optional(
    Schema.Array(Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)).pipe(
      Schema.filter((values) => values.length > 0 || "must not be empty")
    )
  ),
  additionalProperties: optional(Schema.Boolean)
}).annotations(strict)
