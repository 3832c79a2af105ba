import * as path from "node:path"
import * as Effect from "effect/Effect"
import { defaultLimits } from "../processes/Command.js"
import type { StartError } from "../processes/ProcessError.js"
import { runProcess } from "../processes/runProcess.js"

const script = 'chmod -R u+rwx -- "$0" 2> /dev/null; rm -rf -- "$0"'

/**
 * Removes the folder of a task with whatever a command left in it, also what lies deeper than a path can name and what its owner has locked. Links are
 * removed, not followed. False when something is left.
 */
export const removeTask = (folder: string): Effect.Effect<boolean, StartError> =>
  Effect.map(
    runProcess({
      program: "/bin/sh",
      args: ["-c", script, path.resolve(folder)],
      folder: "/",
      environment: { PATH: "/usr/bin:/bin" },
      stdin: "",
      limits: defaultLimits
    }),
    ({ exitCode }) => exitCode === 0
  )
