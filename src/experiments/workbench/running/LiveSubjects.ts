import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { byProtocol } from "../../../llm/byProtocol.js"
import * as Credentials from "../../../llm/Credentials.js"
import * as HttpLlmClient from "../../../llm/HttpLlmClient.js"
import { LlmClient } from "../../../llm/LlmClient.js"
import * as LiveTransport from "../../../llm/transport/LiveTransport.js"
import { RunConflict } from "../../../pipeline/PipelineError.js"
import { readProtocol } from "../../../pipeline/SavedRun.js"
import { judgementFolder, trialOfCall } from "../../../records/Call.js"
import type { Disk } from "../../../records/Disk.js"
import type { ReadError } from "../../../records/RecordError.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import { readSchedule } from "../../../records/Schedule.js"
import { cliConfigSha256 } from "../planning/discover.js"
import { decodeProtocol, type Planned } from "../planning/Protocol.js"
import { needsSandbox } from "../planning/selectTasks.js"
import { cliConfig } from "../subjects/cli/CliConfig.js"
import { discoverClis } from "../subjects/cli/discoverClis.js"
import type { Task } from "../tasks/Task.js"
import * as cliClient from "./cliClient.js"
import { loadedFacts } from "./loadedFacts.js"
import { sandboxOfThisMachine } from "./sandboxOfThisMachine.js"
import { withinMinutes } from "./withinMinutes.js"
import { givenFiles } from "./workFolder.js"

/**
 * The subjects of the current run: its local server over HTTP, and programs that are started here. Refused as a whole where a planned trial needs a
 * sandbox and the kernel gives none, or where programs would be started in another way than was planned.
 */
export const layer = (
  baseUrl: string
): Layer.Layer<LlmClient, RunConflict | ReadError, Disk | RunDirectory> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const planned = yield* Effect.mapError(Effect.flatMap(readProtocol, decodeProtocol), (error) =>
        error._tag === "PlanRefused" ? new RunConflict({ reason: error.message }) : error
      )
      const tasks = new Map(planned.tasks.map((task) => [task.spec.id, task]))
      const trials = new Map((yield* readSchedule).map((trial) => [trial.trialId, tasks.get(trial.goldId)]))
      yield* refuseWithoutSandbox(
        [...trials.values()].some((task) => task !== undefined && needsSandbox(task))
      )
      const factsOf = (callId: string): cliClient.CallFacts => {
        const task = callId.endsWith(`/${judgementFolder}`) ? undefined : trials.get(trialOfCall(callId))
        return task === undefined ? judging : factsOfTask(task)
      }
      const programs = yield* programClient(planned, factsOf)
      const longest = Math.max(judging.minutes, ...planned.tasks.map(({ spec }) => spec.limits.minutes))
      const transport = LiveTransport.layer({ attemptTimeoutMs: Math.round(longest * 60_000) })
      return Layer.effect(
        LlmClient,
        Effect.map(HttpClient.HttpClient, (http) => {
          const endpoint = { baseUrl, protocol: "ollama", truncation: "omit", ...Credentials.none } as const
          const local = withinMinutes(
            loadedFacts(HttpLlmClient.make(http, endpoint), http, baseUrl),
            (callId) => factsOf(callId).minutes
          )
          return byProtocol((protocol) => (protocol === "cli" ? programs : local))
        })
      ).pipe(Layer.provide(transport))
    })
  )

const refuseWithoutSandbox = (needed: boolean): Effect.Effect<void, RunConflict> =>
  needed
    ? Effect.flatMap(sandboxOfThisMachine, ({ probe }) =>
        Effect.mapError(
          probe,
          ({ message }) =>
            new RunConflict({
              reason: `${message}; or plan again here: tasks that need a sandbox are then left out`
            })
        )
      )
    : Effect.void

/** A judge's call is a question like any other, with a limit of its own. */
const judging: cliClient.CallFacts = { files: new Map(), turns: 1, minutes: 10 }

const factsOfTask = (task: Task): cliClient.CallFacts => ({
  files: givenFiles(task),
  turns: task.spec.limits.turns,
  minutes: task.spec.limits.minutes
})

const programClient = (planned: Planned, factsOf: (callId: string) => cliClient.CallFacts) =>
  Effect.gen(function* () {
    const config = yield* cliConfig
    const used = new Set(
      [...planned.subjects, ...(planned.judge === null ? [] : [planned.judge])].map(({ id }) => id)
    )
    const clis = config.clis.filter(({ id }) => used.has(id))
    if (clis.length > 0 && (yield* cliConfigSha256) !== planned.cliConfigSha256) {
      return yield* new RunConflict({
        reason: "configs/workbench/clis.json is not what the run was planned with; plan again, or put it back"
      })
    }
    const found = yield* discoverClis({ ...config, clis })
    const installed = new Map(
      found.flatMap((cli) =>
        cli.installed ? [[cli.id as string, { version: cli.version, synthetic: cli.synthetic }] as const] : []
      )
    )
    return cliClient.make({ config, installed, factsOf })
  })
