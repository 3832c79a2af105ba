import * as Effect from "effect/Effect"
import type { Conversation } from "../../../pipeline/Experiment.js"
import { DiskError } from "../../../records/Disk.js"
import { carryOutCalls } from "../agent/carryOut.js"
import { defaultBounds, goesOn, nextTurn } from "../agent/nextTurn.js"
import { applyOverlay, overlayOf } from "../agent/overlay.js"
import { readTaskGold } from "../planning/TaskGold.js"
import { sandboxOfThisMachine } from "./sandboxOfThisMachine.js"
import { readWorkspace, saveWorkspace } from "./savedWorkspace.js"
import { givenFiles, workFolder } from "./workFolder.js"

/**
 * The loop that makes an agent of a local model (specification 2.1): its calls are carried out in a private copy of the folder, and what came of them is
 * the next question. Programs of subscriptions are agents themselves, and questions end with their answer. What a command does is not the same twice, so
 * what was saved once stands.
 */
export const agentLoop: Conversation = {
  reproducible: false,
  next: (trial, gold, calls) =>
    Effect.gen(function* () {
      if (trial.protocol !== "ollama") return null
      const { task } = readTaskGold(gold)
      const last = calls.at(-1)
      const bounds = { ...defaultBounds, turns: task.spec.limits.turns }
      if (task.spec.mode !== "agent" || last === undefined || !goesOn(calls, bounds)) return null
      const before = yield* readWorkspace(trial.trialId, calls.length)
      const given = givenFiles(task)
      const sandbox = yield* sandboxOfThisMachine
      const done = yield* Effect.scoped(
        Effect.gen(function* () {
          const folder = yield* workFolder(given)
          yield* applyOverlay(folder, before)
          const results = yield* carryOutCalls(folder, last.reply.toolCalls ?? [], bounds, sandbox)
          return { results, overlay: (yield* overlayOf(folder, given)).overlay }
        })
      ).pipe(
        // The machine lost what it had when the run began: like a disk that is full, nothing of the trial's.
        Effect.mapError(
          ({ message }) => new DiskError({ operation: "work for", path: trial.trialId, code: message })
        )
      )
      yield* saveWorkspace(trial.trialId, calls.length + 1, done.overlay)
      return nextTurn(last, done.results)
    })
}
