import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readEnvelope } from "../../../llm/cli/Envelope.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { ReadError } from "../../../pipeline/Experiment.js"
import type { Disk } from "../../../records/Disk.js"
import type { PlannedTrial } from "../../../records/PlannedTrial.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import type { Submission } from "../grading/Submission.js"
import { readWorkspace } from "../running/savedWorkspace.js"
import { changedFiles, givenFiles, type WorkFiles } from "../running/workFolder.js"
import type { Task } from "../tasks/Task.js"
import { filesLookedAt } from "../tasks/TaskSpec.js"

/** The working directory that a check is to see: of a question a folder with the answer, of an agent what it left after so many calls. */
export const workdirOf = (
  trial: PlannedTrial,
  task: Task,
  response: LlmResponse,
  calls: number
): Effect.Effect<WorkFiles, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    if (task.spec.mode === "qa") return new Map([["answer.txt", Buffer.from(response.text)]])
    const changes =
      trial.protocol === "cli"
        ? (Either.getOrNull(readEnvelope(response.exchange))?.files ?? {})
        : yield* readWorkspace(trial.trialId, calls)
    return changedFiles(givenFiles(task), changes)
  })

/** What graders look at. */
export const submissionOf = (task: Task, answer: string, workdir: WorkFiles): Submission => {
  const looked = filesLookedAt(task.spec)
  return { answer, files: new Map([...workdir].filter(([path]) => looked.includes(path))) }
}
