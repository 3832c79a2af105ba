import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import type { AuditCheck, ReadError, SavedPlan } from "../../../../pipeline/Experiment.js"
import { rowDecoder } from "../../../../records/JsonFiles.js"
import type { PlannedTrial } from "../../../../records/PlannedTrial.js"
import { files } from "../../../../records/RunDirectory.js"
import { Progress } from "../../../../runner/Progress.js"
import { type Arm, armsOf, notationOf } from "../../Arms.js"
import type { Settings } from "../../Config.js"
import { checkOf, type Finding, unless } from "../../dataset/audit/Check.js"
import type { SavedDataset } from "../../dataset/audit/SavedDataset.js"
import { goldIdOf, type Item } from "../../dataset/Item.js"
import { itemsOf } from "../../dataset/itemsOf.js"
import { type Task, TrialFactors } from "../../Factors.js"
import { lexiconOf } from "../../lang/Lexicon.js"
import type { PlannedSettings } from "../../Protocol.js"
import { outputLimit, PromptBuilder } from "../PromptBuilder.js"
import { forbiddenIn } from "./forbidden.js"
import { placesProblem, SavedPlaces } from "./places.js"
import { promptProblem } from "./promptProblem.js"

const CaseRow = Schema.extend(Schema.Struct({ caseId: Schema.String }), SavedPlaces)
const decodeCase = rowDecoder(CaseRow)
const decodeFactors = Schema.decodeUnknownOption(TrialFactors)

/** Every saved request is the planned question, whole and with nothing beside it (specification 6.2, 9.3). */
export const requestChecks = (
  saved: SavedPlan,
  dataset: SavedDataset
): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const { config, examples, gold } = dataset
    const items = new Map(itemsOf(dataset, config).map((item) => [goldIdOf(item), item]))
    const cases = new Map((yield* saved.rows(files.cases, decodeCase)).map((row) => [row.caseId, row]))
    const builder = new PromptBuilder(examples, config)
    const coordinates: Array<Finding> = []
    const settingsFound: Array<Finding> = []
    const prompts: Array<Finding> = []
    const leaks: Array<Finding> = []
    const places: Array<Finding> = []
    const tables: Array<Finding> = []
    const tableOfBlock = new Map<string, string>()

    const progress = yield* Progress
    for (const trial of saved.trials) {
      progress.tell({ stage: "prompts", done: coordinates.length, total: saved.trials.length })
      const place = trial.caseId
      const located = locate(trial, items)
      coordinates.push({ place, problem: Either.isLeft(located) ? located.left : null })
      if (Either.isLeft(located)) continue
      const { item, at } = located.right
      const request = yield* saved.request(trial)
      const style = notationOf(at.style)
      const { opening } = builder.episode(at.task, style, at.lexicon)
      const spec = { style, lexicon: lexiconOf(at.lexicon) }
      const question = { item, spec, answer: gold.get(trial.goldId) }
      settingsFound.push({ place, problem: unless(sameSettings(request, at.task, config), "other settings") })
      prompts.push({ place, problem: promptProblem(request, opening, question) })
      leaks.push({ place, problem: forbiddenIn(request, [trial.goldId, trial.caseId, at.familyId]) })
      const row = cases.get(trial.caseId)
      places.push({
        place,
        problem: row === undefined ? "no line in cases.jsonl" : placesProblem(request, row, question)
      })
      if (at.task === "ast_to_source") {
        const table = (request.input[0]?.content ?? "").slice(opening.length)
        const first = tableOfBlock.get(trial.block) ?? table
        tableOfBlock.set(trial.block, first)
        tables.push({ place, problem: unless(table === first, "other arms of the block have another table") })
      }
    }
    return [
      checkOf("trials are where the design has them", coordinates),
      checkOf("every matched block has each style once", blockFindings(saved.trials, armsOf(config.aa))),
      checkOf("the number of trials is the design's", [countFinding(saved.trials, config, items.size)]),
      checkOf("all requests have the same settings", settingsFound),
      checkOf("each request is the template with the shared examples and its one question", prompts),
      checkOf("no request holds a placeholder, a condition's name or an id", leaks),
      checkOf("sizes and places in cases.jsonl point to what they name", places),
      ...(config.tasks.includes("ast_to_source")
        ? [checkOf("the arms of a block have the same table", tables)]
        : []),
      ...(config.aa ? [checkOf("both arms of a block send the same bytes", sameBytes(saved.trials))] : [])
    ]
  })

const locate = (
  trial: PlannedTrial,
  items: ReadonlyMap<string, Item>
): Either.Either<{ readonly item: Item; readonly at: TrialFactors }, string> =>
  Either.gen(function* () {
    const at = yield* Either.fromOption(
      decodeFactors(trial.factors),
      () => "its factors are not this experiment's"
    )
    const { familyId, task, view } = at
    const item = yield* Either.fromNullable(
      items.get(goldIdOf({ family: { familyId }, task, view })),
      () => `nothing asks for ${task} of family ${familyId} in view ${view}`
    )
    const { family } = item
    const words = at.regime === "natural" ? "natural" : family.nonceLexicon
    const fits =
      at.depth === family.depth &&
      at.filler === family.filler &&
      at.lexicon === words &&
      trial.goldId === goldIdOf(item) &&
      trial.caseId === `${trial.goldId}/${at.regime}/${at.style}`
    return yield* fits ? Either.right({ item, at }) : Either.left("its factors and ids contradict its family")
  })

function* blockFindings(trials: ReadonlyArray<PlannedTrial>, arms: ReadonlyArray<Arm>): Generator<Finding> {
  const blocks = new Map<string, Array<unknown>>()
  for (const { block, factors } of trials) {
    const found = blocks.get(block)
    if (found === undefined) blocks.set(block, [factors["style"]])
    else found.push(factors["style"])
  }
  for (const [place, found] of blocks) {
    const each = found.length === arms.length && arms.every((arm) => found.includes(arm))
    yield { place, problem: unless(each, `it has ${found.join(", ")}`) }
  }
}

/** Each trial of a block against its first. */
function* sameBytes(trials: ReadonlyArray<PlannedTrial>): Generator<Finding> {
  const firsts = new Map<string, string>()
  for (const { block, caseId, requestSha256 } of trials) {
    const first = firsts.get(block) ?? requestSha256
    firsts.set(block, first)
    yield { place: caseId, problem: unless(requestSha256 === first, "the other arm sends something else") }
  }
}

const countFinding = (
  trials: ReadonlyArray<PlannedTrial>,
  { aa, lexicalRegimes, replicates }: PlannedSettings,
  items: number
): Finding => {
  const expected = items * lexicalRegimes.length * armsOf(aa).length * replicates
  return {
    place: "schedule",
    problem: unless(trials.length === expected, `${trials.length}, expected ${expected}`)
  }
}

const sameSettings = (request: LlmRequest, task: Task, settings: Settings): boolean =>
  request.model === settings.model &&
  request.reasoningEffort === settings.reasoningEffort &&
  request.maxOutputTokens === outputLimit(task, settings)
