import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Disk, type DiskService } from "./Disk.js"
import { RunDirectory, type RunDirectoryService } from "./RunDirectory.js"

/** What works on the files of the current run. */
export const withFiles = <A, E, R>(
  use: (disk: DiskService, run: RunDirectoryService) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Disk | RunDirectory> =>
  // One look for both: a run asks for them a dozen times for each of thousands of trials.
  Effect.contextWithEffect((context: Context.Context<Disk | RunDirectory>) =>
    use(Context.get(context, Disk), Context.get(context, RunDirectory))
  )
