import * as Effect from "effect/Effect"
import * as RunDirectory from "../../records/RunDirectory.js"

/** What the plan says of the server and of the pace, for flags that are not given. */
export const plannedSettings = (path: string) =>
  Effect.gen(function* () {
    const { readManifest } = yield* Effect.promise(() => import("../../records/Manifest.js"))
    const { readPace } = yield* Effect.promise(() => import("../../pipeline/SavedRun.js"))
    const { endpoint, experiment } = yield* readManifest
    return { endpoint, experiment, pace: yield* readPace }
  }).pipe(Effect.provide(RunDirectory.layer(path)))
