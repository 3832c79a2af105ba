import * as Schema from "effect/Schema"
import type { Json, JsonObject } from "../../../json/Json.js"
import { readingViews } from "../Factors.js"
import { kinds, type Observation, type Program, type Statement } from "../lang/Ast.js"
import { nonceIds } from "../lang/Lexicon.js"
import type { ProgramAnswer, StackAnswer } from "./Answer.js"
import type { CaseFamily } from "./CaseFamily.js"
import type { GenerationItem, Item } from "./Item.js"

/** The files of a plan that this experiment adds to cases, gold and schedule. Those of a task that is not asked are not there. */
export const planFiles = {
  families: "families.jsonl",
  generation: "generation-families.jsonl",
  examples: "examples.jsonl"
} as const

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

export const ProgramJson = Schema.Struct({ body: Schema.Array(StatementJson) })

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

/** A line of `generation-families.jsonl`: a family whose program is to be written out, and the seed of its table. */
export const GenerationRow = Schema.Struct({ tableSeed: Seed, family: FamilyRow })

const LookupAnswer = Schema.Struct({ value: Schema.Int, activeScopes: Schema.Array(BlockName) })

const StackAnswerJson = Schema.Struct({
  activeScopes: Schema.Array(BlockName),
  closedScopes: Schema.Array(BlockName)
})

const view = Schema.Literal(...readingViews)

/** A line of `examples.jsonl`; those of one task stand in the order in which they are shown. */
export const ExampleRow = Schema.Union(
  Schema.Struct({ task: Schema.Literal("scope_lookup"), view, answer: LookupAnswer, family: FamilyRow }),
  Schema.Struct({ task: Schema.Literal("active_stack"), view, answer: StackAnswerJson, family: FamilyRow }),
  Schema.Struct({
    task: Schema.Literal("ast_to_source"),
    view: Schema.Literal("complete"),
    answer: Schema.Struct({ program: ProgramJson }),
    tableSeed: Seed,
    family: FamilyRow
  })
)
export type ExampleRow = typeof ExampleRow.Type

/** A line of `gold.jsonl`. */
export const GoldRow = Schema.Struct({
  goldId: Schema.String,
  answer: Schema.Union(LookupAnswer, StackAnswerJson, Schema.Struct({ program: ProgramJson }))
})

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

export const generationRow = ({ tableSeed, family }: GenerationItem): JsonObject => ({
  tableSeed: String(tableSeed),
  family: familyRow(family)
})

export const exampleRow = (item: Item, answer: Observation | StackAnswer | ProgramAnswer): JsonObject => ({
  task: item.task,
  view: item.view,
  answer: answerRow(answer),
  ...(item.task === "ast_to_source" ? { tableSeed: String(item.tableSeed) } : {}),
  family: familyRow(item.family)
})

export const answerRow = (answer: Observation | StackAnswer | ProgramAnswer): JsonObject =>
  "program" in answer ? { program: { body: programRow(answer.program) } } : { ...answer }

// A program is plain data of exactly the saved shape; copying it would only be work.
const programRow = ({ body }: Program): Json => body as unknown as Json
