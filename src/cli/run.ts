import * as Effect from "effect/Effect"
import type { RunOptions, RunSummary } from "../pipeline/run.js"
import type { Disk } from "../records/Disk.js"
import * as RunDirectory from "../records/RunDirectory.js"
import { onRun, runFlag } from "./common.js"
import type { ExitCode } from "./exitCode.js"
import * as Flag from "./Flag.js"
import { commandLine } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

const flags = {
  run: runFlag,
  mock: Flag.toggle("Let a simulated model answer; its results say synthetic_mock."),
  "mock-profile": Flag.optional(Flag.text("NAME", "perfect, noisy or fixture (default noisy).")),
  "mock-seed": Flag.optional(
    Flag.integer(0, Number.MAX_SAFE_INTEGER, "Seed of the simulated mistakes (default 1).")
  ),
  execute: Flag.toggle("Ask a live model. Not built in this version."),
  concurrency: Flag.withDefault(Flag.integer(1, 256, "Trials under way at the same time"), 4),
  "max-generation-calls": Flag.optional(
    Flag.integer(1, Number.MAX_SAFE_INTEGER, "Trials that this start may begin, in whole matched blocks.")
  )
}

type RunValues = Flag.Values<typeof flags>

/** `run` and `resume` do the same: trials that have an end are never sent again. */
const verb = (name: "run" | "resume", summary: string, examples: ReadonlyArray<string>) =>
  Verb.make({
    name,
    summary,
    examples,
    flags,
    stopsGracefully: true,
    run: (values) =>
      Effect.gen(function* () {
        yield* refuseContradictions(values)
        return yield* values.mock ? dispatchMock(values) : preview(values.run)
      })
  })

export const run = verb(
  "run",
  "Send the planned trials that have no end yet. Without --mock it only tells the plan.",
  [
    "icl-bench run --run runs/pilot --mock",
    "icl-bench run --run runs/pilot --mock --mock-profile perfect --concurrency 8"
  ]
)

export const resume = verb("resume", "Go on with a run that stopped early. The same as run.", [
  "icl-bench resume --run runs/pilot --mock"
])

const refuseContradictions = (values: RunValues): Effect.Effect<void, UsageError> => {
  const refuse = (problem: string) => new UsageError({ problem })
  if (values.execute && values.mock) return refuse("--execute and --mock contradict each other")
  if (values.execute)
    return refuse("--execute asks for a live run, which this version cannot do yet; use --mock")
  if (values.mock) return Effect.void
  if (values["mock-profile"] !== null) return refuse("--mock-profile needs --mock")
  if (values["mock-seed"] !== null) return refuse("--mock-seed needs --mock")
  return Effect.void
}

/** What there would be to send. Nothing is sent. */
const preview = (path: string): Effect.Effect<Verb.Result, Verb.Failure, Disk> =>
  Effect.gen(function* () {
    const { readManifest } = yield* Effect.promise(() => import("../records/Manifest.js"))
    const { readSchedule } = yield* Effect.promise(() => import("../records/Schedule.js"))
    const { hasTerminal } = yield* Effect.promise(() => import("../records/TrialRecord.js"))
    const { counts, endpoint, requestedModels } = yield* readManifest
    const open = yield* Effect.filter(yield* readSchedule, ({ trialId }) =>
      Effect.map(hasTerminal(trialId), (over) => !over)
    )
    const facts = {
      planned: counts.trials,
      terminal: counts.trials - open.length,
      pending: open.length,
      sent: 0
    }
    const result: Verb.Result = {
      json: { run: path, models: requestedModels, baseUrl: endpoint.baseUrl, ...facts },
      lines: [
        `${facts.planned} trials are planned for ${requestedModels.join(", ")} at ${endpoint.baseUrl}`,
        `${facts.terminal} are over, ${facts.pending} are to be sent; nothing was sent`
      ],
      code: 0,
      next: commandLine("run", "--run", path, "--mock")
    }
    return result
  }).pipe(Effect.provide(RunDirectory.layer(path)))

const dispatchMock = (values: RunValues): Effect.Effect<Verb.Result, Verb.Failure, Verb.CliServices> =>
  Effect.gen(function* () {
    const profile = values["mock-profile"] ?? "noisy"
    const seed = values["mock-seed"] ?? 1
    const options: RunOptions = {
      mode: {
        type: "mock",
        profile,
        seed: String(seed),
        maxGenerationCalls: values["max-generation-calls"]
      },
      concurrency: values.concurrency
    }
    const summary = yield* onRun(values.run, (experiment) =>
      Effect.gen(function* () {
        const stages = yield* Effect.promise(() => import("../pipeline/run.js"))
        const { layer } = yield* Effect.promise(() => import("../llm/simulated/SimulatedClient.js"))
        const model = yield* experiment.simulatedModel(profile)
        const stage = stages.run(experiment, options)
        return { ...stage, run: Effect.provide(stage.run, layer(model, seed)) }
      })
    )
    return toResult(summary, values)
  })

const toResult = (summary: RunSummary, values: RunValues): Verb.Result => {
  const { concluded, pending, planned, stop, terminalBefore, withResponse } = summary
  const code = exitCode(summary)
  return {
    json: summary,
    lines: [
      `${concluded} trials were brought to their end, ${withResponse} of them with a reply that can be judged`,
      `${terminalBefore + concluded} of ${planned} planned trials are over`,
      ...(stop === null ? [] : [`stopped: ${stop.advice}`]),
      ...(summary.syntheticMock ? ["a simulated model answered: synthetic_mock"] : [])
    ],
    code,
    next:
      pending > 0 && code !== 1
        ? commandLine("resume", "--run", values.run, "--mock", ...sameModel(values))
        : commandLine("score", "--run", values.run)
  }
}

/** 0 only when every planned trial has its end. Trials that were sent and taught nothing of the model are a failure. */
const exitCode = ({ concluded, pending, stop, withResponse }: RunSummary): ExitCode => {
  const ranItsCourse = stop === null || stop.reason === "generation_limit"
  if (ranItsCourse && concluded > 0 && withResponse === 0) return 1
  return pending > 0 ? 3 : 0
}

/** A run is answered by one model from its first trial to its last, so a resume names the same. */
const sameModel = (values: RunValues): ReadonlyArray<string> => [
  ...(values["mock-profile"] === null ? [] : ["--mock-profile", values["mock-profile"]]),
  ...(values["mock-seed"] === null ? [] : ["--mock-seed", String(values["mock-seed"])])
]
