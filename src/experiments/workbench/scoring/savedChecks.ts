import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { prettyJson } from "../../../json/JsonWriter.js"
import type { ReadError } from "../../../pipeline/Experiment.js"
import { Disk } from "../../../records/Disk.js"
import { readJsonAs, rowDecoder } from "../../../records/JsonFiles.js"
import { RunDirectory } from "../../../records/RunDirectory.js"
import { runScripts } from "../grading/RunScript.js"
import { type WorkFiles, workFolder } from "../running/workFolder.js"
import { sha256, type Task, taskHash } from "../tasks/Task.js"
import { runScript } from "./runScript.js"

/** `checks.json` beside a trial: what the programs of its task said of exactly this work. */
const SavedChecks = Schema.Struct({
  formatVersion: Schema.Literal(1),
  /** Of the task and of the working directory. */
  inputs: Schema.String,
  results: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ exitCode: Schema.Int, output: Schema.String })
  })
})

const decoder = rowDecoder(SavedChecks)

const checksFile = "checks.json"

/** Exit codes by layer; a layer is missing where there is no sandbox to run its program in. */
export interface Checks {
  readonly exitCodes: ReadonlyMap<string, number>
  /** Why programs could not be run; `null`: they were. */
  readonly refusal: string | null
}

/**
 * What the programs of `script` layers say. They are run once for a trial's work, in the sandbox, and what they said is kept beside it: scoring
 * again, and a stranger without a sandbox, get the same.
 */
export const checksOf = (
  trialId: string,
  task: Task,
  workdir: WorkFiles
): Effect.Effect<Checks, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    if (!task.spec.grade.layers.some(({ method }) => method === "script")) return none
    const disk = yield* Disk
    const file = (yield* RunDirectory).trialFile(trialId, checksFile)
    const inputs = sha256(`${task.hash} ${taskHash(workdir)}`)
    if (yield* disk.exists(file)) {
      const saved = yield* readJsonAs(file, decoder)
      if (saved.inputs === inputs) return checksFrom(saved.results)
    }
    const ran = yield* Effect.either(
      Effect.scoped(Effect.flatMap(workFolder(workdir), (folder) => runScripts(task, folder, runScript)))
    )
    if (Either.isLeft(ran)) return { exitCodes: new Map(), refusal: ran.left.message }
    const results = Object.fromEntries(
      [...ran.right].map(([id, { exitCode, output }]) => [id, { exitCode, output }])
    )
    yield* disk.replace(file, `${prettyJson({ formatVersion: 1, inputs, results })}\n`)
    return checksFrom(results)
  })

const none: Checks = { exitCodes: new Map(), refusal: null }

const checksFrom = (results: typeof SavedChecks.Type.results): Checks => ({
  exitCodes: new Map(Object.entries(results).map(([id, { exitCode }]) => [id, exitCode])),
  refusal: null
})
