import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { DiskError } from "../records/Disk.js"
import { type BudgetExceeded, reservationFor } from "./Budget.js"
import type { Ledger } from "./Ledger.js"
import type { Stop, StopSign } from "./StopSign.js"
import type { Settlement } from "./settlement.js"
import type { Throttle } from "./Throttle.js"

/** What an invocation may spend (specification 9.2). The first two start anew with each invocation, the third with each UTC date. */
export interface Limits {
  /** Trials that may be started for the first time. */
  readonly maxGenerationCalls: number
  /** Counts, generations and retries that may be sent. */
  readonly maxHttpAttempts: number
  /** Tokens of one UTC date, over all invocations of this run. */
  readonly localTokenCap: number
}

/** Nothing was sent: a limit is reached, or the invocation is stopping for another reason. */
export class NotSent extends Data.TaggedError("NotSent")<{ readonly stop: Stop }> {
  override get message(): string {
    return this.stop.advice
  }
}

/** A generation attempt before it is sent. */
export interface AttemptPlan {
  readonly trialId: string
  /** 1-based, over all invocations. */
  readonly attempt: number
  readonly inputTokens: number
  readonly inputCount: "server" | "estimate"
  readonly maxOutputTokens: number
}

/** What a trial still needs before it has been sent once in this invocation. */
export interface Need {
  readonly trialId: string
  /** 1 for a trial that no invocation has started yet, else 0. */
  readonly generationCalls: number
  readonly tokens: number
}

/** Where limits, throttle and ledger meet. Everything that leaves passes through here first. */
export interface Gate {
  /**
   * Refuses a block that the limits on calls and attempts cannot hold, before anything is counted for it. `fresh` tells how many of its
   * `trials` were never sent; it is asked only where that decides.
   */
  readonly expect: <E, R>(
    trials: number,
    fresh: Effect.Effect<number, E, R>
  ) => Effect.Effect<void, NotSent | E, R>
  /**
   * Sets aside what a whole matched block needs, or nothing (specification 7.5): a block that is begun can be
   * finished, unless attempts fail and are repeated.
   */
  readonly admit: (needs: ReadonlyArray<Need>) => Effect.Effect<void, NotSent>
  /** Gives back what was set aside for a trial and not used. */
  readonly dismiss: (trialId: string) => Effect.Effect<void>
  /** Waits for the throttle, then books and returns: from then on the request may leave, and it is in the ledger. */
  readonly bookGeneration: (plan: AttemptPlan) => Effect.Effect<void, NotSent | DiskError>
  readonly bookCount: (trialId: string) => Effect.Effect<void, NotSent | DiskError>
  /** Enters what became of an attempt. */
  readonly settle: (
    trialId: string,
    attempt: number,
    settlement: Settlement
  ) => Effect.Effect<void, DiskError>
}

const reached = (reason: Stop["reason"], advice: string, atLeast?: number) =>
  new NotSent({ stop: { reason, advice, ...(atLeast === undefined ? {} : { atLeast }) } })

/**
 * For simulated models: nothing is spent, so nothing is throttled or kept in books. Only the number of trials can be limited, which
 * stops between blocks like any limit.
 */
export const unmetered = (maxGenerationCalls: number | null): Gate => {
  let admitted = 0
  return {
    expect: () => Effect.void,
    admit: (needs) => {
      const calls = needs.reduce((sum, need) => sum + need.generationCalls, 0)
      if (maxGenerationCalls !== null && admitted + calls > maxGenerationCalls) {
        return noCalls(maxGenerationCalls, calls)
      }
      admitted += calls
      return Effect.void
    },
    dismiss: () => Effect.void,
    bookGeneration: () => Effect.void,
    bookCount: () => Effect.void,
    settle: () => Effect.void
  }
}

/** The same limit lets a resumed run go on, except where it is too small for a single block. */
const soResume = (limit: number, block: number): string =>
  limit < block ? `resume with ${block} or more` : "resume to go on"

const noCalls = (max: number, wanted: number) =>
  reached(
    "generation_limit",
    `--max-generation-calls ${max} has no room for the next block of ${wanted}; ${soResume(max, wanted)}`,
    max < wanted ? wanted : undefined
  )

/**
 * The UTC date that new reservations count against. It never goes back, whatever the clock does (decision 28); local time
 * zones play no part.
 */
export const budgetWindow = (nowMs: number, latest: string): string => {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  return today > latest ? today : latest
}

/** The gate of a live run. All checks and bookings of one call happen at once: no other fiber comes between. */
export const make = (
  ledger: Pick<Ledger, "budget" | "write" | "writeIf">,
  throttle: Throttle,
  limits: Limits,
  stopSign: StopSign
): Gate => {
  const aside = new Map<string, Need>()
  let asideCalls = 0
  let asideTokens = 0
  let calls = 0
  let attempts = 0

  const takeAside = (trialId: string): Need | undefined => {
    const need = aside.get(trialId)
    if (need === undefined) return undefined
    aside.delete(trialId)
    asideCalls -= need.generationCalls
    asideTokens -= need.tokens
    return need
  }

  const putAside = (need: Need): void => {
    aside.set(need.trialId, need)
    asideCalls += need.generationCalls
    asideTokens += need.tokens
  }

  const freeAttempts = (): number => limits.maxHttpAttempts - attempts - aside.size

  const noAttempts = (wanted: number) =>
    reached(
      "attempt_limit",
      `--max-http-attempts ${limits.maxHttpAttempts} has no room for the next ${wanted}: ${attempts} are sent and ${aside.size} set ` +
        `aside; ${soResume(limits.maxHttpAttempts, wanted)}`,
      limits.maxHttpAttempts < wanted ? wanted : undefined
    )

  const noTokens = ({ cap, known, held, requested, window }: BudgetExceeded, what: string) => {
    const allowed = limits.localTokenCap
    const smallest = known + held + requested + (allowed - cap)
    return reached(
      "token_cap",
      `--local-token-cap ${allowed} has no room for ${what} of ${requested} tokens on ${window} (UTC): ${known} are used and ` +
        `${held + (allowed - cap)} reserved; the smallest cap that would do is ${smallest}`,
      smallest
    )
  }

  const windowNow = Clock.clockWith((clock) =>
    Effect.sync(() => budgetWindow(clock.unsafeCurrentTimeMillis(), ledger.budget.latestWindow()))
  )

  const waitForTurn = (tokens: number): Effect.Effect<void, NotSent> =>
    Effect.mapError(throttle.acquire(tokens), (error) => reached("rate_limit", error.message)).pipe(
      Effect.raceFirst(Effect.flatMap(stopSign.await, (stop) => new NotSent({ stop })))
    )

  const refuseIfStopped: Effect.Effect<void, NotSent> = Effect.flatMap(
    stopSign.current,
    Option.match({ onNone: () => Effect.void, onSome: (stop) => new NotSent({ stop }) })
  )

  /** A turn of the throttle; a stop ends the wait, and comes first when both are there. */
  const turn = (tokens: number): Effect.Effect<void, NotSent> =>
    Effect.flatMap(throttle.acquireNow(tokens), (now) =>
      now ? refuseIfStopped : Effect.zipRight(waitForTurn(tokens), refuseIfStopped)
    )

  const callsLeft = (): number => limits.maxGenerationCalls - calls - asideCalls

  return {
    expect: (trials, fresh) =>
      callsLeft() >= trials && freeAttempts() >= trials
        ? Effect.void
        : Effect.flatMap(fresh, (wanted) => {
            if (callsLeft() < wanted) return noCalls(limits.maxGenerationCalls, wanted)
            return freeAttempts() < wanted ? noAttempts(wanted) : Effect.void
          }),

    admit: Effect.fnUntraced(function* (needs) {
      const newCalls = needs.reduce((sum, need) => sum + need.generationCalls, 0)
      if (callsLeft() < newCalls) {
        return yield* noCalls(limits.maxGenerationCalls, newCalls)
      }
      if (freeAttempts() < needs.length) return yield* noAttempts(needs.length)
      const tokens = needs.reduce((sum, need) => sum + need.tokens, 0)
      const fits = ledger.budget.check(yield* windowNow, limits.localTokenCap - asideTokens, tokens)
      if (Either.isLeft(fits)) return yield* noTokens(fits.left, "the next block")
      for (const need of needs) putAside(need)
    }),

    dismiss: (trialId) => Effect.sync(() => void takeAside(trialId)),

    bookGeneration: Effect.fnUntraced(function* (plan) {
      const tokens = reservationFor(plan.inputTokens, plan.maxOutputTokens)
      yield* turn(tokens)
      const window = yield* windowNow
      const book = (): Either.Either<void, NotSent> => {
        const need = takeAside(plan.trialId)
        const fits = ledger.budget.check(window, limits.localTokenCap - asideTokens, tokens)
        const refusal =
          freeAttempts() < 1
            ? noAttempts(1)
            : Either.isLeft(fits)
              ? noTokens(fits.left, "the next request")
              : null
        if (refusal !== null) {
          if (need !== undefined) putAside(need)
          return Either.left(refusal)
        }
        attempts += 1
        calls += need?.generationCalls ?? 0
        return Either.right(undefined)
      }
      const { trialId, attempt, inputTokens, inputCount } = plan
      yield* Effect.uninterruptible(
        ledger.writeIf(
          book,
          { type: "reserved", trialId, attempt, window, tokens, inputTokens, inputCount },
          { type: "dispatched", trialId, attempt, kind: "generate" }
        )
      )
    }),

    bookCount: Effect.fnUntraced(function* (trialId) {
      yield* turn(0)
      if (freeAttempts() < 1) return yield* noAttempts(1)
      attempts += 1
      yield* Effect.uninterruptible(ledger.write({ type: "dispatched", trialId, attempt: 0, kind: "count" }))
    }),

    settle: (trialId, attempt, settlement) => ledger.write({ ...settlement, trialId, attempt })
  }
}
