import * as Either from "effect/Either"
import type { Json, JsonObject } from "../../json/Json.js"
import type { Plan, PlannedCase, PlannedFile } from "../../pipeline/Experiment.js"
import { Gold } from "../../pipeline/Gold.js"
import type { PlanRefused } from "../../pipeline/PipelineError.js"
import { deriveSeed } from "../../random/Seeds.js"
import { armsOf, notationOf } from "./Arms.js"
import { answerOf } from "./dataset/Answer.js"
import type { CaseFamily } from "./dataset/CaseFamily.js"
import { type Dataset, generateDataset } from "./dataset/Dataset.js"
import { goldIdOf, type Item } from "./dataset/Item.js"
import { itemsOf } from "./dataset/itemsOf.js"
import { answerRow, exampleRow, familyRow, generationRow, planFiles } from "./dataset/rows.js"
import type { Regime, TrialFactors } from "./Factors.js"
import type { LexiconId } from "./lang/Lexicon.js"
import { decodeProtocol, type PlannedSettings } from "./Protocol.js"
import { recordOf } from "./prompt/caseRecord.js"
import { PromptBuilder } from "./prompt/PromptBuilder.js"

/** From the protocol to families, examples, gold and cases: pure, and prompts are built one at a time. */
export const derivePlan = (protocol: JsonObject): Either.Either<Plan, PlanRefused> =>
  Either.gen(function* () {
    const config = yield* decodeProtocol(protocol)
    const masterSeed = BigInt(config.masterSeed)
    const nonce = config.lexicalRegimes.includes("nonce")
    const dataset = yield* generateDataset({ ...config, masterSeed, nonce })
    const items = itemsOf(dataset, config)
    return {
      files: filesOf(dataset),
      gold: items.map((item) => ({
        goldId: goldIdOf(item),
        answer: Gold.seal<Json>(answerRow(answerOf(item)))
      })),
      cases: { [Symbol.iterator]: () => casesOf(items, dataset, config) },
      replicates: config.replicates,
      scheduleSeed: deriveSeed(masterSeed, `${config.seedNamespace}/schedule`, 0),
      truncation: config.truncation
    }
  })

const filesOf = ({ families, generation, examples }: Dataset): ReadonlyArray<PlannedFile> => {
  const files = [
    { name: planFiles.families, rows: families.map(familyRow) },
    { name: planFiles.generation, rows: generation.map(generationRow) },
    { name: planFiles.examples, rows: examples.map((item) => exampleRow(item, answerOf(item))) }
  ]
  return files.filter(({ rows }) => rows.length > 0)
}

/** The arms of one item and regime stand next to each other. */
function* casesOf(
  items: ReadonlyArray<Item>,
  { examples }: Dataset,
  config: PlannedSettings
): Generator<PlannedCase> {
  const builder = new PromptBuilder(examples, config)
  for (const item of items) {
    const { task, family, view } = item
    const goldId = goldIdOf(item)
    const record = recordOf(item)
    for (const regime of config.lexicalRegimes) {
      const block = `${goldId}/${regime}`
      const lexicon = lexiconFor(family, regime)
      for (const style of armsOf(config.aa)) {
        const { familyId, depth, filler } = family
        const factors: TrialFactors = { task, familyId, depth, filler, view, regime, lexicon, style }
        const prompt = builder.build(item, notationOf(style), lexicon)
        yield {
          caseId: `${block}/${style}`,
          goldId,
          block,
          factors,
          request: prompt.request,
          record: record(prompt)
        }
      }
    }
  }
}

/** The words of `family` in `regime`. */
const lexiconFor = ({ familyId, nonceLexicon }: CaseFamily, regime: Regime): LexiconId => {
  if (regime === "natural") return "natural"
  // The configuration allows the nonce regime only where the dataset gives families their nonce words.
  if (nonceLexicon === null) throw new TypeError(`family ${familyId} has no nonce words`)
  return nonceLexicon
}
