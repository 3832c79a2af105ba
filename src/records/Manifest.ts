import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { httpProtocolIds } from "../llm/Protocol.js"
import { Disk, type DiskError } from "./Disk.js"
import { canonicalHash } from "./Identity.js"
import { readJson, readJsonAs, rowDecoder } from "./JsonFiles.js"
import { type DamagedRecord, IntegrityError, NotARun, type ReadError } from "./RecordError.js"
import { files, RunDirectory } from "./RunDirectory.js"
import { verifyRecorded } from "./recorded.js"

const PlannedFile = Schema.Struct({ sha256: Schema.String, bytes: Schema.Int })

/**
 * What `plan` wrote, by hash. It holds no time, host, path or build fact, so two plans of one configuration are the same
 * bytes (decision 4).
 */
export const Manifest = Schema.Struct({
  formatVersion: Schema.Literal(1),
  identityVersion: Schema.Int,
  experiment: Schema.String,
  /** SHA-256 of the canonical form of `protocol.json`. */
  protocolHash: Schema.String,
  /** SHA-256 over the hashes of the data files: families, examples, cases, gold. */
  datasetHash: Schema.String,
  /** Where live requests would go and how they are written; a resume refuses another. */
  endpoint: Schema.Struct({
    baseUrl: Schema.String,
    protocol: Schema.Literal(...httpProtocolIds),
    truncation: Schema.Literal("disabled", "omit"),
    /** Formats of answers are asked for in the instructions; missing where requests have a field for them. */
    structuredOutput: Schema.optionalWith(Schema.Literal("prompt"), { exact: true })
  }),
  /** Model names as they are sent, sorted. */
  requestedModels: Schema.Array(Schema.String),
  counts: Schema.Struct({ cases: Schema.Int, trials: Schema.Int, blocks: Schema.Int }),
  files: Schema.Record({ key: Schema.String, value: PlannedFile })
})
export type Manifest = typeof Manifest.Type

const decoder = rowDecoder(Manifest)

/** The manifest of the current run; it is written last, so without it there is no run. */
export const readManifest: Effect.Effect<Manifest, NotARun | DiskError | DamagedRecord, Disk | RunDirectory> =
  Effect.gen(function* () {
    const directory = yield* RunDirectory
    const path = directory.file(files.manifest)
    if (!(yield* (yield* Disk).exists(path))) {
      return yield* new NotARun({ path: directory.root, reason: `it has no ${files.manifest}` })
    }
    return yield* readJsonAs(path, decoder)
  })

/** The dataset's identity: SHA-256 over the hashes of all planned files but the protocol and the schedule. */
export const datasetHashOf = (planned: Manifest["files"]): string =>
  canonicalHash(
    Object.fromEntries(
      Object.entries(planned).flatMap(([name, { sha256 }]) =>
        name === files.protocol || name === files.schedule ? [] : [[name, sha256]]
      )
    )
  )

/**
 * Compares every planned file with the manifest, and the manifest's two identities with what they identify. The requests are
 * checked against the schedule, not here.
 */
export const verifyFiles = (manifest: Manifest): Effect.Effect<void, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const directory = yield* RunDirectory
    for (const [name, { sha256 }] of Object.entries(manifest.files)) {
      yield* verifyRecorded(directory.file(name), sha256)
    }
    const identities = [
      [manifest.protocolHash, canonicalHash(yield* readJson(directory.file(files.protocol)))],
      [manifest.datasetHash, datasetHashOf(manifest.files)]
    ] as const
    for (const [found, expected] of identities) {
      if (found !== expected) {
        return yield* new IntegrityError({ path: directory.file(files.manifest), expected, found })
      }
    }
  })

/** The manifest of the current run, whose planned files are what they were. For stages that read them. */
export const readVerifiedManifest: Effect.Effect<Manifest, NotARun | ReadError, Disk | RunDirectory> =
  Effect.tap(readManifest, verifyFiles)
