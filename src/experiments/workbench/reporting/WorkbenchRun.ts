import * as Effect from "effect/Effect"
import type { ReadError, ReportInput } from "../../../pipeline/Experiment.js"
import type { Disk } from "../../../records/Disk.js"
import { isModelOutcome } from "../../../records/Outcome.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { files, type RunDirectory } from "../../../records/RunDirectory.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { hasTerminal, readTerminal, type Terminal } from "../../../records/TrialRecord.js"
import { type CapHit, capsOf } from "../measuring/capsOf.js"
import { isTooLong } from "../measuring/failureOf.js"
import { metricsOf, numberIn, overheadOf } from "../measuring/metricsOf.js"
import { decidingOf, readCalls, repliesOf, type SavedCalls } from "../measuring/SavedCall.js"
import type { RunMetrics } from "../metrics/RunMetrics.js"
import type { FoundSubject } from "../planning/Found.js"
import { decodeProtocol, type Planned } from "../planning/Protocol.js"
import { loaded } from "../running/loadedFacts.js"
import type { ScoredRun, Subject } from "../scores/Scored.js"
import { type SubjectScores, scoreSubjects } from "../scores/scoreSubjects.js"
import { fromDiagnostics, type ScoreNotes } from "../scoring/ScoreNotes.js"

/** One repeat of a task by a subject, as a report tells it. */
export interface TrialRun {
  readonly row: ScoreRow
  readonly subject: FoundSubject
  readonly task: string
  /** `null`: it was not graded. */
  readonly notes: ScoreNotes | null
  /** From 0 to 1; `null`: it has none. */
  readonly score01: number | null
  readonly passed: boolean | null
  /** `null`: nothing of it ran. */
  readonly metrics: RunMetrics | null
  /** The question was longer than what the subject can hold: a score of 0, as for any task that it cannot do. */
  readonly tooLong: boolean
  /** UTC; `null`: it is not over. */
  readonly endedAt: string | null
  /** Of a program: what it needs beside its model. */
  readonly overhead: { readonly ms: number; readonly kind: "measured" | "estimated" } | null
  /** How the server said that it had loaded the model, where it was asked. */
  readonly loaded: {
    readonly bytes: number
    readonly vramBytes: number
    readonly context: number | null
  } | null
}

/** A limit of a subscription, and how much was done when it was met. */
export interface Cap extends CapHit {
  readonly completedBefore: number
}

/** A scored run with all that its reports are made from. */
export interface WorkbenchRun {
  readonly planned: Planned
  readonly protocolHash: string
  readonly trials: ReadonlyArray<TrialRun>
  readonly caps: ReadonlyArray<Cap>
  readonly scores: ReadonlyArray<SubjectScores>
  /** `sample`: somebody only pretended, or nothing was measured; no number of it is a model's. */
  readonly status: "sample" | "measured"
  /** The day, UTC, of the last answer; `null`: there is none. */
  readonly snapshotDate: string | null
  readonly pending: number
}

/** Of the interval over tasks; that of the other benchmarks. */
const bootstrapSeed = 20261005n

export const readWorkbenchRun = (
  input: ReportInput
): Effect.Effect<WorkbenchRun, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const planned = yield* Effect.mapError(
      decodeProtocol(input.protocol),
      ({ message }) => new DamagedRecord({ path: files.protocol, line: 0, reason: message })
    )
    const subjects = new Map(planned.subjects.map((subject) => [subject.id, subject]))
    const trials: Array<TrialRun> = []
    const hits: Array<CapHit> = []
    for (const row of input.scores) {
      const subject = subjects.get(String(row.factors["subject"]))
      if (subject === undefined) return yield* damaged(row, "the protocol has no such subject")
      const calls = yield* readCalls(row.trialId)
      trials.push(yield* trialRun(row, subject, calls))
      hits.push(...calls.own.flatMap((call) => capsOf(subject.id, row.trialId, call)))
      if (planned.judge !== null) hits.push(...capsOf(planned.judge.id, row.trialId, calls.judging))
    }
    const ended = trials.flatMap(({ endedAt }) => endedAt ?? []).toSorted()
    return {
      planned,
      protocolHash: input.protocolHash,
      trials,
      caps: hits
        .map((hit): Cap => ({ ...hit, completedBefore: completedBefore(hit, trials) }))
        .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      scores: scoresOf(planned, trials),
      status: isSample(planned, trials) ? "sample" : "measured",
      snapshotDate: ended.at(-1)?.slice(0, 10) ?? null,
      pending: input.scores.filter(({ terminal }) => !terminal).length
    }
  })

const damaged = (row: ScoreRow, reason: string) =>
  new DamagedRecord({ path: files.scores, line: 0, reason: `trial ${row.trialId}: ${reason}` })

const trialRun = (
  row: ScoreRow,
  subject: FoundSubject,
  calls: SavedCalls
): Effect.Effect<TrialRun, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const notes = yield* Effect.mapError(fromDiagnostics(row), (why) => damaged(row, why))
    const terminal: Terminal | null = (yield* hasTerminal(row.trialId))
      ? yield* readTerminal(row.trialId)
      : null
    const last = decidingOf(calls.own.at(-1) ?? [])
    const tooLong = last !== null && isTooLong(last)
    return {
      row,
      subject,
      task: row.goldId,
      notes,
      metrics: metricsOf(subject, calls),
      score01: tooLong ? 0 : (notes?.score01 ?? null),
      passed: tooLong ? false : (notes?.passed ?? null),
      tooLong,
      endedAt: terminal?.endedAt ?? null,
      overhead: subject.kind === "cloud" && last !== null ? overheadOf(last, subject.startMs) : null,
      loaded: loadedIn(calls)
    }
  })

const loadedIn = ({ own }: SavedCalls): TrialRun["loaded"] => {
  for (const reply of repliesOf(own)) {
    const bytes = numberIn(reply, loaded.bytes)
    const vramBytes = numberIn(reply, loaded.vramBytes)
    if (bytes !== null && vramBytes !== null)
      return { bytes, vramBytes, context: numberIn(reply, loaded.context) }
  }
  return null
}

/** Trials of the subject that had come to an answer by then. */
const completedBefore = ({ at, subject }: CapHit, trials: ReadonlyArray<TrialRun>): number =>
  trials.filter(
    (trial) =>
      trial.subject.id === subject &&
      isModelOutcome(trial.row.outcome) &&
      trial.endedAt !== null &&
      trial.endedAt < at
  ).length

const isSample = ({ preset, subjects }: Planned, trials: ReadonlyArray<TrialRun>): boolean =>
  preset === "sample" ||
  trials.every(({ metrics }) => metrics === null) ||
  subjects.some((subject) => subject.kind === "cloud" && subject.synthetic) ||
  trials.some(({ row }) => row.synthetic_mock)

/** Trials that ran, as scores take them. */
const scoresOf = (planned: Planned, trials: ReadonlyArray<TrialRun>): ReadonlyArray<SubjectScores> =>
  scoreSubjects(
    {
      tasks: planned.tasks.map(({ spec: { category, environments, id } }) => ({
        id,
        category,
        environments
      })),
      subjects: planned.subjects.map((subject) => scoredSubject(subject, planned, trials)),
      runs: trials.flatMap(scoredRun)
    },
    {
      scores: planned.config.scores,
      cost: planned.config.cost,
      resampling: { seed: bootstrapSeed, draws: planned.config.run.bootstrapDraws }
    }
  )

const scoredSubject = (
  { id, kind }: FoundSubject,
  { machine }: Planned,
  trials: ReadonlyArray<TrialRun>
): Subject => ({
  id,
  kind,
  vramFit: kind === "local" ? vramFit(loadedOf(id, trials)) : null,
  // It stood in the list of what is there: somebody had installed it.
  installed: true,
  environment: kind === "local" ? machine.environment : null
})

/** As it was loaded the last time that anybody asked. */
export const loadedOf = (subject: string, trials: ReadonlyArray<TrialRun>): TrialRun["loaded"] =>
  trials.findLast((trial) => trial.subject.id === subject && trial.loaded !== null)?.loaded ?? null

const vramFit = (found: TrialRun["loaded"]): number | null =>
  found === null || found.bytes === 0 ? null : Math.min(1, found.vramBytes / found.bytes)

const scoredRun = ({
  metrics,
  notes,
  passed,
  row,
  score01,
  subject,
  task
}: TrialRun): ReadonlyArray<ScoredRun> =>
  metrics === null
    ? []
    : [
        {
          subject: subject.id,
          task,
          repeat: row.replicate,
          score01,
          passed,
          formatKept: notes?.formatKept ?? null,
          grounded: notes?.grounded ?? null,
          metrics
        }
      ]
