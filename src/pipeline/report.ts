import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { readRowsAs, rowDecoder } from "../records/JsonFiles.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import { correctness } from "../records/Outcome.js"
import { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord, type NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { ScoreRow } from "../records/ScoreRow.js"
import { hasTerminal, readTerminal } from "../records/TrialRecord.js"
import { invocationsOf, readEvents, type SavedInvocation } from "../runner/Events.js"
import { ledgerFile, readCosts } from "../runner/Ledger.js"
import type { Dialogue, Experiment, Invocation, LaterTurn, ReadError, ReportOutput } from "./Experiment.js"
import { RunConflict } from "./PipelineError.js"
import { readAttemptTimes } from "./readAttemptTimes.js"
import { readGold, readLaterRequest, readSavedPlan } from "./SavedRun.js"
import * as Stage from "./Stage.js"
import { readEarlier, readResponse } from "./savedReplies.js"

export interface ReportSummary {
  readonly report: string
  readonly files: ReadonlyArray<string>
  readonly headline: string
}

const decoder = rowDecoder(ScoreRow)

/** `scores.jsonl`, only if it speaks of all planned trials, as they are now. */
export const readScores = (
  trials: ReadonlyArray<PlannedTrial>
): Effect.Effect<ReadonlyArray<ScoreRow>, RunConflict | DiskError | DamagedRecord, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const path = (yield* RunDirectory).file(files.scores)
    if (!(yield* (yield* Disk).exists(path))) {
      return yield* new RunConflict({ reason: `there is no ${path} yet; score the run first` })
    }
    const rows = yield* readRowsAs(path, decoder)
    const planned = new Map(trials.map((trial) => [trial.trialId, trial]))
    const scored = new Set(rows.map(({ trialId }) => trialId))
    if (rows.length !== trials.length || trials.some(({ trialId }) => !scored.has(trialId))) {
      return yield* new RunConflict({
        reason: `${path} has other trials than the ${trials.length} planned ones; score the run again`
      })
    }
    for (const [index, row] of rows.entries()) {
      const reason = contradiction(row, planned.get(row.trialId))
      if (reason !== null) return yield* new DamagedRecord({ path, line: index + 1, reason })
      if ((yield* hasTerminal(row.trialId)) !== row.terminal) {
        return yield* new RunConflict({ reason: `${path} is older than the trials; score the run again` })
      }
    }
    return rows
  })

const isSameTrial = Schema.equivalence(PlannedTrial)

/** What a score says against the plan or against itself; `null` for nothing. */
const contradiction = (row: ScoreRow, planned: PlannedTrial | undefined): string | null => {
  if (planned === undefined || !isSameTrial(row, planned)) return "the schedule has another trial of this id"
  return row.correct === correctness(row.outcome)
    ? null
    : `an outcome ${row.outcome} is never correct ${row.correct}`
}

/** Writes what people read, from saved files only: no model, no clock, no locale. The same files give the same bytes. */
export const report = (
  experiment: Experiment
): Stage.Stage<ReportSummary, NotARun | RunConflict | ReadError, Disk | RunDirectory> =>
  Stage.make({
    name: "report",
    reads: [
      files.manifest,
      files.protocol,
      files.scores,
      files.gold,
      files.events,
      ledgerFile,
      "trials/*/attempt-*"
    ],
    writes: ["report.md", "report.html", "summary.csv", "paired-comparisons.csv", "errors.csv"],
    run: Effect.gen(function* () {
      const disk = yield* Disk
      const directory = yield* RunDirectory
      const output = yield* makeReport(experiment)
      for (const { name, content } of output.files) {
        const file = directory.file(name)
        yield* disk.makeFolder(path.dirname(file))
        yield* disk.replace(file, content)
      }
      return summarise(directory.file("report.md"), output)
    })
  })

/** The report of the current run, not yet written. */
export const makeReport = (
  experiment: Experiment
): Effect.Effect<ReportOutput, NotARun | RunConflict | ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Disk | RunDirectory>()
    const manifest = yield* readVerifiedManifest
    const saved = yield* readSavedPlan
    const gold = yield* readGold
    return yield* experiment.report({
      protocol: saved.protocol,
      protocolHash: manifest.protocolHash,
      datasetHash: manifest.datasetHash,
      invocations: invocationsOf(yield* readEvents).map(toInvocation),
      scores: yield* readScores(saved.trials),
      costs: yield* readCosts,
      gold: (goldId) => gold.get(goldId),
      attempts: (row) => Effect.provide(readAttemptTimes(row), services),
      request: saved.request,
      transcript: (trial) => Effect.provide(transcript(saved.request, trial), services)
    })
  })

const summarise = (path: string, output: ReportOutput): ReportSummary => ({
  report: path,
  files: output.files.map(({ name }) => name),
  headline: output.headline
})

const toInvocation = ({ startedAt, endedAt, mode }: SavedInvocation): Invocation => ({
  startedAt,
  endedAt,
  mode: mode.type,
  simulated: mode.type === "mock" ? `${mode.profile}/${mode.seed}` : null
})

/** What one trial was asked and what it answered. */
export const transcript = (
  request: (trial: PlannedTrial) => Effect.Effect<LlmRequest, ReadError>,
  trial: PlannedTrial
): Effect.Effect<Dialogue, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const prompt = yield* request(trial)
    if (!(yield* hasTerminal(trial.trialId))) return { request: prompt, answer: null }
    const terminal = yield* readTerminal(trial.trialId)
    if (terminal.conclusion !== "response") return { request: prompt, answer: null }
    const { text: answer } = yield* readResponse(trial, terminal)
    const earlier = yield* readEarlier(trial, terminal)
    if (earlier.length === 0) return { request: prompt, answer }
    const later = yield* Effect.forEach(earlier, ({ text }, index) =>
      Effect.map(readLaterRequest(trial, index + 2), (next): LaterTurn => ({ reply: text, request: next }))
    )
    return { request: prompt, answer, later }
  })
