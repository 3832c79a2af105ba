import * as Either from "effect/Either"
import type { Json, JsonObject } from "../../json/Json.js"
import type { Plan, PlannedCase } from "../../pipeline/Experiment.js"
import { Gold } from "../../pipeline/Gold.js"
import type { PlanRefused } from "../../pipeline/PipelineError.js"
import { deriveSeed } from "../../random/Seeds.js"
import type { Settings } from "./Config.js"
import type { CaseFamily } from "./dataset/CaseFamily.js"
import { type Dataset, generateDataset } from "./dataset/Dataset.js"
import { landmarksOf } from "./dataset/landmarks.js"
import { exampleRow, familyRow, goldIdOf, planFiles } from "./dataset/rows.js"
import type { Regime, TrialFactors, View } from "./Factors.js"
import type { Observation } from "./lang/Ast.js"
import type { LexiconId } from "./lang/Lexicon.js"
import { observe } from "./lang/ReferenceOracle.js"
import { styles } from "./lang/Syntax.js"
import { decodeProtocol } from "./Protocol.js"
import { caseRecord } from "./prompt/caseRecord.js"
import { PromptBuilder } from "./prompt/PromptBuilder.js"

/** From the protocol to families, examples, gold and cases: pure, and prompts are built one at a time. */
export const derivePlan = (protocol: JsonObject): Either.Either<Plan, PlanRefused> =>
  Either.gen(function* () {
    const config = yield* decodeProtocol(protocol)
    const masterSeed = BigInt(config.masterSeed)
    const { seedNamespace, grid, fewShotCount } = config
    const nonce = config.lexicalRegimes.includes("nonce")
    const dataset = yield* generateDataset({ masterSeed, seedNamespace, grid, fewShotCount, nonce })
    return {
      files: [
        { name: planFiles.families, rows: dataset.families.map(familyRow) },
        {
          name: planFiles.examples,
          rows: dataset.examples.map((example) => exampleRow(example, observed(example.family, example.view)))
        }
      ],
      gold: goldOf(dataset, config),
      cases: { [Symbol.iterator]: () => casesOf(dataset, config) },
      replicates: config.replicates,
      scheduleSeed: deriveSeed(masterSeed, `${seedNamespace}/schedule`, 0),
      truncation: config.truncation
    }
  })

/** A family whose variable is unbound is a bug of its generator, which must not go on. */
const observed = (family: CaseFamily, view: View): Observation =>
  Either.getOrThrowWith(observe(family.program, family.cuts[view]), (error) => error)

const goldOf = (
  dataset: Dataset,
  { views }: Settings
): ReadonlyArray<{ goldId: string; answer: Gold<Json> }> =>
  dataset.families.flatMap((family) =>
    views.map((view) => ({
      goldId: goldIdOf(family.familyId, "scope_lookup", view),
      answer: Gold.seal<Json>({ ...observed(family, view) })
    }))
  )

/** The five styles of one family, view and regime stand next to each other. */
function* casesOf({ families, examples }: Dataset, config: Settings): Generator<PlannedCase> {
  const builder = new PromptBuilder(examples, {
    model: config.model,
    reasoningEffort: config.reasoningEffort,
    maxOutputTokens: config.maxOutputTokensReading
  })
  for (const family of families) {
    const landmarks = landmarksOf(family)
    for (const view of config.views) {
      const goldId = goldIdOf(family.familyId, "scope_lookup", view)
      for (const regime of config.lexicalRegimes) {
        const block = `${goldId}/${regime}`
        const lexicon = lexiconFor(family, regime)
        for (const style of styles) {
          const factors: TrialFactors = {
            task: "scope_lookup",
            familyId: family.familyId,
            depth: family.depth,
            filler: family.filler,
            view,
            regime,
            lexicon,
            style
          }
          const prompt = builder.build(family, view, style, lexicon)
          const caseId = `${block}/${style}`
          yield {
            caseId,
            goldId,
            block,
            factors,
            request: prompt.request,
            record: caseRecord(prompt, landmarks)
          }
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
