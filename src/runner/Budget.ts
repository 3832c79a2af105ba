import * as Data from "effect/Data"
import * as Either from "effect/Either"
import type { LedgerEntry } from "./LedgerRecord.js"

/** Margin between a token count and what is billed; local, and no promise of any provider's (specification 9.2). */
export const reservationMargin = 256

/** Tokens that one generation attempt is allowed to cost. */
export const reservationFor = (inputTokens: number, maxOutputTokens: number): number =>
  inputTokens + maxOutputTokens + reservationMargin

/** The cap has no room for a reservation. */
export class BudgetExceeded extends Data.TaggedError("BudgetExceeded")<{
  readonly window: string
  readonly cap: number
  readonly known: number
  readonly held: number
  readonly requested: number
}> {
  override get message(): string {
    const free = this.cap - this.known - this.held
    return (
      `the token cap of ${this.cap} for ${this.window} has room for ${Math.max(0, free)} more, and ${this.requested} are needed ` +
      `(${this.known} used, ${this.held} reserved)`
    )
  }
}

interface Hold {
  readonly window: string
  readonly tokens: number
}

/** Sums of one UTC date. */
export interface WindowUse {
  /** Tokens that replies reported. */
  readonly known: number
  /** Tokens of reservations that are in flight or unresolved. */
  readonly held: number
}

const unused: WindowUse = { known: 0, held: 0 }

/**
 * What the ledger says, added up: the account of a run. It changes only by `apply`, so a restart that replays the ledger has the
 * same account as the process that wrote it. It never waits: a reservation fits or fails at once.
 */
export class Budget {
  readonly #windows = new Map<string, WindowUse>()
  readonly #holds = new Map<string, Hold>()

  /** Use of a UTC date; zero where the ledger knows none. */
  use(window: string): WindowUse {
    return this.#windows.get(window) ?? unused
  }

  /** The latest date that was used, or `""`. A clock that is set back does not open an earlier window again. */
  latestWindow(): string {
    let latest = ""
    for (const window of this.#windows.keys()) if (window > latest) latest = window
    return latest
  }

  /** Tokens still held from dates before `window`: shown apart, and never mixed with the day's own use (14.5). */
  carried(window: string): number {
    let tokens = 0
    for (const hold of this.#holds.values()) if (hold.window < window) tokens += hold.tokens
    return tokens
  }

  /** Everything that replies reported, over all dates. */
  totalKnown(): number {
    let tokens = 0
    for (const { known } of this.#windows.values()) tokens += known
    return tokens
  }

  /** Whether `tokens` more fit under `cap` on the date `window`. */
  check(window: string, cap: number, tokens: number): Either.Either<void, BudgetExceeded> {
    const { known, held } = this.use(window)
    return known + held + tokens <= cap
      ? Either.right(undefined)
      : Either.left(new BudgetExceeded({ window, cap, known, held, requested: tokens }))
  }

  /** Takes a ledger entry into account. An entry that does not fit what went before is a damaged ledger, and says why. */
  apply(entry: LedgerEntry): Either.Either<void, string> {
    if (entry.type === "dispatched") return Either.right(undefined)
    const key = `${entry.trialId}/${entry.attempt}`
    const hold = this.#holds.get(key)
    if (entry.type === "reserved") {
      if (hold !== undefined) return Either.left(`attempt ${key} is reserved twice`)
      this.#holds.set(key, { window: entry.window, tokens: entry.tokens })
      this.#add(entry.window, 0, entry.tokens)
      return Either.right(undefined)
    }
    if (hold === undefined) return Either.left(`attempt ${key} is ${entry.type} without a reservation`)
    if (entry.type === "unresolved") return Either.right(undefined)
    this.#holds.delete(key)
    this.#add(hold.window, entry.type === "settled" ? entry.tokens : 0, -hold.tokens)
    return Either.right(undefined)
  }

  #add(window: string, known: number, held: number): void {
    const before = this.use(window)
    this.#windows.set(window, { known: before.known + known, held: before.held + held })
  }
}
