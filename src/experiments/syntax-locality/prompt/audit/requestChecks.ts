import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import type { AuditCheck, ReadError, SavedPlan } from "../../../../pipeline/Experiment.js"
import { rowDecoder } from "../../../../records/JsonFiles.js"
import type { PlannedTrial } from "../../../../records/PlannedTrial.js"
import { files } from "../../../../records/RunDirectory.js"
import { checkOf, type Finding, unless } from "../../dataset/audit/Check.js"
import { rowsOf, type SavedDataset } from "../../dataset/audit/SavedDataset.js"
import type { CaseFamily } from "../../dataset/CaseFamily.js"
import { goldIdOf } from "../../dataset/rows.js"
import { TrialFactors } from "../../Factors.js"
import { lexiconOf } from "../../lang/Lexicon.js"
import { styles } from "../../lang/Syntax.js"
import { PromptBuilder } from "../PromptBuilder.js"
import { forbiddenIn } from "./forbidden.js"
import { placesProblem, SavedPlaces } from "./places.js"
import { promptProblem } from "./promptProblem.js"

const CaseRow = Schema.Struct({ caseId: Schema.String, ...SavedPlaces.fields })
const decodeCase = rowDecoder(CaseRow)
const decodeFactors = Schema.decodeUnknownOption(TrialFactors)

/** Every saved request is the planned question, whole and with nothing beside it (specification 6.2, 9.3). */
export const requestChecks = (
  saved: SavedPlan,
  dataset: SavedDataset
): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const { config, examples, gold } = dataset
    const families = new Map(dataset.families.map((family) => [family.familyId, family]))
    const cases = new Map((yield* rowsOf(saved, files.cases, decodeCase)).map((row) => [row.caseId, row]))
    const settings = {
      model: config.model,
      reasoningEffort: config.reasoningEffort,
      maxOutputTokens: config.maxOutputTokensReading
    }
    const builder = new PromptBuilder(examples, settings)
    const coordinates: Array<Finding> = []
    const settingsFound: Array<Finding> = []
    const prompts: Array<Finding> = []
    const leaks: Array<Finding> = []
    const places: Array<Finding> = []

    for (const trial of saved.trials) {
      const place = trial.caseId
      const located = locate(trial, families)
      coordinates.push({ place, problem: Either.isLeft(located) ? located.left : null })
      if (Either.isLeft(located)) continue
      const { family, at } = located.right
      const request = yield* saved.request(trial)
      const spec = { style: at.style, lexicon: lexiconOf(at.lexicon) }
      const answer = gold.get(trial.goldId)
      const question = { family, cut: family.cuts[at.view], spec, answer }
      settingsFound.push({ place, problem: unless(sameSettings(request, settings), "other settings") })
      prompts.push({
        place,
        problem: promptProblem(request, builder.episode(at.style, at.lexicon).opening, question)
      })
      leaks.push({ place, problem: forbiddenIn(request, [trial.goldId, trial.caseId, family.familyId]) })
      const row = cases.get(trial.caseId)
      places.push({
        place,
        problem: row === undefined ? "no line in cases.jsonl" : placesProblem(request, row, question)
      })
    }
    return [
      checkOf("trials are where the design has them", coordinates),
      checkOf("every matched block has each style once", blockFindings(saved.trials)),
      checkOf("the number of trials is the design's", [countFinding(saved.trials, dataset)]),
      checkOf("all requests have the same settings", settingsFound),
      checkOf("each request is the template with the shared examples and its one question", prompts),
      checkOf("no request holds a placeholder, a condition's name or an id", leaks),
      checkOf("sizes and places in cases.jsonl point to what they name", places)
    ]
  })

const locate = (
  trial: PlannedTrial,
  families: ReadonlyMap<string, CaseFamily>
): Either.Either<{ readonly family: CaseFamily; readonly at: TrialFactors }, string> =>
  Either.gen(function* () {
    const at = yield* Either.fromOption(
      decodeFactors(trial.factors),
      () => "its factors are not this experiment's"
    )
    const family = yield* Either.fromNullable(
      families.get(at.familyId),
      () => `there is no family ${at.familyId}`
    )
    const words = at.regime === "natural" ? "natural" : family.nonceLexicon
    const fits =
      at.depth === family.depth &&
      at.filler === family.filler &&
      at.lexicon === words &&
      trial.goldId === goldIdOf(at.familyId, at.task, at.view) &&
      trial.caseId === `${trial.goldId}/${at.regime}/${at.style}`
    return yield* fits
      ? Either.right({ family, at })
      : Either.left("its factors and ids contradict its family")
  })

function* blockFindings(trials: ReadonlyArray<PlannedTrial>): Generator<Finding> {
  const blocks = new Map<string, Array<unknown>>()
  for (const { block, factors } of trials) blocks.set(block, [...(blocks.get(block) ?? []), factors["style"]])
  for (const [place, found] of blocks) {
    const each = found.length === styles.length && styles.every((style) => found.includes(style))
    yield { place, problem: unless(each, `it has ${found.join(", ")}`) }
  }
}

const countFinding = (trials: ReadonlyArray<PlannedTrial>, { config, families }: SavedDataset): Finding => {
  const { views, lexicalRegimes, replicates } = config
  const expected = families.length * views.length * lexicalRegimes.length * styles.length * replicates
  return {
    place: "schedule",
    problem: unless(trials.length === expected, `${trials.length}, expected ${expected}`)
  }
}

const sameSettings = (request: LlmRequest, settings: PromptBuilder["settings"]): boolean =>
  request.model === settings.model &&
  request.reasoningEffort === settings.reasoningEffort &&
  request.maxOutputTokens === settings.maxOutputTokens
