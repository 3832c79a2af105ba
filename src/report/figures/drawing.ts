import * as Effect from "effect/Effect"

type Drawing = typeof import("./draw.js")

let loaded: Drawing | undefined

/** The drawing of figures with its library, which is loaded once, and only where something is drawn. */
export const drawing: Effect.Effect<Drawing> = Effect.suspend(() =>
  loaded === undefined
    ? Effect.tap(
        Effect.promise(() => import("./draw.js")),
        (module) =>
          Effect.sync(() => {
            loaded = module
          })
      )
    : Effect.succeed(loaded)
)
