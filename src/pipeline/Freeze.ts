import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { prettyJson } from "../json/JsonWriter.js"
import { protocolOf } from "../llm/protocols.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { canonicalHash, sha256Hex } from "../records/Identity.js"
import { readJsonAs, rowDecoder } from "../records/JsonFiles.js"
import { type Manifest, readManifest } from "../records/Manifest.js"
import { IntegrityError, type NotARun, type ReadError } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import { savedAttempts } from "../records/TrialRecord.js"
import * as Events from "../runner/Events.js"
import * as RunLock from "../runner/RunLock.js"
import { ensureAudited } from "./audit.js"
import { buildFacts } from "./buildFacts.js"
import type { Experiment } from "./Experiment.js"
import { type AuditFailed, RunConflict } from "./PipelineError.js"
import { Capabilities, settingsOf } from "./preflight.js"
import { readBuildHash } from "./programFiles.js"
import { readNpmVersion, readSourceState } from "./provenance.js"
import { readProtocol } from "./SavedRun.js"
import * as Stage from "./Stage.js"

/** What the hash of a freeze is over: one entry a thing, so that a change can be named. */
const FrozenParts = Schema.Record({ key: Schema.String, value: Schema.String })

/** `freeze.json`: the run as it was before its first request (7.6). */
export const FreezeRecord = Schema.Struct({
  formatVersion: Schema.Literal(1),
  /** What `run --protocol-hash` must repeat: SHA-256 over the canonical form of `parts`. */
  hash: Schema.String,
  parts: FrozenParts,
  frozenAt: Schema.String,
  requestedModels: Schema.Array(Schema.String),
  endpoint: Schema.String,
  program: Schema.Struct({
    program: Schema.String,
    effect: Schema.String,
    node: Schema.String,
    npm: Schema.NullOr(Schema.String),
    platform: Schema.String
  }),
  source: Schema.NullOr(
    Schema.Struct({
      commit: Schema.String,
      dirty: Schema.Array(Schema.String),
      diffSha256: Schema.String,
      remote: Schema.NullOr(Schema.String)
    })
  )
})
export type FreezeRecord = typeof FreezeRecord.Type

const freezeFile = "freeze.json"
const copies = {
  capabilities: "capabilities.json",
  preregistration: "preregistration.md",
  dataset: "dataset-manifest.json",
  templates: "prompt-template-hashes.json"
} as const

const capabilitiesDecoder = rowDecoder(Capabilities)
const freezeDecoder = rowDecoder(FreezeRecord)

/**
 * Fixes a run before its first live request: what is asked, how it is graded, which program does it, what the server can do and what will be
 * concluded from what. `capabilitiesPath` is the record of a preflight with the same settings. Prints the hash that
 * `run --protocol-hash` must repeat.
 */
export const freeze = (
  experiment: Experiment,
  capabilitiesPath: string
): Stage.Stage<
  FreezeRecord,
  NotARun | ReadError | AuditFailed | RunConflict | RunLock.RunLocked,
  Disk | RunDirectory | RunLock.Processes
> =>
  Stage.make({
    name: "freeze",
    reads: [files.manifest, files.protocol, files.audit, "trials/*/request.json"],
    writes: [freezeFile, ...Object.values(copies)],
    run: Effect.gen(function* () {
      const disk = yield* Disk
      const directory = yield* RunDirectory
      const manifest = yield* readManifest
      yield* RunLock.acquire
      yield* ensureAudited(experiment)
      yield* refuseBegun
      const protocol = yield* readProtocol
      const capabilities = yield* readJsonAs(capabilitiesPath, capabilitiesDecoder)
      yield* refuseOtherCapabilities(capabilities, manifest, settingsOf(protocol))

      yield* disk.replace(directory.file(copies.capabilities), yield* disk.read(capabilitiesPath), "durable")
      yield* disk.replace(
        directory.file(copies.preregistration),
        experiment.preregistration(protocol, manifest.counts),
        "durable"
      )
      const { datasetHash } = manifest
      const dataset = { datasetHash, counts: { ...manifest.counts }, files: { ...manifest.files } }
      yield* disk.replace(directory.file(copies.dataset), `${prettyJson(dataset)}\n`, "durable")
      yield* disk.replace(
        directory.file(copies.templates),
        `${prettyJson(protocol["templates"] ?? null)}\n`,
        "durable"
      )

      const parts = yield* readParts
      const { node, platform, program, effect } = buildFacts
      const record: FreezeRecord = {
        formatVersion: 1,
        hash: canonicalHash(parts),
        parts,
        frozenAt: yield* Events.isoNow,
        requestedModels: manifest.requestedModels,
        endpoint: manifest.endpoint.baseUrl,
        program: { program, effect, node, npm: yield* readNpmVersion, platform },
        source: yield* readSourceState
      }
      const source = record.source === null ? null : { ...record.source }
      yield* disk.replace(
        directory.file(freezeFile),
        `${prettyJson({ ...record, program: { ...record.program }, source })}\n`,
        "durable"
      )
      return record
    }).pipe(Effect.scoped)
  })

/** Nothing may be fixed after the first answer. */
const refuseBegun = Effect.gen(function* () {
  for (const { trialId } of yield* readSchedule) {
    if ((yield* savedAttempts(trialId)).length > 0) {
      return yield* new RunConflict({
        reason: "trials of this run have been sent already; a freeze must come first"
      })
    }
  }
})

/** The preflight must have asked the same server for the same thing, and must have succeeded. */
const refuseOtherCapabilities = (
  found: Capabilities,
  { endpoint, requestedModels }: Manifest,
  wanted: ReturnType<typeof settingsOf>
): Effect.Effect<void, RunConflict> => {
  const differing = [
    ["base URL", found.baseUrl, endpoint.baseUrl],
    ["protocol", protocolOf(found).id, endpoint.protocol],
    ["model", found.requestedModel, requestedModels.join(", ")],
    ["reasoning effort", found.reasoningEffort, wanted.reasoningEffort],
    ["output limit", found.maxOutputTokens, wanted.maxOutputTokens],
    ["truncation", found.truncation, endpoint.truncation]
  ].filter(([, has, needs]) => has !== needs)
  const problems = [
    ...(found.ok ? [] : ["the preflight did not succeed"]),
    ...differing.map(([what, has, needs]) => `its ${what} is ${has}, and this run's is ${needs}`)
  ]
  return problems.length === 0
    ? Effect.void
    : new RunConflict({ reason: `the capabilities do not match this run: ${problems.join("; ")}` })
}

const programPart = "the program"

/** The frozen things as they are now. The manifest stands for data, schedule and requests, which are checked against it. */
const readParts: Effect.Effect<Record<string, string>, DiskError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    const parts: Record<string, string> = { [programPart]: yield* readBuildHash }
    for (const name of [files.manifest, ...Object.values(copies)]) {
      parts[name] = sha256Hex(yield* disk.read(directory.file(name)))
    }
    return parts
  }
)

/**
 * The gate before live requests of a frozen run: `given` must be the hash that `freeze` printed, and nothing may have
 * changed since. A run whose experiment asks for a freeze is refused without one.
 */
export const passFreeze = (
  experiment: Experiment,
  given: string | null
): Effect.Effect<FreezeRecord | null, RunConflict | ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const directory = yield* RunDirectory
    const path = directory.file(freezeFile)
    if (!(yield* (yield* Disk).exists(path))) {
      if (given !== null)
        return yield* new RunConflict({ reason: "--protocol-hash was given, and the run is not frozen" })
      return experiment.needsFreeze(yield* readProtocol)
        ? yield* new RunConflict({
            reason: "this run must be frozen before anything live is sent: icl-bench freeze"
          })
        : null
    }
    const record = yield* readJsonAs(path, freezeDecoder)
    if (given === null) {
      return yield* new RunConflict({ reason: "this run is frozen; give its hash with --protocol-hash" })
    }
    const found = canonicalHash(record.parts)
    if (found !== record.hash) return yield* new IntegrityError({ path, expected: record.hash, found })
    if (found !== given) {
      // Which of the two is wrong only the user can tell, who has what freeze printed.
      return yield* new IntegrityError({ path: `--protocol-hash, or ${path},`, expected: given, found })
    }
    yield* refuseChanged(record, yield* readParts)
    return record
  })

/**
 * For a check by others: the frozen things are as they were. Another build may look, so the program that ran is not compared. `false` for a run
 * that was never frozen.
 */
export const checkFrozen: Effect.Effect<boolean, ReadError, Disk | RunDirectory> = Effect.gen(function* () {
  const path = (yield* RunDirectory).file(freezeFile)
  if (!(yield* (yield* Disk).exists(path))) return false
  const record = yield* readJsonAs(path, freezeDecoder)
  const found = canonicalHash(record.parts)
  if (found !== record.hash) return yield* new IntegrityError({ path, expected: record.hash, found })
  const parts = Object.fromEntries(Object.entries(record.parts).filter(([name]) => name !== programPart))
  yield* refuseChanged({ parts }, yield* readParts)
  return true
})

const refuseChanged = (
  { parts }: Pick<FreezeRecord, "parts">,
  now: Readonly<Record<string, string>>
): Effect.Effect<void, IntegrityError> =>
  Effect.forEach(
    Object.entries(parts),
    ([name, expected]) => {
      const found = now[name] ?? "nothing"
      return found === expected ? Effect.void : new IntegrityError({ path: name, expected, found })
    },
    { discard: true }
  )
