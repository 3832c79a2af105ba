import * as path from "node:path"
import * as Effect from "effect/Effect"
import { stripAnsi } from "../../../processes/stripAnsi.js"
import type { SandboxUnavailable } from "../../../sandbox/SandboxError.js"
import type { RunScript, ScriptResult } from "../grading/RunScript.js"
import { sandboxOfThisMachine } from "../running/sandboxOfThisMachine.js"
import { workFolder } from "../running/workFolder.js"

/** How much of what a check printed is kept. */
const keptOutput = 2_000

/** Exit of a check that did not end by itself, as shells have it. */
const stopped = 137

/** A check in the sandbox: its own folder read-only, the subject's working directory as `/task`. */
export const runScript: RunScript<SandboxUnavailable, never> = ({ command, files, minutes, workdir }) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sandbox = yield* sandboxOfThisMachine
      const grader = yield* workFolder(files)
      const [program = "node", ...args] = command
      const wallMs = Math.round(minutes * 60_000)
      const ended = yield* sandbox.exec({
        command: [program, ...args, "/task"],
        task: workdir,
        readOnly: ["checks", "fixtures"].flatMap((name) =>
          [...files.keys()].some((file) => file.startsWith(`${name}/`))
            ? [{ host: path.join(grader, name), inside: `/grader/${name}` }]
            : []
        ),
        cwd: "/grader",
        limits: { wallMs, cpuSeconds: Math.ceil(wallMs / 1000) }
      })
      const said = Buffer.concat([ended.stdout, ended.stderr]).toString("utf8")
      const result: ScriptResult = {
        exitCode: ended.exitCode ?? stopped,
        output: stripAnsi(said).toWellFormed().slice(-keptOutput).toWellFormed()
      }
      return result
    })
  )
