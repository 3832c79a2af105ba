import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ReadError, SavedPlan } from "../../../../pipeline/Experiment.js"
import { type RowDecoder, rowDecoder } from "../../../../records/JsonFiles.js"
import { DamagedRecord } from "../../../../records/RecordError.js"
import { files } from "../../../../records/RunDirectory.js"
import type { Settings } from "../../Config.js"
import type { Observation } from "../../lang/Ast.js"
import type { LexiconId } from "../../lang/Lexicon.js"
import { decodeProtocol } from "../../Protocol.js"
import type { CaseFamily, Example } from "../CaseFamily.js"
import { ExampleRow, FamilyRow, GoldRow, planFiles } from "../rows.js"

/** The data of a saved plan, read back from its files and from nothing else. */
export interface SavedDataset {
  readonly config: Settings
  readonly families: ReadonlyArray<CaseFamily>
  readonly examples: ReadonlyArray<Example & { readonly answer: Observation }>
  readonly gold: ReadonlyMap<string, Observation>
}

const decodeFamily = rowDecoder(FamilyRow)
const decodeExample = rowDecoder(ExampleRow)
const decodeGold = rowDecoder(GoldRow)

export const readDataset = (saved: SavedPlan): Effect.Effect<SavedDataset, ReadError> =>
  Effect.gen(function* () {
    const config = yield* Either.mapLeft(
      decodeProtocol(saved.protocol),
      ({ reason }) => new DamagedRecord({ path: files.protocol, line: 0, reason })
    )
    const families = yield* rowsOf(saved, planFiles.families, decodeFamily)
    const examples = yield* rowsOf(saved, planFiles.examples, decodeExample)
    const gold = yield* rowsOf(saved, files.gold, decodeGold)
    return { config, families, examples, gold: new Map(gold.map(({ goldId, answer }) => [goldId, answer])) }
  })

/** The rows of one file, decoded; the error names the file and the line. */
export const rowsOf = <A>(
  saved: SavedPlan,
  name: string,
  decoder: RowDecoder<A>
): Effect.Effect<ReadonlyArray<A>, ReadError> =>
  Effect.flatMap(saved.rows(name), (rows) =>
    Either.all(rows.map((row, index) => decoder(name, index + 1, row)))
  )

/** The words in which a family is asked about under `config`. */
export const lexiconsOf = (config: Settings, family: CaseFamily): ReadonlyArray<LexiconId> =>
  config.lexicalRegimes.flatMap((regime) =>
    regime === "natural" ? ["natural" as const] : (family.nonceLexicon ?? [])
  )
