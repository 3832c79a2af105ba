import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Signals that ask how far a run is: SIGUSR2, and what Ctrl-T sends on macOS and BSD. SIGUSR1 is Node's own, for its debugger. */
export const inquiries = ["SIGUSR2", "SIGINFO"] as const

/** Completes when somebody next asks how far the work is. The executable provides it; elsewhere nobody asks. */
export class Inquiry extends Context.Reference<Inquiry>()("locality/Inquiry", {
  defaultValue: (): Effect.Effect<void> => Effect.never
}) {}
