import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { agentLoop } from "../../../../src/experiments/workbench/running/agentLoop.js"
import { readWorkspace } from "../../../../src/experiments/workbench/running/savedWorkspace.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { FinishedCall } from "../../../../src/pipeline/Experiment.js"
import * as Sandbox from "../../../../src/sandbox/Sandbox.js"
import { runServices, temporaryFolder } from "../../../support/runs.js"
import { agentTask, questionTask } from "../support/fixtureTasks.js"
import { goldOf, said, trialOf } from "../support/trials.js"

const request: LlmRequest = {
  model: "m:1b",
  instructions: "",
  input: [{ role: "user", content: "直して" }],
  reasoningEffort: null,
  maxOutputTokens: 1000,
  tools: []
}

const running = (command: string): FinishedCall => ({
  request,
  reply: said("", { toolCalls: [{ name: "run", arguments: { command }, problem: null }] })
})

const next = (run: string, calls: ReadonlyArray<FinishedCall>, task = agentTask) => {
  const trial = trialOf(task)
  fs.mkdirSync(path.join(run, "trials", trial.trialId), { recursive: true })
  return Effect.provide(agentLoop.next(trial, goldOf(task), calls), runServices(run))
}

const workspace = (run: string, call: number) =>
  Effect.provide(readWorkspace(trialOf(agentTask).trialId, call), runServices(run))

describe("the loop of a local agent", () => {
  it.scopedLive(
    "works on from the folder of the turn before, and a turn that is led again changes nothing twice",
    () =>
      Effect.gen(function* () {
        const run = yield* temporaryFolder
        const first = running("echo 一 >> memo.txt")
        const asked = yield* next(run, [first])
        expect(asked?.input.at(-1)).toMatchObject({
          role: "tool",
          toolName: "run",
          content: expect.stringContaining("終了コード 0")
        })
        expect(yield* workspace(run, 2)).toEqual({ "memo.txt": "一\n" })
        // A process that died before the request was saved does the turn again.
        expect(yield* next(run, [first])).toEqual(asked)
        expect(yield* workspace(run, 2)).toEqual({ "memo.txt": "一\n" })
        yield* next(run, [first, running("echo 二 >> memo.txt; rm src/tax.mjs")])
        expect(yield* workspace(run, 3)).toEqual({ "memo.txt": "一\n二\n", "src/tax.mjs": null })
        expect(yield* workspace(run, 2)).toEqual({ "memo.txt": "一\n" })
      })
  )

  it.scopedLive("ends with an answer, with the turns, and asks nothing more of a question or a program", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      expect(yield* next(run, [{ request, reply: said("終わり") }])).toBeNull()
      const turns = Array.from({ length: agentTask.spec.limits.turns }, () => running("true"))
      expect(yield* next(run, turns)).toBeNull()
      expect(yield* next(run, [running("true")], questionTask)).toBeNull()
      const program = Effect.provide(
        agentLoop.next(trialOf(agentTask, "cli"), goldOf(agentTask), [running("true")]),
        runServices(run)
      )
      expect(yield* program).toBeNull()
    })
  )

  it.scopedLive("fails as a disk does where the sandbox is gone, so that the trial stays pending", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      const gone = Effect.provide(next(run, [running("true")]), Sandbox.layerUnavailable("gone"))
      expect(yield* Effect.flip(gone)).toMatchObject({ _tag: "DiskError" })
      expect(fs.existsSync(path.join(run, "trials", trialOf(agentTask).trialId, "workspace-002.json"))).toBe(
        false
      )
    })
  )
})
