import * as Effect from "effect/Effect"
import { isObject, type JsonObject } from "../json/Json.js"
import type { LlmClient } from "../llm/LlmClient.js"
import type { HttpProtocolId } from "../llm/Protocol.js"
import type { PlanSettings } from "../pipeline/Experiment.js"
import type { Disk } from "../records/Disk.js"
import * as RunDirectory from "../records/RunDirectory.js"
import * as Flag from "./Flag.js"
import { names } from "./names.js"
import { baseUrlOf, type Server } from "./server.js"
import { UsageError } from "./UsageError.js"
import type { Failure } from "./Verb.js"

/** Flags of `plan` that only workbench has. */
export const workbenchFlags = {
  models: names(
    "A,B",
    "Of workbench: whom to ask, of those that are there: tags of the local server, claude, codex, gemini."
  ),
  tasks: names("A,B", "Of workbench: which tasks, as <category>/<task>, or whole categories."),
  judge: Flag.optional(
    Flag.text("NAME", "Of workbench: who judges what no program can; else the configured one.")
  ),
  repeat: Flag.optional(Flag.integer(1, 100, "The same as --replicates, as workbench calls it."))
}

interface Values extends Flag.Values<typeof workbenchFlags> {
  readonly experiment: string
  readonly preset: string
  readonly replicates: number | null
  readonly model: string | null
  readonly "base-url": string | null
  readonly protocol: HttpProtocolId
}

/** What a plan of workbench starts from: the local server, what is on this machine, and what of it was named. */
export interface Machine {
  readonly server: Server
  readonly selection: NonNullable<PlanSettings["selection"]>
  readonly found: JsonObject
}

/** `null`: it is another experiment, which looks at no machine. */
export const lookAround = (values: Values): Effect.Effect<Machine | null, Failure, Disk> =>
  Effect.gen(function* () {
    const refuse = (problem: string) => new UsageError({ problem })
    if (values.replicates !== null && values.repeat !== null)
      return yield* refuse("--repeat and --replicates are the same; give one of them")
    const given = (["models", "tasks", "judge"] as const).find((name) => values[name] !== null)
    if (values.experiment !== "workbench") {
      return given === undefined ? null : yield* refuse(`--${given} belongs to --experiment workbench`)
    }
    if (values.protocol === "messages")
      return yield* refuse("workbench asks a local server in the protocol ollama, and programs")
    const baseUrl = yield* baseUrlOf({ "base-url": values["base-url"], protocol: "ollama" })
    const { discover } = yield* Effect.promise(() => import("../experiments/workbench/planning/discover.js"))
    const LiveTransport = yield* Effect.promise(() => import("../llm/transport/LiveTransport.js"))
    const found = yield* Effect.provide(
      discover(baseUrl),
      LiveTransport.layer({ connectTimeoutMs: 5_000, attemptTimeoutMs: 20_000 })
    )
    return {
      server: { baseUrl, protocol: "ollama", model: values.model },
      selection: { models: values.models, tasks: values.tasks, judge: values.judge },
      found
    }
  })

/** Who could have been asked and is not there, in one line, and why tasks that need a sandbox are left out, where they are. */
export const absentLines = (machine: Machine | null): ReadonlyArray<string> => {
  const refusal = machine?.found["sandboxRefusal"]
  const noSandbox =
    typeof refusal === "string" ? [`tasks of agents and tasks with checks are left out; ${refusal}`] : []
  return [...namesOfAbsent(machine?.found["absent"]), ...noSandbox]
}

const namesOfAbsent = (absent: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(absent) || absent.length === 0) return []
  const ids = absent.flatMap((one) => (isObject(one) && typeof one["id"] === "string" ? [one["id"]] : []))
  return [`not there: ${ids.join(", ")} (the report says why)`]
}

/** Provides the subjects of a run of workbench, loaded when they are first needed. */
export const withSubjects = <A, R>(
  run: string,
  baseUrl: string,
  effect: Effect.Effect<A, Failure, R>
): Effect.Effect<A, Failure, Exclude<R, LlmClient> | Disk> =>
  Effect.flatMap(
    Effect.promise(() => import("../experiments/workbench/running/LiveSubjects.js")),
    ({ layer }) => Effect.provide(effect, layer(baseUrl)).pipe(Effect.provide(RunDirectory.layer(run)))
  )
