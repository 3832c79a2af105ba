import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { JsonObject } from "../json/Json.js"
import { LlmClient } from "../llm/LlmClient.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { DamagedRecord } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { Events } from "./Events.js"
import { budgetWindow, type Limits, make as makeGate, unmetered } from "./Gate.js"
import * as Ledger from "./Ledger.js"
import type { MeterParts } from "./MeteredClient.js"
import type { StopSign } from "./StopSign.js"
import * as Throttle from "./Throttle.js"
import * as TokenCounter from "./TokenCounter.js"

/** What bounds a live invocation. */
export interface Bounds {
  readonly limits: Limits
  readonly rates: Throttle.Rates
  readonly softBudget: boolean
  readonly allowCarriedReservations: boolean
}

/** The meter of a simulated model. */
export const mockMeter = (maxGenerationCalls: number | null, stopSign: StopSign): MeterParts => ({
  gate: unmetered(maxGenerationCalls),
  stopSign,
  ledger: null,
  counter: null
})

/**
 * The meter of a live invocation over the run's ledger. Reservations of earlier dates that nothing has resolved stop it before it
 * begins, unless they are allowed (14.5); a cap that differs from the date's last one is an event.
 */
export const liveMeter = (
  bounds: Bounds,
  events: Events,
  stopSign: StopSign
): Effect.Effect<MeterParts, DiskError | DamagedRecord, LlmClient | Disk | RunDirectory | Scope> =>
  Effect.gen(function* () {
    const client = yield* LlmClient
    const nowMs = yield* Clock.currentTimeMillis
    const ledger = yield* Ledger.open("durable", nowMs)
    const window = budgetWindow(nowMs, ledger.budget.latestWindow())

    const previous = lastCap(events.saved, window)
    const cap = bounds.limits.localTokenCap
    // An invocation that may not generate, such as a count of tokens, has no cap of its own.
    const generates = bounds.limits.maxGenerationCalls > 0
    if (generates && previous !== cap) yield* events.record("token_cap", { window, previous, cap })

    const carried = ledger.budget.carried(window)
    if (carried > 0 && !bounds.allowCarriedReservations) {
      yield* stopSign.raise({
        reason: "token_cap",
        advice:
          `${carried} tokens of requests of earlier dates are reserved because their outcome is unknown; ` +
          "resume with --allow-carried-reservations to go on beside them"
      })
    }

    const throttle = yield* Throttle.make(
      bounds.rates,
      ledger.recentSends.map(({ at, tokens }) => ({ ageMs: nowMs - Date.parse(at), tokens }))
    )
    const gate = makeGate(ledger, throttle, bounds.limits, stopSign)
    const counter = TokenCounter.make(client, gate, stopSign, { soft: bounds.softBudget })
    return { gate, stopSign, ledger, counter }
  })

/** The cap that the last invocation of the date `window` had. */
export const lastCap = (events: ReadonlyArray<JsonObject>, window: string): number | null => {
  const last = events.findLast((event) => event.type === "token_cap" && event.window === window)
  return typeof last?.cap === "number" ? last.cap : null
}
