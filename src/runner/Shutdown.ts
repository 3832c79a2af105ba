import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The wish to stop. Whoever dispatches work asks before each new piece; work under way may finish. Nothing here knows of
 * signals: the executable turns the first Ctrl-C or SIGTERM into `request`.
 */
export interface ShutdownService {
  /** Asks for a graceful stop; asking again changes nothing. */
  readonly request: Effect.Effect<void>
  readonly isRequested: Effect.Effect<boolean>
  /** Completes once a stop has been asked for. */
  readonly await: Effect.Effect<void>
}

/** Whether somebody wants the work to stop. */
export class Shutdown extends Context.Tag("locality/Shutdown")<Shutdown, ShutdownService>() {}

/** A wish that nobody has yet. */
export const make: Effect.Effect<ShutdownService> = Effect.map(Deferred.make<void>(), (asked) => ({
  request: Effect.asVoid(Deferred.succeed(asked, undefined)),
  isRequested: Deferred.isDone(asked),
  await: Deferred.await(asked)
}))

/** Stops when somebody calls `request`; a test that never does runs to its end. */
export const layer: Layer.Layer<Shutdown> = Layer.effect(Shutdown, make)

/** For tests: `isRequested` says no `checks` times, then asks for the stop by itself. Independent of time. */
export const layerAfter = (checks: number): Layer.Layer<Shutdown> =>
  Layer.effect(
    Shutdown,
    Effect.map(make, (shutdown) => {
      let left = checks
      return {
        ...shutdown,
        isRequested: Effect.suspend(() =>
          left-- > 0 ? shutdown.isRequested : Effect.zipRight(shutdown.request, shutdown.isRequested)
        )
      }
    })
  )
