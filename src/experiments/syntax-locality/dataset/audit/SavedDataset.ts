import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ReadError, SavedPlan } from "../../../../pipeline/Experiment.js"
import { rowDecoder } from "../../../../records/JsonFiles.js"
import { DamagedRecord } from "../../../../records/RecordError.js"
import { files } from "../../../../records/RunDirectory.js"
import type { Settings } from "../../Config.js"
import { readingTasks } from "../../Factors.js"
import type { LexiconId } from "../../lang/Lexicon.js"
import { decodeProtocol, type PlannedSettings } from "../../Protocol.js"
import type { CaseFamily } from "../CaseFamily.js"
import type { GenerationItem } from "../Item.js"
import { ExampleRow, FamilyRow, GenerationRow, GoldRow, planFiles } from "../rows.js"

/** The data of a saved plan, read back from its files and from nothing else. */
export interface SavedDataset {
  readonly config: PlannedSettings
  readonly families: ReadonlyArray<CaseFamily>
  readonly generation: ReadonlyArray<GenerationItem>
  /** Task by task; each is an item with its answer. */
  readonly examples: ReadonlyArray<ExampleRow>
  readonly gold: ReadonlyMap<string, SavedAnswer>
}

export type SavedAnswer = typeof GoldRow.Type.answer

const decodeFamily = rowDecoder(FamilyRow)
const decodeGeneration = rowDecoder(GenerationRow)
const decodeExample = rowDecoder(ExampleRow)
const decodeGold = rowDecoder(GoldRow)

export const readDataset = (saved: SavedPlan): Effect.Effect<SavedDataset, ReadError> =>
  Effect.gen(function* () {
    const config = yield* Either.mapLeft(
      decodeProtocol(saved.protocol),
      ({ reason }) => new DamagedRecord({ path: files.protocol, line: 0, reason })
    )
    const families = asksToRead(config) ? yield* saved.rows(planFiles.families, decodeFamily) : []
    const generation = config.tasks.includes("ast_to_source")
      ? yield* saved.rows(planFiles.generation, decodeGeneration)
      : []
    const examples = yield* saved.rows(planFiles.examples, decodeExample)
    const gold = yield* saved.rows(files.gold, decodeGold)
    return {
      config,
      families,
      generation: generation.map((row) => ({ task: "ast_to_source", view: "complete", ...row })),
      examples,
      gold: new Map(gold.map(({ goldId, answer }) => [goldId, answer]))
    }
  })

/** Whether any reading task is asked. */
export const asksToRead = ({ tasks }: Pick<Settings, "tasks">): boolean =>
  readingTasks.some((task) => tasks.includes(task))

/** The families that `ast_to_source` has to itself: smoke's tasks share theirs. */
export const generationFamilies = ({
  config,
  families,
  generation
}: SavedDataset): ReadonlyArray<CaseFamily> =>
  config.grid === null && families.length > 0 ? [] : generation.map(({ family }) => family)

/** Every family that is asked about, once. */
export const allFamilies = (dataset: SavedDataset): ReadonlyArray<CaseFamily> => [
  ...dataset.families,
  ...generationFamilies(dataset)
]

/** The words in which a family is asked about under `config`. */
export const lexiconsOf = (config: Settings, family: CaseFamily): ReadonlyArray<LexiconId> =>
  config.lexicalRegimes.flatMap((regime) =>
    regime === "natural" ? ["natural" as const] : (family.nonceLexicon ?? [])
  )
