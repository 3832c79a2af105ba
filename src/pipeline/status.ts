import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../json/Json.js"
import { trialOfCall } from "../records/Call.js"
import type { Disk } from "../records/Disk.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import { hasTerminal, readTerminal, savedAttempts, type Terminal } from "../records/TrialRecord.js"
import { invocationsOf, readEvents } from "../runner/Events.js"
import { budgetWindow } from "../runner/Gate.js"
import { LedgerReplay, ledgerFile } from "../runner/Ledger.js"
import { lastCap } from "../runner/meter.js"
import * as RecordLog from "../runner/RecordLog.js"
import * as RunLock from "../runner/RunLock.js"
import type { Spending } from "../runner/Spending.js"
import type { Experiment, ReadError } from "./Experiment.js"
import * as Stage from "./Stage.js"

/** Trials by what became of them. */
export interface Progress {
  readonly planned: number
  /** Over, with a reply that can be judged. */
  readonly withResponse: number
  /** Over, or left behind, with a request whose outcome is unknown. */
  readonly ambiguous: number
  /** Over, and missing for another reason of the infrastructure. */
  readonly missing: number
  readonly inFlight: number
  readonly pending: number
}

export interface Status extends Progress {
  /** Who writes to the run now. */
  readonly writer: RunLock.Writer | null
  readonly tokens: {
    readonly window: string
    /** Of the window: reported by replies, and reserved. */
    readonly used: number
    readonly reserved: number
    /** Reserved on earlier dates and never resolved. */
    readonly carried: number
    /** The last cap that was given for the window. */
    readonly cap: number | null
    /** Reported by replies over all dates. */
    readonly usedInAll: number
  }
  readonly attempts: { readonly generation: number; readonly count: number }
  /** What the last start has sent and used by itself; `null` where no ledger tells. */
  readonly lastStart: Spending | null
  /** Of the last invocation; `null` before anything has ended in it. */
  readonly trialsPerMinute: number | null
  readonly minutesLeft: number | null
  readonly lastStop: string | null
  readonly conditions: ReadonlyArray<
    Progress & { readonly condition: Readonly<Record<string, string | number>> }
  >
}

/** How a run stands, from its files: also while another process writes to it, and after a crash. Changes nothing. */
export const status = (
  experiment: Experiment
): Stage.Stage<Status, NotARun | ReadError, Disk | RunDirectory | RunLock.Processes> =>
  Stage.make({
    name: "status",
    reads: [files.manifest, files.schedule, files.events, ledgerFile, "trials/*/terminal.json"],
    writes: [],
    run: Effect.gen(function* () {
      yield* readVerifiedManifest
      const events = yield* readEvents
      const lastStart = invocationsOf(events).at(-1)
      const ledger = new LedgerReplay(undefined, lastStart?.ledgerRecords ?? undefined)
      yield* RecordLog.read((yield* RunDirectory).file(ledgerFile), ledger.replay)
      const trials = yield* readSchedule
      const writer = yield* RunLock.currentWriter
      const running = writer !== null && writer.verdict !== "dead"
      const nowMs = yield* Clock.currentTimeMillis
      const window = budgetWindow(nowMs, ledger.budget.latestWindow())

      const open = new Map<string, OpenCall>()
      for (const { attempt, trialId } of ledger.open.values()) {
        const saved = (yield* savedAttempts(trialId)).at(-1) ?? 0
        const trial = trialOfCall(trialId)
        open.set(trial, { isLost: (open.get(trial)?.isLost ?? false) || attempt > saved })
      }
      const all: Array<Fate> = []
      const conditions = new Map<string, Array<Fate>>()
      const ends: Array<string> = []
      for (const trial of trials) {
        const terminal = (yield* hasTerminal(trial.trialId)) ? yield* readTerminal(trial.trialId) : null
        const fate = fateOf(terminal, open.get(trial.trialId), running)
        const key = JSON.stringify(experiment.conditionFactors.map((name) => trial.factors[name] ?? ""))
        all.push(fate)
        const fates = conditions.get(key) ?? []
        fates.push(fate)
        conditions.set(key, fates)
        if (terminal !== null) ends.push(terminal.endedAt)
      }
      const overall = progressOf(all)

      const { known, held } = ledger.budget.use(window)
      return {
        ...overall,
        writer,
        tokens: {
          window,
          used: known,
          reserved: held,
          carried: ledger.budget.carried(window),
          cap: lastCap(events, window),
          usedInAll: ledger.budget.totalKnown()
        },
        attempts: { generation: ledger.inAll.total.generations, count: ledger.inAll.total.counts },
        lastStart: typeof lastStart?.ledgerRecords === "number" ? ledger.later.total : null,
        ...paceOf(lastStart?.startedAt ?? "", ends, overall.pending + overall.inFlight),
        lastStop: lastStop(events),
        conditions: [...conditions].map(([key, fates]) => ({
          condition: Object.fromEntries(
            // The key was written a few lines above.
            (JSON.parse(key) as ReadonlyArray<string | number>).map((value, index) => [
              experiment.conditionFactors[index] ?? "",
              value
            ])
          ),
          ...progressOf(fates)
        }))
      }
    })
  })

type Fate = "response" | "ambiguous" | "missing" | "in_flight" | "pending"

/** Of a trial, what the books do not know the cost of. */
interface OpenCall {
  /** A request left, and no reply to it or to a later one was saved. */
  readonly isLost: boolean
}

/** A request without an end is under way while somebody runs the trial. When nobody does it is lost, unless its reply is there: then it is to be gone on with. */
const fateOf = (terminal: Terminal | null, open: OpenCall | undefined, running: boolean): Fate => {
  if (terminal === null) {
    if (open === undefined) return "pending"
    return running ? "in_flight" : open.isLost ? "ambiguous" : "pending"
  }
  if (terminal.conclusion === "response") return "response"
  return terminal.conclusion === "ambiguous_outcome" ? "ambiguous" : "missing"
}

const progressOf = (fates: ReadonlyArray<Fate>): Progress => {
  const count = (...wanted: ReadonlyArray<Fate>): number =>
    fates.filter((fate) => wanted.includes(fate)).length
  return {
    planned: fates.length,
    withResponse: count("response"),
    ambiguous: count("ambiguous"),
    missing: count("missing"),
    inFlight: count("in_flight"),
    pending: count("pending")
  }
}

/** Ends a minute since the last invocation began, and what that means for the rest. */
const paceOf = (startedAt: string, ends: ReadonlyArray<string>, left: number) => {
  const recent = ends.filter((at) => startedAt !== "" && at >= startedAt)
  const latest = [...recent].sort().at(-1) ?? startedAt
  const minutes = (Date.parse(latest) - Date.parse(startedAt)) / 60_000
  const trialsPerMinute = recent.length > 0 && minutes > 0 ? recent.length / minutes : null
  return { trialsPerMinute, minutesLeft: trialsPerMinute === null ? null : left / trialsPerMinute }
}

const lastStop = (events: ReadonlyArray<JsonObject>): string | null => {
  const ended = events.findLast(({ type }) => type === "invocation_ended")
  const stop = ended?.stop
  return stop !== null && typeof stop === "object" && "advice" in stop && typeof stop.advice === "string"
    ? stop.advice
    : null
}
