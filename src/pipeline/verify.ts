import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { renderJsonLine } from "../json/JsonLines.js"
import { Disk } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { type Manifest, readManifest, verifyFiles } from "../records/Manifest.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule, verifyRequests } from "../records/Schedule.js"
import { hasTerminal, readTerminal } from "../records/TrialRecord.js"
import { csvLine } from "../report/Csv.js"
import { Progress } from "../runner/Progress.js"
import { readAudit, rederive } from "./audit.js"
import { checkConversations } from "./checkConversations.js"
import type { AuditCheck, Experiment, ReadError, ReportOutput } from "./Experiment.js"
import { checkFrozen } from "./Freeze.js"
import { reconcile } from "./reconcile.js"
import { makeReport } from "./report.js"
import { readGold, readProtocol, readSavedPlan, withDerivedRequests } from "./SavedRun.js"
import * as Stage from "./Stage.js"
import { hiddenReplies } from "./savedReplies.js"
import { readOpenTrials, scoreTrial } from "./score.js"

export interface Verification {
  readonly passed: boolean
  readonly checks: ReadonlyArray<AuditCheck>
  /** Trials with an end, of all that were planned: of an empty run there is little to check. `null`: the plan cannot be read. */
  readonly trials: { readonly over: number; readonly planned: number } | null
}

/**
 * A third party's check of a finished run, without a key, a network or trust in whoever ran it: the plan derives from the protocol, the
 * experiment's audit holds, every body decodes and grades to the saved scores, the report follows from them byte for byte, and
 * the books agree with each other. It changes nothing, and names what differs.
 */
export const verify = (experiment: Experiment): Stage.Stage<Verification, NotARun, Disk | RunDirectory> =>
  Stage.make({
    name: "verify",
    reads: ["*"],
    writes: [],
    run: Effect.gen(function* () {
      const manifest = yield* named("the manifest can be read", readManifest)
      if (manifest.value === null) return conclude([manifest.check])
      const plan = [
        manifest.check,
        (yield* named("planned files match their hashes", verifyFiles(manifest.value))).check,
        (yield* named("requests match the schedule", Effect.flatMap(readSchedule, verifyRequests))).check
      ]
      const frozen = yield* named("what was frozen before the first request is unchanged", checkFrozen)
      if (frozen.value !== false) plan.push(frozen.check)
      const saved = yield* named("the plan can be read", readSavedPlan)
      if (saved.value === null) return conclude([...plan, saved.check])
      const derived = yield* named(
        "the plan can be derived",
        rederive(experiment, manifest.value, saved.value)
      )
      const known = plan.every(({ passed }) => passed) && derived.value?.passed === true
      const audited = yield* named(
        "the audit can be repeated",
        experiment.audit(known ? yield* withDerivedRequests(saved.value) : saved.value)
      )
      const books = yield* named(
        "the books can be read",
        reconcile(
          saved.value.trials.map(({ trialId }) => trialId),
          manifest.value.protocolHash
        )
      )
      const ends = yield* named("the ends of trials can be looked for", countEnds(saved.value.trials))
      const checks = [
        ...plan,
        ...(derived.value === null ? [derived.check] : [derived.value]),
        (yield* named("the audit that was passed is of this plan", compareAudit)).check,
        ...(audited.value ?? [audited.check]),
        ...(books.value ?? [books.check]),
        (yield* named("no end hides a reply that can be judged", findHidden)).check,
        (yield* named("saved bodies grade to the saved scores", compareScores(experiment))).check,
        (yield* named("the report follows from the saved files", compareReport(experiment))).check,
        ...(yield* followConversations(experiment, manifest.value)),
        ...(yield* recheck(experiment))
      ]
      return conclude(checks, ends.value)
    })
  })

const conclude = (
  checks: ReadonlyArray<AuditCheck>,
  trials: Verification["trials"] = null
): Verification => ({
  passed: checks.every(({ passed }) => passed),
  checks,
  trials
})

/** How many of the planned trials have an end. */
const countEnds = (trials: ReadonlyArray<PlannedTrial>) =>
  Effect.map(
    Effect.filter(trials, ({ trialId }) => hasTerminal(trialId)),
    ({ length }) => ({ over: length, planned: trials.length })
  )

/** Runs a step; its failure is a failed check with the step's name, and verification goes on. */
const named = <A, E extends { readonly message: string }, R>(name: string, step: Effect.Effect<A, E, R>) =>
  step.pipe(
    Effect.map((value) => ({ value, check: { name, passed: true, checked: 1, detail: "" } })),
    Effect.catchAll((error) =>
      Effect.succeed({ value: null, check: { name, passed: false, checked: 1, detail: error.message } })
    )
  )

class Differs {
  constructor(readonly message: string) {}
}

/** A trial that counts as missing takes its pair out of the comparison: it must not be one that was answered. */
const findHidden: Effect.Effect<void, ReadError | Differs, Disk | RunDirectory> = Effect.gen(function* () {
  for (const trial of yield* readSchedule) {
    if (!(yield* hasTerminal(trial.trialId))) continue
    const terminal = yield* readTerminal(trial.trialId)
    const [attempt] = yield* hiddenReplies(trial, terminal)
    if (attempt !== undefined) {
      return yield* Effect.fail(
        new Differs(
          `trials/${trial.trialId}/terminal.json says ${terminal.conclusion}, and attempt ${attempt} has a reply that can be judged`
        )
      )
    }
  }
})

/** The manifest's own fields, such as the endpoint, are bound by nothing but the audit that a run begins with. */
const compareAudit: Effect.Effect<void, ReadError | Differs, Disk | RunDirectory> = Effect.gen(function* () {
  const { record, manifestSha256 } = yield* readAudit
  if (record.manifestSha256 !== manifestSha256)
    return yield* Effect.fail(
      new Differs(`${files.audit} is of another ${files.manifest} than the one that is there`)
    )
  if (!record.passed || record.checks.some(({ passed }) => !passed))
    return yield* Effect.fail(new Differs(`${files.audit} says that a check failed`))
})

const recheck = (
  experiment: Experiment
): Effect.Effect<ReadonlyArray<AuditCheck>, never, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    if (experiment.recheck === undefined) return []
    const again = yield* named(
      "the report's figures can be computed again",
      experiment.recheck((name) => disk.read(directory.file(name)))
    )
    return [again.value ?? again.check]
  })

const followConversations = (
  experiment: Experiment,
  manifest: Manifest
): Effect.Effect<ReadonlyArray<AuditCheck>, never, Disk | RunDirectory> =>
  Effect.gen(function* () {
    if (experiment.conversation?.reproducible !== true && experiment.judgement === undefined) return []
    const again = yield* named("the conversations can be led again", checkConversations(experiment, manifest))
    return [again.value ?? again.check]
  })

const compareScores = (
  experiment: Experiment
): Effect.Effect<void, ReadError | Differs, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const gold = yield* readGold
    const open = yield* readOpenTrials
    const saved = yield* disk.read((yield* RunDirectory).file(files.scores))
    const lines = linesOf(saved)
    const columns = experiment.trialColumns(yield* readProtocol)
    const table = [csvLine(columns.map(([name]) => name))]
    const trials = yield* readSchedule
    const progress = yield* Progress
    for (const [index, trial] of trials.entries()) {
      progress.tell({ stage: "grading again", done: index, total: trials.length })
      const row = yield* scoreTrial(experiment, trial, gold, open)
      if (renderJsonLine({ ...row }) !== `${lines[index] ?? ""}\n`) {
        return yield* Effect.fail(
          new Differs(`${files.scores}:${index + 1} (trial ${trial.trialId}) is not what its body gives`)
        )
      }
      table.push(csvLine(columns.map(([, cell]) => cell(row))))
    }
    if (lines.length !== trials.length + 1 || lines.at(-1) !== "") {
      return yield* Effect.fail(
        new Differs(`${files.scores} does not have one line for each of ${trials.length} trials`)
      )
    }
    const again = linesOf(Buffer.from(table.join("")))
    const savedTable = linesOf(yield* disk.read((yield* RunDirectory).file(files.trials)))
    for (let index = 0; index < Math.max(again.length, savedTable.length); index++) {
      if (again[index] !== savedTable[index]) {
        return yield* Effect.fail(new Differs(`${files.trials}:${index + 1} is not what the scores give`))
      }
    }
  })

const linesOf = (bytes: Uint8Array): ReadonlyArray<string> => Buffer.from(bytes).toString("utf8").split("\n")

const compareReport = (
  experiment: Experiment
): Effect.Effect<void, ReadError | Differs | { readonly message: string }, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    const output = yield* makeReport(experiment)
    for (const { content, name } of output.files) {
      const saved: Option.Option<Uint8Array> = yield* disk.readIfExists(directory.file(name))
      const same = Option.isSome(saved) && sha256Hex(saved.value) === sha256Hex(content)
      if (!same) return yield* Effect.fail(new Differs(`${name} is not what the saved files give`))
    }
    const foreign = foreignNames(output, yield* disk.list(directory.root))
    if (foreign.length > 0)
      return yield* Effect.fail(
        new Differs(foreign.map((name) => `${name} is no file of this report`).join("; "))
      )
  })

/** What passes for a file of the report by its name, and is none. */
const foreignNames = (
  { files: own, reserved }: ReportOutput,
  found: ReadonlyArray<string>
): ReadonlyArray<string> =>
  found.filter((name) => reserved?.test(name) === true && !own.some((file) => file.name === name))
