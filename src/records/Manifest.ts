import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Disk, type DiskError } from "./Disk.js"
import { sha256Hex } from "./Identity.js"
import { readJsonAs, rowDecoder } from "./JsonFiles.js"
import { type DamagedRecord, IntegrityError, NotARun } from "./RecordError.js"
import { files, RunDirectory } from "./RunDirectory.js"

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
    protocol: Schema.Literal("responses"),
    truncation: Schema.Literal("disabled", "omit")
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

/** Compares every planned file with the manifest; the requests are checked against the schedule, not here. */
export const verifyFiles = (
  manifest: Manifest
): Effect.Effect<void, IntegrityError | DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    for (const [name, { sha256 }] of Object.entries(manifest.files)) {
      const path = directory.file(name)
      const found = sha256Hex(yield* disk.read(path))
      if (found !== sha256) return yield* new IntegrityError({ path, expected: sha256, found })
    }
  })
