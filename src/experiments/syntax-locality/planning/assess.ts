import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import type { Json, JsonObject } from "../../../json/Json.js"
import { renderJson } from "../../../json/JsonWriter.js"
import { RunConflict } from "../../../pipeline/PipelineError.js"
import type { PlanningAid, ScoredRun } from "../../../pipeline/Planning.js"
import type { DamagedRecord } from "../../../records/RecordError.js"
import { percent } from "../../../report/Figures.js"
import { almostAlways, almostNever } from "../../../stats/diagnostics.js"
import { ratio } from "../../../stats/Mean.js"
import { decodeProtocol } from "../Protocol.js"
import { difficulties, fewDisagreements, type SuiteDifficulty } from "./difficulty.js"
import { nextStep } from "./nextStep.js"
import { isSynthetic, pilotTrials, syntheticBanner } from "./pilotTrials.js"

/**
 * The rule of specification 7.3a on a pilot: pooled, and blind to which style did better. The verdict is that of the first reading task and
 * view, which is `scope_lookup` / `after_close` wherever that is asked; the others are told beside it. Each run keeps its own verdict with
 * the grid that it tried.
 */
export const assess = (run: ScoredRun): Either.Either<PlanningAid, RunConflict | DamagedRecord> =>
  Either.gen(function* () {
    const trials = yield* pilotTrials(run)
    const { grid, seedNamespace } = yield* Either.mapLeft(
      decodeProtocol(run.protocol),
      ({ message }) => new RunConflict({ reason: message })
    )
    const suites = difficulties(trials)
    if (grid === null || !Arr.isNonEmptyReadonlyArray(suites)) {
      return yield* Either.left(
        new RunConflict({
          reason: "the rule of difficulty needs a grid and a reading task, and this run lacks one"
        })
      )
    }
    const [{ task, view, difficulty }] = suites
    const next = nextStep(difficulty, grid, seedNamespace)
    return {
      json: {
        formatVersion: 1,
        protocolHash: run.protocolHash,
        verdict: difficulty,
        decidedBy: `${task}/${view}`,
        thresholds: {
          everyStyleFrom: almostAlways,
          everyStyleTo: almostNever,
          discordantPairsTo: fewDisagreements
        },
        suites: suites.map(jsonOf),
        tried: { seedNamespace, grid: { ...grid } },
        next: next.config,
        synthetic_mock: isSynthetic(trials)
      },
      lines: [
        ...syntheticBanner(trials),
        "All styles together, none told from another (specification 7.3a).",
        ...suites.flatMap(linesOf),
        "",
        `verdict by ${task} / ${view}: ${difficulty}. ${next.advice}`,
        ...(next.config === null ? [] : [renderJson(next.config)])
      ]
    }
  })

const jsonOf = ({ outcomes, ...suite }: SuiteDifficulty): JsonObject => ({
  ...suite,
  outcomes: Object.fromEntries(Object.entries(outcomes).map(([name, count]): [string, Json] => [name, count]))
})

const linesOf = (suite: SuiteDifficulty): ReadonlyArray<string> => [
  `${suite.task} / ${suite.view}: ${suite.difficulty}`,
  `  ${percent(suite.accuracy)} of ${suite.evaluable} answers are correct (${suite.planned} planned)`,
  `  ${percent(ratio(suite.discordantPairs, suite.pairs))} of ${suite.pairs} pairs within a block disagree`,
  `  ${Object.entries(suite.outcomes)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")}`
]
