import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json, JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { Protocol } from "../llm/Protocol.js"
import { protocolOf } from "../llm/protocols.js"
import { callId } from "../records/Call.js"
import { Disk } from "../records/Disk.js"
import { readJson, readRowsAs, rowDecoder } from "../records/JsonFiles.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord } from "../records/RecordError.js"
import { files, RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readRequest, readSchedule } from "../records/Schedule.js"
import type { ReadError, SavedPlan } from "./Experiment.js"
import { Gold } from "./Gold.js"

/** The protocol of the current run. */
export const readProtocol: Effect.Effect<JsonObject, ReadError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const path = (yield* RunDirectory).file(files.protocol)
    const value = yield* readJson(path).pipe(
      Effect.catchIf(
        (error) => error._tag === "DiskError" && error.code === "ENOENT",
        () => new DamagedRecord({ path, line: 0, reason: "it is not there" })
      )
    )
    if (value === null || typeof value !== "object" || Array.isArray(value) || !("experiment" in value)) {
      return yield* new DamagedRecord({ path, line: 0, reason: "it is not a protocol" })
    }
    return value
  }
)

/** The plan as it was saved, for audits and for reading about one trial. */
export const readSavedPlan: Effect.Effect<SavedPlan, ReadError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const services = yield* Effect.context<Disk | RunDirectory>()
    const directory = yield* RunDirectory
    const protocol = yield* readProtocol
    const trials = yield* readSchedule
    return {
      protocol,
      trials,
      rows: (name, decoder) =>
        Effect.provide(
          readRowsAs(directory.file(name), (_path, line, value) => decoder(name, line, value)),
          services
        ),
      request: yield* requestReader("decodeRequest")
    }
  }
)

/**
 * The same plan, of which it is known that deriving it again gives every byte: so its requests are what our codec writes, and are read
 * without being written once more to be compared.
 */
export const withDerivedRequests = (saved: SavedPlan): Effect.Effect<SavedPlan, never, Disk | RunDirectory> =>
  Effect.map(requestReader("parseRequest"), (request) => ({ ...saved, request }))

/** Reads requests whose bytes have the planned hash. */
const requestReader = (
  decode: keyof Pick<Protocol, "decodeRequest" | "parseRequest">
): Effect.Effect<SavedPlan["request"], never, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Disk | RunDirectory>()
    const directory = yield* RunDirectory
    return (trial) =>
      readRequest(trial).pipe(
        Effect.flatMap((bytes) =>
          Either.mapLeft(
            protocolOf(trial)[decode](bytes),
            (error) =>
              new DamagedRecord({
                path: directory.trialFile(trial.trialId, trialFiles.request),
                line: 0,
                reason: error.message
              })
          )
        ),
        Effect.provide(services)
      )
  })

/** The saved request of a later call of a trial. */
export const readLaterRequest = (
  trial: PlannedTrial,
  call: number
): Effect.Effect<LlmRequest, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const path = (yield* RunDirectory).trialFile(callId(trial.trialId, call), trialFiles.request)
    return yield* Either.mapLeft(
      protocolOf(trial).decodeRequest(yield* (yield* Disk).read(path)),
      ({ message }) => new DamagedRecord({ path, line: 0, reason: message })
    )
  })

const GoldRow = Schema.Struct({ goldId: Schema.String, answer: Schema.Unknown })

const goldDecoder = rowDecoder(GoldRow)

/** The answer key by gold id, each answer sealed. */
export const readGold: Effect.Effect<
  ReadonlyMap<string, Gold<Json>>,
  ReadError,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const rows = yield* readRowsAs((yield* RunDirectory).file(files.gold), goldDecoder)
  // A row came out of the strict parser, so its answer is Json.
  return new Map(rows.map(({ goldId, answer }) => [goldId, Gold.seal(answer as Json)]))
})

/** Concurrency and rates that the protocol plans, with the specification's defaults where it plans none (8.3, 9.2). */
export const readPace: Effect.Effect<
  { readonly concurrency: number; readonly maxRpm: number; readonly maxTpm: number },
  ReadError,
  Disk | RunDirectory
> = Effect.map(readProtocol, ({ concurrency, maxRpm, maxTpm }) => ({
  concurrency: typeof concurrency === "number" ? concurrency : 4,
  maxRpm: typeof maxRpm === "number" ? maxRpm : 60,
  maxTpm: typeof maxTpm === "number" ? maxTpm : 200_000
}))
