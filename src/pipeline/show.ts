import * as Effect from "effect/Effect"
import type { Json } from "../json/Json.js"
import type { Disk } from "../records/Disk.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { NotARun } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import type { Dialogue, Experiment, ReadError } from "./Experiment.js"
import { NoSuchTrial } from "./PipelineError.js"
import { transcript } from "./report.js"
import { readGold, readSavedPlan } from "./SavedRun.js"
import * as Stage from "./Stage.js"
import { readOpenTrials, scoreTrial } from "./score.js"

/** Which trial: its id, or factors (`familyId`, `style`, …) and a replicate that only one trial has. */
export type TrialQuery =
  | { readonly trialId: string }
  | { readonly factors: Readonly<Record<string, string>>; readonly replicate: number | null }

/** All that is known of one trial. */
export interface ShownTrial extends Dialogue {
  readonly trial: PlannedTrial
  /** What the experiment adds, e.g. the program's structure. */
  readonly sections: ReadonlyArray<{ readonly title: string; readonly text: string }>
  readonly gold: Json
  readonly grade: ScoreRow
}

/** Prompt, structure, gold, answer and grade of one trial, from saved files; a trial that was not sent yet shows no answer. */
export const show = (
  experiment: Experiment,
  query: TrialQuery
): Stage.Stage<ShownTrial, NotARun | ReadError | NoSuchTrial, Disk | RunDirectory> =>
  Stage.make({
    name: "show",
    reads: ["protocol.json", "gold.jsonl", "schedule.jsonl", "trials/*"],
    writes: [],
    run: Effect.gen(function* () {
      yield* readVerifiedManifest
      const saved = yield* readSavedPlan
      const trial = yield* find(saved.trials, query)
      const gold = yield* readGold
      const { answer, request, ...others } = yield* transcript(saved.request, trial)
      return {
        trial,
        request,
        ...others,
        sections: yield* experiment.describe(saved, trial),
        gold: gold.get(trial.goldId)?.reveal() ?? null,
        answer,
        grade: yield* scoreTrial(experiment, trial, gold, yield* readOpenTrials)
      }
    })
  })

const find = (
  trials: ReadonlyArray<PlannedTrial>,
  query: TrialQuery
): Effect.Effect<PlannedTrial, NoSuchTrial> => {
  if ("trialId" in query) {
    const asked = `--trial ${query.trialId}`
    const found = trials.filter(({ trialId }) => trialId.startsWith(query.trialId))
    if (found.length > 1) {
      return new NoSuchTrial({ asked, advice: `${found.length} ids begin so; give more of it` })
    }
    return only(found, asked, "schedule.jsonl lists the ids, and their beginning is enough")
  }
  const wanted = Object.entries(query.factors)
  const found = trials.filter(
    (trial) =>
      wanted.every(([name, value]) => String(trial.factors[name]) === value) &&
      (query.replicate === null || trial.replicate === query.replicate)
  )
  return only(
    found,
    wanted.map(([name, value]) => `${name} ${value}`).join(", "),
    "schedule.jsonl lists the factors"
  )
}

const only = (
  found: ReadonlyArray<PlannedTrial>,
  asked: string,
  hint: string
): Effect.Effect<PlannedTrial, NoSuchTrial> => {
  const [first, second] = found
  if (first === undefined) return new NoSuchTrial({ asked, advice: hint })
  if (second === undefined) return Effect.succeed(first)
  const differing = Object.keys(first.factors).filter((name) =>
    found.some(({ factors }) => factors[name] !== first.factors[name])
  )
  return new NoSuchTrial({
    asked,
    advice: `${found.length} trials do; say also ${
      differing.map((name) => `--factor ${name}=${String(first.factors[name])}`).join(" or ") || "--replicate"
    }`
  })
}
