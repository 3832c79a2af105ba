import * as Schema from "effect/Schema"
import type { Json, JsonObject } from "../../../json/Json.js"
import { type Task, tasks, type View, views } from "../Factors.js"
import { kinds, type Observation, type Program, type Statement } from "../lang/Ast.js"
import { nonceIds } from "../lang/Lexicon.js"
import type { CaseFamily, Example } from "./CaseFamily.js"

/** The files of a plan that this experiment adds to cases, gold and schedule. */
export const planFiles = { families: "families.jsonl", examples: "examples.jsonl" } as const

/** `d08-f032-03/scope_lookup/after_close`: one question with one answer, however it is written down. */
export const goldIdOf = (familyId: string, task: Task, view: View): string => `${familyId}/${task}/${view}`

const Let = Schema.Struct({
  type: Schema.Literal("let"),
  variable: Schema.String.pipe(Schema.pattern(/^x_[a-f]$/)),
  value: Schema.Int.pipe(Schema.between(1000, 9999))
})

const Nop = Schema.Struct({
  type: Schema.Literal("nop"),
  payload: Schema.String.pipe(Schema.pattern(/^p_[a-z]{8}$/))
})

const BlockName = Schema.String.pipe(Schema.pattern(/^n_[a-z]{8}$/))

const StatementJson: Schema.Schema<Statement> = Schema.Union(
  Let,
  Nop,
  Schema.Struct({
    type: Schema.Literal("scope"),
    kind: Schema.Literal(...kinds),
    name: BlockName,
    body: Schema.Array(Schema.suspend(() => StatementJson))
  })
)

const ProgramJson = Schema.Struct({ body: Schema.Array(StatementJson) })

const Cut = Schema.Struct({
  eventCount: Schema.NonNegativeInt,
  probeId: Schema.String.pipe(Schema.pattern(/^q_[a-z]{8}$/)),
  variable: Schema.String.pipe(Schema.pattern(/^x_[a-f]$/))
})

/** 64-bit seeds are decimal strings, because JSON's numbers would lose digits (decision 3). */
const Seed = Schema.BigInt

/** A line of `families.jsonl`. */
export const FamilyRow = Schema.Struct({
  familyId: Schema.String,
  depth: Schema.Int,
  filler: Schema.Int,
  closings: Schema.Int,
  outerLookup: Schema.Boolean,
  siblings: Schema.Array(BlockName),
  cuts: Schema.Struct({ before_close: Cut, after_close: Cut }),
  nonceLexicon: Schema.NullOr(Schema.Literal(...nonceIds)),
  structureHash: Schema.String,
  seeds: Schema.NullOr(Schema.Struct({ structure: Seed, identifier: Seed, value: Seed, filler: Seed })),
  program: ProgramJson
})

const Answer = Schema.Struct({ value: Schema.Int, activeScopes: Schema.Array(BlockName) })

/** A line of `examples.jsonl`, in the order in which the examples are shown. */
export const ExampleRow = Schema.Struct({
  task: Schema.Literal(...tasks),
  view: Schema.Literal(...views),
  answer: Answer,
  family: FamilyRow
})

/** A line of `gold.jsonl`. */
export const GoldRow = Schema.Struct({ goldId: Schema.String, answer: Answer })

export const familyRow = (family: CaseFamily): JsonObject => ({
  familyId: family.familyId,
  depth: family.depth,
  filler: family.filler,
  closings: family.closings,
  outerLookup: family.outerLookup,
  siblings: family.siblings,
  cuts: { before_close: { ...family.cuts.before_close }, after_close: { ...family.cuts.after_close } },
  nonceLexicon: family.nonceLexicon,
  structureHash: family.structureHash,
  seeds:
    family.seeds === null
      ? null
      : {
          structure: String(family.seeds.structure),
          identifier: String(family.seeds.identifier),
          value: String(family.seeds.value),
          filler: String(family.seeds.filler)
        },
  program: { body: programRow(family.program) }
})

export const exampleRow = (example: Example, answer: Observation): JsonObject => ({
  task: "scope_lookup",
  view: example.view,
  answer: { value: answer.value, activeScopes: answer.activeScopes },
  family: familyRow(example.family)
})

// A program is plain data of exactly the saved shape; copying it would only be work.
const programRow = ({ body }: Program): Json => body as unknown as Json
