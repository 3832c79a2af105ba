import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { ShutdownService } from "../runner/Shutdown.js"

/** Two signals within this time are one press: npm passes on the Ctrl-C that the terminal has already delivered. */
const samePressMillis = 200

/**
 * What to do at each SIGINT or SIGTERM: the first asks for a graceful stop, a later one calls `giveUp`.
 */
export const onSignal = (
  shutdown: ShutdownService,
  giveUp: Effect.Effect<void>
): Effect.Effect<Effect.Effect<void>> =>
  Effect.map(Ref.make<number | null>(null), (first) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const since = yield* Ref.getAndUpdate(first, (known) => known ?? now)
      if (since === null) yield* shutdown.request
      else if (now - since >= samePressMillis) yield* giveUp
    })
  )
