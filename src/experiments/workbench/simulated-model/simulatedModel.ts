import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../../json/Json.js"
import type { SimulatedModel } from "../../../llm/simulated/SimulatedModel.js"
import { ConfigError, UnknownProfile } from "../../../pipeline/PipelineError.js"
import type { Disk, DiskError } from "../../../records/Disk.js"
import { configFolder } from "../planning/discover.js"
import { decodeProtocol } from "../planning/Protocol.js"
import { loadTasks } from "../tasks/loadTasks.js"
import type { Task } from "../tasks/Task.js"
import { isJudgePrompt, judgeReply } from "./judgeReply.js"
import { sampleReply } from "./sampleReply.js"

/** How often each gives one of a task's right samples. */
const shareOfRight = { reference: 1, mixed: 0.6, wrong: 0 } as const

type Profile = keyof typeof shareOfRight

const isProfile = (name: string): name is Profile => Object.hasOwn(shareOfRight, name)

/**
 * A stand-in that knows the samples of the tasks and gives one of them: right ones in a share that its profile says, by chance. As a judge it gives
 * points by chance. Of a given run it knows the run's tasks, else the package's.
 */
export const simulatedModel = (
  profile: string,
  protocol: JsonObject | null
): Effect.Effect<SimulatedModel, UnknownProfile | ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    if (!isProfile(profile)) return yield* new UnknownProfile({ profile, known: Object.keys(shareOfRight) })
    const tasks = protocol === null ? yield* packageTasks : yield* tasksOf(protocol)
    return {
      profile,
      reply: (request, random) => {
        const asked = request.input[0]?.content ?? ""
        if (isJudgePrompt(asked)) return judgeReply(asked, random)
        const task = tasks.find(({ spec }) => asked.startsWith(spec.prompt))
        return task === undefined
          ? { type: "answer", text: "課題がわかりません。", reasoningTokens: 0 }
          : sampleReply(task, request, shareOfRight[profile], random)
      }
    }
  })

const tasksOf = (protocol: JsonObject): Effect.Effect<ReadonlyArray<Task>, ConfigError> =>
  Effect.mapBoth(decodeProtocol(protocol), {
    onFailure: ({ message }) => new ConfigError({ source: "protocol.json", issues: [message] }),
    onSuccess: ({ tasks }) => tasks
  })

const packageTasks: Effect.Effect<ReadonlyArray<Task>, ConfigError | DiskError, Disk> = Effect.flatMap(
  configFolder,
  (folder) =>
    Effect.mapError(loadTasks(path.join(folder, "tasks")), (error) =>
      error._tag === "DiskError" ? error : new ConfigError({ source: folder, issues: [error.message] })
    )
)
