import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { prettyJson, renderJson } from "../json/JsonWriter.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { readJsonAs, rowDecoder } from "../records/JsonFiles.js"
import { type Manifest, readManifest, verifyFiles } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { verifyRequests } from "../records/Schedule.js"
import * as RunLock from "../runner/RunLock.js"
import type { AuditCheck, Experiment, ReadError, SavedPlan } from "./Experiment.js"
import { materialise } from "./materialise.js"
import { AuditFailed, type PlanRefused } from "./PipelineError.js"
import { readSavedPlan, withDerivedRequests } from "./SavedRun.js"
import * as Stage from "./Stage.js"

/** `audit.json`: what was checked of which plan. A run needs one that passed, for exactly its manifest. */
export const AuditRecord = Schema.Struct({
  formatVersion: Schema.Literal(1),
  manifestSha256: Schema.String,
  passed: Schema.Boolean,
  checks: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      passed: Schema.Boolean,
      checked: Schema.Int,
      detail: Schema.String
    })
  )
})
export type AuditRecord = typeof AuditRecord.Type

const decoder = rowDecoder(AuditRecord)

type AuditError = NotARun | ReadError | AuditFailed

/**
 * Checks a plan before anything is spent on it (specification 5.4, 5.5): the files are what the manifest says, the plan can be
 * derived again byte for byte, and the experiment's own checks hold. Writes `audit.json`; fails if a check failed. A run makes that file
 * too, and rests on it, so the audit takes the run's lock, and is refused while another process holds it.
 */
export const audit = (
  experiment: Experiment
): Stage.Stage<AuditRecord, AuditError | RunLock.RunLocked, Disk | RunDirectory | RunLock.Processes> =>
  Stage.make({
    name: "audit",
    reads: [files.manifest, files.protocol, files.cases, files.gold, files.schedule, "trials/*/request.json"],
    writes: [files.audit],
    run: Effect.scoped(
      Effect.gen(function* () {
        yield* readManifest
        const takenFrom = yield* RunLock.acquire
        if (takenFrom !== null)
          yield* Effect.logInfo(`the lock of ${takenFrom}, which has ended, was taken over`)
        return yield* auditPlan(experiment)
      })
    )
  })

/** Whoever calls it holds the lock of the run. */
const auditPlan = (experiment: Experiment): Effect.Effect<AuditRecord, AuditError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const manifest = yield* readManifest
    yield* verifyFiles(manifest)
    const saved = yield* readSavedPlan
    yield* verifyRequests(saved.trials)
    const derived = yield* rederive(experiment, manifest, saved)
    const checks = [
      {
        name: "saved files and requests match their hashes",
        passed: true,
        checked: Object.keys(manifest.files).length + saved.trials.length,
        detail: ""
      },
      derived,
      ...(yield* experiment.audit(derived.passed ? yield* withDerivedRequests(saved) : saved))
    ]
    const failed = checks.filter((check) => !check.passed || check.checked === 0)
    const record = yield* write(checks, failed.length === 0)
    if (failed.length > 0) {
      return yield* new AuditFailed({ failed: failed.map(({ name, detail }) => `${name}: ${detail}`) })
    }
    return record
  })

/** Plans again from the saved protocol, without writing, and compares the manifests. */
export const rederive = (
  experiment: Experiment,
  manifest: Manifest,
  saved: SavedPlan
): Effect.Effect<AuditCheck, DiskError> =>
  Effect.gen(function* () {
    const derived = yield* experiment.derive(saved.protocol)
    const sink = { append: () => Effect.void, request: () => Effect.void }
    const { baseUrl, protocol } = manifest.endpoint
    const again = yield* materialise(experiment.id, saved.protocol, derived, { baseUrl, protocol }, sink)
    const differing = Object.keys({ ...again.files, ...manifest.files }).filter(
      (name) => again.files[name]?.sha256 !== manifest.files[name]?.sha256
    )
    const same = differing.length === 0 && renderJson({ ...again }) === renderJson({ ...manifest })
    return {
      name: "the plan derives from its protocol again, byte for byte",
      passed: same,
      checked: Object.keys(again.files).length,
      detail: same ? "" : `different: ${differing.join(", ") || files.manifest}`
    }
  }).pipe(
    Effect.catchTag("PlanRefused", (error: PlanRefused) =>
      Effect.succeed({
        name: "the plan derives from its protocol again, byte for byte",
        passed: false,
        checked: 1,
        detail: error.message
      })
    )
  )

const write = (
  checks: ReadonlyArray<AuditCheck>,
  passed: boolean
): Effect.Effect<AuditRecord, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    const manifestSha256 = sha256Hex(yield* disk.read(directory.file(files.manifest)))
    const record: AuditRecord = { formatVersion: 1, manifestSha256, passed, checks }
    const rows = checks.map((check) => ({ ...check }))
    yield* disk.replace(directory.file(files.audit), `${prettyJson({ ...record, checks: rows })}\n`)
    return record
  })

/** The saved audit, and the hash of the manifest that is there now. */
export const readAudit = Effect.gen(function* () {
  const directory = yield* RunDirectory
  const manifestSha256 = sha256Hex(yield* (yield* Disk).read(directory.file(files.manifest)))
  return { record: yield* readJsonAs(directory.file(files.audit), decoder), manifestSha256 }
})

/** The audit that this very plan has passed: the saved one, or a new one where none fits. For stages that hold the lock of the run. */
export const ensureAudited = (
  experiment: Experiment
): Effect.Effect<AuditRecord, AuditError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const path = (yield* RunDirectory).file(files.audit)
    const saved = (yield* (yield* Disk).exists(path)) ? yield* Effect.either(readAudit) : undefined
    return saved !== undefined &&
      Either.isRight(saved) &&
      saved.right.record.passed &&
      saved.right.record.manifestSha256 === saved.right.manifestSha256
      ? saved.right.record
      : yield* auditPlan(experiment)
  })
