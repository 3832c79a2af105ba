import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import type { JsonObject } from "../json/Json.js"
import { trialOfCall } from "../records/Call.js"
import { Disk, type DiskError, type Durability } from "../records/Disk.js"
import type { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory } from "../records/RunDirectory.js"
import { Budget } from "./Budget.js"
import { isoNow } from "./Events.js"
import { type LedgerEntry, LedgerRecord } from "./LedgerRecord.js"
import * as RecordLog from "./RecordLog.js"
import { type Spending, SpendingSum } from "./Spending.js"

export const ledgerFile = "usage-ledger.jsonl"

/** A generation attempt that was dispatched and neither settled nor released. */
export interface OpenAttempt {
  /** The name of the call (`callId`): of a trial's first, the trial's own. */
  readonly trialId: string
  readonly attempt: number
  /** The ledger already says that its cost is unknown. */
  readonly unresolved: boolean
}

/** The run's books: every token that may have been spent, on disk before the request that may spend it. */
export interface Ledger {
  readonly budget: Budget
  /** Attempts that earlier processes left open, by trial, ascending. */
  readonly openOf: (trialId: string) => ReadonlyArray<OpenAttempt>
  /** Records that earlier processes wrote. */
  readonly recordsBefore: number
  readonly spent: () => { readonly thisStart: Spending; readonly inAll: Spending }
  /** Sends of the last minute before this process, for the throttle. */
  readonly recentSends: ReadonlyArray<{ readonly at: string; readonly tokens: number }>
  /**
   * Enters records into the account at once, and returns when they are written (durably in a live run). Entries of one call stand
   * together.
   */
  readonly write: (...entries: ReadonlyArray<LedgerEntry>) => Effect.Effect<void, DiskError>
  /**
   * As `write`, unless `allowed` says no. It is asked in the same step in which the entries enter the account, so that no
   * other fiber can come between, also not when the runtime lets others run.
   */
  readonly writeIf: <E>(
    allowed: () => Either.Either<void, E>,
    ...entries: ReadonlyArray<LedgerEntry>
  ) => Effect.Effect<void, E | DiskError>
}

const decodeRecord = Schema.decodeUnknownEither(LedgerRecord)

const decode = (saved: JsonObject): Either.Either<LedgerRecord, string> =>
  Either.mapLeft(decodeRecord(saved), () => "it is no ledger record")

/** The account as it follows from the ledger's records, one after the other. */
export class LedgerReplay {
  readonly budget = new Budget()
  readonly open = new Map<string, OpenAttempt>()
  readonly reservedOnly = new Map<string, OpenAttempt>()
  readonly inAll = new SpendingSum()
  /** Of records behind number `afterSeq` only. */
  readonly later = new SpendingSum()
  records = 0
  /** The last sends; `sinceMs` bounds how many are kept. */
  readonly sends: Array<{ readonly at: string; readonly tokens: number }> = []
  readonly #tokens = new Map<string, number>()

  constructor(
    readonly sinceMs: number = Number.POSITIVE_INFINITY,
    readonly afterSeq: number = Number.POSITIVE_INFINITY
  ) {}

  readonly replay = (saved: JsonObject): Either.Either<void, string> =>
    Either.flatMap(decode(saved), (record) =>
      Either.map(this.budget.apply(record), () => this.#follow(record))
    )

  #follow(record: LedgerRecord): void {
    const { trialId, attempt } = record
    this.records = record.seq
    this.inAll.add(record)
    if (record.seq > this.afterSeq) this.later.add(record)
    const key = `${trialId}/${attempt}`
    if (record.type === "reserved") {
      this.reservedOnly.set(key, { trialId, attempt, unresolved: false })
      this.#tokens.set(key, record.tokens)
    } else if (record.type === "dispatched") {
      const tokens = record.kind === "count" ? 0 : (this.#tokens.get(key) ?? 0)
      if (Date.parse(record.at) >= this.sinceMs) this.sends.push({ at: record.at, tokens })
      if (record.kind === "generate") {
        this.reservedOnly.delete(key)
        this.open.set(key, { trialId, attempt, unresolved: false })
      }
    } else if (record.type === "unresolved") {
      this.open.set(key, { trialId, attempt, unresolved: true })
    } else {
      this.reservedOnly.delete(key)
      this.open.delete(key)
      this.#tokens.delete(key)
    }
  }
}

/**
 * Opens `usage-ledger.jsonl`. A reservation that an earlier process wrote without dispatching its request is released here: no byte of
 * it can have left, because the dispatch record comes first.
 */
export const open = (
  durability: Durability,
  nowMs: number
): Effect.Effect<Ledger, DiskError | DamagedRecord, Disk | RunDirectory | Scope> =>
  Effect.gen(function* () {
    const state = new LedgerReplay(nowMs - 60_000)
    const log = yield* RecordLog.open((yield* RunDirectory).file(ledgerFile), {
      durability,
      replay: state.replay
    })
    const recordsBefore = state.records
    const thisStart = new SpendingSum()
    const enter = (entries: ReadonlyArray<LedgerEntry>): Effect.Effect<void, DiskError> => {
      for (const entry of entries) {
        const applied = state.budget.apply(entry)
        if (Either.isLeft(applied)) return Effect.dieMessage(applied.left)
        state.inAll.add(entry)
        thisStart.add(entry)
      }
      return Effect.flatMap(isoNow, (at) => log.append(...entries.map((entry) => ({ at, ...entry }))))
    }
    const writeIf = <E>(
      allowed: () => Either.Either<void, E>,
      ...entries: ReadonlyArray<LedgerEntry>
    ): Effect.Effect<void, E | DiskError> =>
      Effect.suspend((): Effect.Effect<void, E | DiskError> => {
        const answer = allowed()
        return Either.isLeft(answer) ? Effect.fail(answer.left) : enter(entries)
      })
    const write: Ledger["write"] = (...entries) => Effect.suspend(() => enter(entries))
    for (const { trialId, attempt } of state.reservedOnly.values()) {
      yield* write({ type: "released", trialId, attempt, reason: "reserved, but never dispatched" })
    }
    const openByTrial = new Map<string, Array<OpenAttempt>>()
    for (const attempt of state.open.values()) {
      const others = openByTrial.get(attempt.trialId) ?? []
      others.push(attempt)
      openByTrial.set(attempt.trialId, others)
    }
    return {
      budget: state.budget,
      openOf: (trialId) => openByTrial.get(trialId) ?? [],
      recordsBefore,
      spent: () => ({ thisStart: thisStart.total, inAll: state.inAll.total }),
      recentSends: state.sends,
      write,
      writeIf
    }
  })

/** What all attempts of each trial cost, by trial id; `null` where no ledger was kept. Opens nothing for writing. */
export const readCosts: Effect.Effect<
  ReadonlyMap<string, Spending> | null,
  DiskError | DamagedRecord,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const path = (yield* RunDirectory).file(ledgerFile)
  if (!(yield* (yield* Disk).exists(path))) return null
  const sums = new Map<string, SpendingSum>()
  yield* RecordLog.read(path, (saved) =>
    Either.map(decode(saved), (record) => {
      const trialId = trialOfCall(record.trialId)
      const sum = sums.get(trialId) ?? new SpendingSum()
      sums.set(trialId, sum)
      sum.add(record)
    })
  )
  return new Map([...sums].map(([trialId, sum]) => [trialId, sum.total]))
})
