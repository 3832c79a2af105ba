import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { renderJson } from "../json/JsonWriter.js"
import { type HttpExchange, RawBody } from "../llm/HttpExchange.js"
import type { Disk, DiskError, Durability } from "./Disk.js"
import { sha256Hex } from "./Identity.js"
import { readJsonAs, rowDecoder } from "./JsonFiles.js"
import { TrialProtocol } from "./PlannedTrial.js"
import { DamagedRecord, type IntegrityError } from "./RecordError.js"
import { RunDirectory, trialFiles } from "./RunDirectory.js"
import { readRecorded } from "./recorded.js"
import { withFiles } from "./withFiles.js"

/** `attempt-NNN-meta.json`: one HTTP attempt. It is written after the body that it names. */
export const AttemptMeta = Schema.Struct({
  formatVersion: Schema.Literal(1),
  trialId: Schema.String,
  /** 1-based. */
  attempt: Schema.Int,
  requestSha256: Schema.String,
  /** What the body is to be read by. */
  protocol: TrialProtocol,
  maxOutputTokens: Schema.Int,
  /** ISO 8601, UTC. */
  startedAt: Schema.String,
  /** Waits before this attempt: in queues, for a retry. */
  queueMs: Schema.Int,
  backoffMs: Schema.Int,
  /** From the send to the last byte, by a clock that never runs backwards. */
  durationMs: Schema.Int,
  /** `null` when no complete reply arrived. */
  reply: Schema.NullOr(
    Schema.Struct({
      httpStatus: Schema.Int,
      headers: Schema.Record({ key: Schema.String, value: Schema.String }),
      bodySha256: Schema.String,
      bodyBytes: Schema.Int
    })
  ),
  /** What the attempt failed with; `null` for a decoded reply. */
  error: Schema.NullOr(
    Schema.Struct({
      tag: Schema.String,
      /** Of a transport failure: `connect`, `request` or `body`, and the system's word for it. */
      stage: Schema.NullOr(Schema.Literal("connect", "request", "body")),
      code: Schema.NullOr(Schema.String),
      ambiguousOutcome: Schema.Boolean,
      message: Schema.String
    })
  ),
  /** Parts of the reply that the decoder did not know (decision 11). */
  unknownParts: Schema.Array(Schema.String),
  /** A known secret was taken out of the reply before it was saved. */
  redacted: Schema.Boolean,
  synthetic_mock: Schema.Boolean
})
export type AttemptMeta = typeof AttemptMeta.Type

const Conclusion = Schema.Literal(
  "response",
  "api_rejected",
  "transport_failure",
  "ambiguous_outcome",
  "decode_failure"
)

/** `terminal.json`: the trial is over. A right answer, a wrong one, a refusal and a failure are all ends (9.4). */
export const Terminal = Schema.Struct({
  formatVersion: Schema.Literal(1),
  trialId: Schema.String,
  /** `response`: the model can be judged from the saved body; otherwise what was missing. */
  conclusion: Conclusion,
  /** One sentence on a missing outcome; `null` for a response. */
  reason: Schema.NullOr(Schema.String),
  /** Model calls, the last of which decided; missing where the planned one was all. */
  calls: Schema.optionalWith(Schema.Int.pipe(Schema.greaterThan(1)), { exact: true }),
  /** The attempt of the last call that decided, 1-based; attempts before it failed and were retried. */
  decidingAttempt: Schema.Int,
  /** How the call to a judge of the answer ended, where there was one. The trial's own end does not depend on it. */
  judgement: Schema.optionalWith(
    Schema.Struct({
      conclusion: Conclusion,
      reason: Schema.NullOr(Schema.String),
      decidingAttempt: Schema.Int,
      attempts: Schema.Int
    }),
    { exact: true }
  ),
  /** Of all calls of the trial's own. */
  attempts: Schema.Int,
  endedAt: Schema.String,
  /** What the trial took in all calls, apart (9.5): waits in queues, token counts, HTTP attempts, waits for retries. */
  timing: Schema.Struct({
    queueMs: Schema.Int,
    countMs: Schema.Int,
    attemptMs: Schema.Int,
    backoffMs: Schema.Int
  }),
  synthetic_mock: Schema.Boolean
})
export type Terminal = typeof Terminal.Type

const metaDecoder = rowDecoder(AttemptMeta)
const terminalDecoder = rowDecoder(Terminal)

type Files = Disk | RunDirectory

export const hasTerminal = (trialId: string): Effect.Effect<boolean, DiskError, Files> =>
  withFiles((disk, run) => disk.exists(run.trialFile(trialId, trialFiles.terminal)))

/** The terminal record of a trial, which must be the trial's own. */
export const readTerminal: (trialId: string) => Effect.Effect<Terminal, DiskError | DamagedRecord, Files> =
  Effect.fnUntraced(function* (trialId) {
    const path = (yield* RunDirectory).trialFile(trialId, trialFiles.terminal)
    const terminal = yield* readJsonAs(path, terminalDecoder)
    return terminal.trialId === trialId ? terminal : yield* strayRecord(path, terminal.trialId)
  })

const strayRecord = (path: string, trialId: string): DamagedRecord =>
  new DamagedRecord({ path, line: 0, reason: `it is the record of trial ${trialId}` })

export const writeTerminal = (
  terminal: Terminal,
  durability: Durability
): Effect.Effect<void, DiskError, Files> =>
  withFiles((disk, run) =>
    disk.replace(
      run.trialFile(terminal.trialId, trialFiles.terminal),
      `${renderJson(terminal)}\n`,
      durability
    )
  )

/** Saves the reply's bytes as they came, and then the record that names them. */
export const writeAttempt = (
  meta: Omit<AttemptMeta, "formatVersion" | "reply" | "redacted">,
  exchange: HttpExchange | null,
  durability: Durability
): Effect.Effect<AttemptMeta, DiskError, Files> =>
  withFiles((disk, run) => {
    const record: AttemptMeta = Object.assign({ formatVersion: 1 as const }, meta, {
      reply: exchange === null ? null : replyOf(exchange),
      redacted: exchange?.redacted ?? false
    })
    const metaPath = run.trialFile(meta.trialId, trialFiles.attemptMeta(meta.attempt))
    const metaText = `${renderJson(record)}\n`
    const bodyPath = run.trialFile(meta.trialId, trialFiles.attemptBody(meta.attempt))
    const body = exchange?.body.bytes
    const save =
      body === undefined
        ? disk.replace(metaPath, metaText, durability)
        : durability === "durable"
          ? disk.replaceAll([[bodyPath, body] as const, [metaPath, metaText] as const], durability)
          : // The record that names the body comes after it, so a plain run needs no second name for it.
            Effect.zipRight(disk.write(bodyPath, body), disk.replace(metaPath, metaText))
    return Effect.as(save, record)
  })

const replyOf = ({ body: { bytes }, headers, httpStatus }: HttpExchange): AttemptMeta["reply"] => ({
  httpStatus,
  headers: { ...headers },
  bodySha256: sha256Hex(bytes),
  bodyBytes: bytes.length
})

/**
 * A saved attempt with its reply, `null` where none arrived. The record must be this attempt's own, and the body the one that was
 * recorded.
 */
export const readAttempt: (
  trialId: string,
  attempt: number
) => Effect.Effect<
  { readonly meta: AttemptMeta; readonly exchange: HttpExchange | null },
  DiskError | DamagedRecord | IntegrityError,
  Files
> = Effect.fnUntraced(function* (trialId, attempt) {
  const run = yield* RunDirectory
  const metaPath = run.trialFile(trialId, trialFiles.attemptMeta(attempt))
  const meta = yield* readJsonAs(metaPath, metaDecoder).pipe(
    Effect.mapError((error) =>
      error._tag === "DiskError" && error.code === "ENOENT"
        ? new DamagedRecord({ path: metaPath, line: 0, reason: "it is not there" })
        : error
    )
  )
  if (meta.trialId !== trialId) return yield* strayRecord(metaPath, meta.trialId)
  if (meta.attempt !== attempt) {
    const reason = `it is the record of attempt ${meta.attempt}`
    return yield* new DamagedRecord({ path: metaPath, line: 0, reason })
  }
  if (meta.reply === null) return { meta, exchange: null }
  const { bodySha256, headers, httpStatus } = meta.reply
  const bytes = yield* readRecorded(run.trialFile(trialId, trialFiles.attemptBody(attempt)), bodySha256)
  return { meta, exchange: { httpStatus, headers, body: new RawBody(bytes) } }
})

/** Numbers of the attempts that were recorded in full, ascending. */
export const savedAttempts = (trialId: string): Effect.Effect<ReadonlyArray<number>, DiskError, Files> =>
  withFiles((disk, run) =>
    Effect.map(disk.list(run.trialFolder(trialId)), (names) =>
      names.flatMap((name) => {
        const number = /^attempt-(\d{3,})-meta\.json$/.exec(name)?.[1]
        return number === undefined ? [] : [Number(number)]
      })
    )
  )
