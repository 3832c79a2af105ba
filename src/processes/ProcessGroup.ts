import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** False when nobody is there to get it. The group is the program and all that it started, unless they left it. */
export const signalGroup = (leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean => {
  try {
    process.kill(-leader, signal)
    return true
  } catch (cause) {
    // Of a group of which we may signal nobody (EPERM) something is left all the same.
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

/** How long to look whether a group is gone before going on without it, and how often. */
const interval = 10
const lastWaitMs = 1000

const isGone = (leader: number, withinMs: number): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + withinMs
    while (signalGroup(leader, 0)) {
      if ((yield* Clock.currentTimeMillis) >= end) return false
      yield* Effect.sleep(interval)
    }
    return true
  })

/**
 * Asks the group to end, waits at most `graceMs`, then ends it. Returns within `graceMs` and a second whatever the group does, also in
 * a finaliser, where a timeout around a wait would not fire: it sleeps in steps and looks.
 */
export const endGroup = (leader: number, graceMs: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (graceMs > 0) {
      if (!signalGroup(leader, "SIGTERM")) return
      if (yield* isGone(leader, graceMs)) return
    }
    if (signalGroup(leader, "SIGKILL")) yield* isGone(leader, lastWaitMs)
  })
