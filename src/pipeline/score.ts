import * as Effect from "effect/Effect"
import type { Json } from "../json/Json.js"
import { renderJsonLine } from "../json/JsonLines.js"
import { trialOfCall } from "../records/Call.js"
import { Disk } from "../records/Disk.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import type { Outcome } from "../records/Outcome.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord, type NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import { hasTerminal, readTerminal, savedAttempts, type Terminal } from "../records/TrialRecord.js"
import { csvLine } from "../report/Csv.js"
import { LedgerReplay, ledgerFile } from "../runner/Ledger.js"
import { Progress } from "../runner/Progress.js"
import * as RecordLog from "../runner/RecordLog.js"
import type { Experiment, ReadError } from "./Experiment.js"
import { type Gold, goldDamageAsError } from "./Gold.js"
import { readGold, readProtocol } from "./SavedRun.js"
import * as Stage from "./Stage.js"
import { readEarlier, readJudgement, readResponse } from "./savedReplies.js"
import { graded, missing } from "./scoreRow.js"

export interface ScoreSummary {
  readonly planned: number
  readonly terminal: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
}

/**
 * Grades what was saved, into one line of `scores.jsonl` and of `trials.csv` for each planned trial in schedule order. Each
 * body goes through the same decoder as when it arrived; nothing is asked of a model. The same files give the same bytes.
 */
export const score = (
  experiment: Experiment
): Stage.Stage<ScoreSummary, NotARun | ReadError, Disk | RunDirectory> =>
  Stage.make({
    name: "score",
    reads: [
      files.manifest,
      files.protocol,
      files.gold,
      files.schedule,
      "trials/*/terminal.json",
      "trials/*/attempt-*"
    ],
    writes: [files.scores, files.trials],
    run: Effect.gen(function* () {
      const directory = yield* RunDirectory
      yield* readVerifiedManifest
      const trials = yield* readSchedule
      const gold = yield* readGold
      const open = yield* readOpenTrials

      // Bytes, because a line as text can hold on to the body that its excerpt comes from.
      const lines: Array<Buffer> = []
      const columns = experiment.trialColumns(yield* readProtocol)
      const table = [Buffer.from(csvLine(columns.map(([name]) => name)))]
      const outcomes: Partial<Record<Outcome, number>> = {}
      let terminal = 0
      const progress = yield* Progress
      for (const trial of trials) {
        progress.tell({ stage: "score", done: lines.length, total: trials.length })
        const row = yield* scoreTrial(experiment, trial, gold, open)
        lines.push(Buffer.from(renderJsonLine(row)))
        table.push(Buffer.from(csvLine(columns.map(([, cell]) => cell(row)))))
        outcomes[row.outcome] = (outcomes[row.outcome] ?? 0) + 1
        terminal += row.terminal ? 1 : 0
      }
      // Each in one step at the end: others may score the same run at the same time.
      const disk = yield* Disk
      yield* disk.replace(directory.file(files.trials), Buffer.concat(table))
      yield* disk.replace(directory.file(files.scores), Buffer.concat(lines))
      return { planned: trials.length, terminal, outcomes }
    })
  })

/** One line of `scores.jsonl`, from the saved files of one trial. */
export const scoreTrial = (
  experiment: Experiment,
  trial: PlannedTrial,
  gold: ReadonlyMap<string, Gold<Json>>,
  open: ReadonlySet<string>
): Effect.Effect<ScoreRow, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const terminal = yield* readEnd(trial.trialId)
    if (terminal === null) {
      if (open.has(trial.trialId))
        return { ...missing(trial, "ambiguous_outcome", null), reason: notConcluded }
      const began =
        (experiment.conversation !== undefined || experiment.judgement !== undefined) &&
        (yield* savedAttempts(trial.trialId)).length > 0
      return { ...missing(trial, "not_dispatched", null), reason: began ? betweenCalls : null }
    }
    if (terminal.conclusion !== "response") return missing(trial, terminal.conclusion, terminal)

    const response = yield* readResponse(trial, terminal)
    const earlier = yield* readEarlier(trial, terminal)
    const judgement = yield* readJudgement(terminal)
    const answer = gold.get(trial.goldId)
    const path = (yield* RunDirectory).file(files.gold)
    if (answer === undefined) {
      return yield* new DamagedRecord({ path, line: 0, reason: `there is no gold answer ${trial.goldId}` })
    }
    const grading = Effect.suspend(() => {
      const grade = experiment.grade(trial, answer, response, earlier, judgement)
      return Effect.isEffect(grade) ? grade : Effect.succeed(grade)
    })
    const grade = yield* goldDamageAsError(grading, path, trial.goldId)
    return graded(trial, terminal, response, earlier, grade)
  })

/** `null`: the trial is not over. Most are, so this is asked of the disk only where nothing could be read. */
const readEnd = (trialId: string): Effect.Effect<Terminal | null, ReadError, Disk | RunDirectory> =>
  Effect.catchTag(readTerminal(trialId), "DiskError", (error) =>
    Effect.flatMap(hasTerminal(trialId), (over) => (over ? Effect.fail(error) : Effect.succeed(null)))
  )

const notConcluded = "a request left, and no start of the run has concluded the trial yet; resume the run"

const betweenCalls = "a call of the trial was answered, and its next one was not sent; resume the run"

/** Trials with a request that left and that the ledger neither settled nor released. */
export const readOpenTrials: Effect.Effect<ReadonlySet<string>, ReadError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const ledger = new LedgerReplay()
    yield* RecordLog.read((yield* RunDirectory).file(ledgerFile), ledger.replay)
    return new Set([...ledger.open.values()].map(({ trialId }) => trialOfCall(trialId)))
  }
)
