import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import type { JsonObject } from "../json/Json.js"
import type { Disk, DiskError, Durability } from "../records/Disk.js"
import type { DamagedRecord } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import * as RecordLog from "./RecordLog.js"

/** What an invocation asks of its run; a resume must ask the same. */
export const Mode = Schema.Union(
  Schema.Struct({ type: Schema.Literal("mock"), profile: Schema.String, seed: Schema.String }),
  Schema.Struct({ type: Schema.Literal("live") })
)
export type Mode = typeof Mode.Type

const Started = Schema.Struct({
  type: Schema.Literal("invocation_started"),
  at: Schema.String,
  mode: Mode,
  ledgerRecords: Schema.optional(Schema.NullOr(Schema.Int))
})

const decodeStarted = Schema.decodeUnknownOption(Started)

/** `events.jsonl`: what happened when; the only saved place with times, hosts and builds of a run. */
export interface Events {
  readonly saved: ReadonlyArray<JsonObject>
  readonly record: (type: string, fields: JsonObject) => Effect.Effect<void, DiskError>
}

const collecting = () => {
  const saved: Array<JsonObject> = []
  const replay: RecordLog.Replay = (record) => Either.right(void saved.push(record))
  return { saved, replay }
}

/** Opens the event log of the current run for this process to write. */
export const open = (
  durability: Durability
): Effect.Effect<Events, DiskError | DamagedRecord, Disk | RunDirectory | Scope> =>
  Effect.gen(function* () {
    const { saved, replay } = collecting()
    const log = yield* RecordLog.open((yield* RunDirectory).file(files.events), { durability, replay })
    const record: Events["record"] = (type, fields) =>
      Effect.flatMap(isoNow, (at) => log.append({ at, type, ...fields }))
    if (log.quarantinedBytes > 0) yield* record("torn_event_quarantined", { bytes: log.quarantinedBytes })
    return { saved, record }
  })

export const isoNow: Effect.Effect<string> = Clock.clockWith((clock) =>
  Effect.sync(() => new Date(clock.unsafeCurrentTimeMillis()).toISOString())
)

/** One start of `run` or `resume`. */
export interface SavedInvocation {
  readonly startedAt: string
  /** `null`: it is still running, or it was killed. */
  readonly endedAt: string | null
  readonly mode: Mode
  /** Records that the ledger had when it began; `null` for a simulated model, which keeps none. */
  readonly ledgerRecords: number | null
}

/** The invocations that the events tell of, oldest first. */
export const invocationsOf = (events: ReadonlyArray<JsonObject>): ReadonlyArray<SavedInvocation> => {
  const invocations: Array<SavedInvocation> = []
  for (const event of events) {
    const started = decodeStarted(event)
    if (Option.isSome(started)) {
      const { at, ledgerRecords, mode } = started.value
      invocations.push({ startedAt: at, endedAt: null, mode, ledgerRecords: ledgerRecords ?? null })
    } else if (event.type === "invocation_ended" && typeof event.at === "string") {
      const last = invocations.pop()
      if (last !== undefined) invocations.push({ ...last, endedAt: event.at })
    }
  }
  return invocations
}

/** All events, without opening the file for writing. */
export const readEvents: Effect.Effect<
  ReadonlyArray<JsonObject>,
  DiskError | DamagedRecord,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const { saved, replay } = collecting()
  yield* RecordLog.read((yield* RunDirectory).file(files.events), replay)
  return saved
})
