import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json } from "../../../json/Json.js"
import { DamagedGold, type Gold } from "../../../pipeline/Gold.js"
import { ProgramJson } from "../dataset/rows.js"

/** Decodes gold answers of one task. A damaged one is a defect: it throws `DamagedGold`, as `expectedInteger` does. */
const decoder = <A, I>(task: string, schema: Schema.Schema<A, I>): ((gold: Gold<Json>) => A) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (gold) =>
    Either.getOrThrowWith(
      decode(gold.reveal()),
      () => new DamagedGold(`the gold answer of ${task} has not the shape that its plan writes`)
    )
}

/** The names of the blocks that are open at the probe, from the outermost in, and of those that are closed. */
export const expectedStack = decoder(
  "active_stack",
  Schema.Struct({ activeScopes: Schema.Array(Schema.String), closedScopes: Schema.Array(Schema.String) })
)
export type ExpectedStack = ReturnType<typeof expectedStack>

const decodeProgram = decoder("ast_to_source", Schema.Struct({ program: ProgramJson }))

/** The program that is to be written. */
export const expectedProgram = (gold: Gold<Json>): ReturnType<typeof decodeProgram>["program"] =>
  decodeProgram(gold).program
