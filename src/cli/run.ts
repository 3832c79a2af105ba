import * as Effect from "effect/Effect"
import { defaultProtocol, type HttpProtocolId } from "../llm/Protocol.js"
import type { RunOptions, RunSummary } from "../pipeline/run.js"
import type { Disk } from "../records/Disk.js"
import * as RunDirectory from "../records/RunDirectory.js"
import { Shutdown } from "../runner/Shutdown.js"
import type { Stop, StopReason } from "../runner/StopSign.js"
import { onRun, quietFlag, runFlag } from "./common.js"
import type { ExitCode } from "./exitCode.js"
import { defaultProfileOf } from "./experiments.js"
import * as Flag from "./Flag.js"
import { Inquiry } from "./Inquiry.js"
import { liveFlags, required, withLiveClient } from "./live.js"
import { progressLines } from "./statusText.js"
import { commandLine, runOf, spendingText } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"
import { withSubjects } from "./workbench.js"

const flags = {
  run: runFlag,
  mock: Flag.toggle("Let a simulated model answer; its results say synthetic_mock."),
  "mock-profile": Flag.optional(
    Flag.text(
      "NAME",
      "perfect, noisy (default) or fixture; of assist-premise declaring, silent, missing, straying, mending, broken, rambling or mixed (default); of workbench reference, wrong or mixed (default)."
    )
  ),
  "mock-seed": Flag.optional(
    Flag.integer(0, Number.MAX_SAFE_INTEGER, "Seed of the simulated mistakes (default 1).")
  ),
  ...liveFlags,
  "max-generation-calls": Flag.optional(
    Flag.integer(
      1,
      Number.MAX_SAFE_INTEGER,
      "Model calls that this start may begin, repeats of failed ones apart. What it has no room for waits."
    )
  ),
  "max-minutes": Flag.optional(
    Flag.integer(1, 100_000, "After so many minutes this start begins nothing more.")
  ),
  concurrency: Flag.optional(Flag.integer(1, 256, "Trials under way at the same time; else as planned.")),
  "max-rpm": Flag.optional(Flag.integer(1, 1_000_000, "Requests in any 60 seconds; else as planned.")),
  "max-tpm": Flag.optional(
    Flag.integer(1, Number.MAX_SAFE_INTEGER, "Tokens reserved in any 60 seconds; else as planned.")
  ),
  "protocol-hash": Flag.optional(Flag.text("HASH", "What freeze printed; a frozen run needs it.")),
  "retry-ambiguous": Flag.toggle("Send again what may have been answered and billed already."),
  "retry-500": Flag.toggle("Send again after HTTP 500, also away from the default host."),
  "soft-budget": Flag.toggle("Go on with estimated tokens where the server does not count."),
  "allow-carried-reservations": Flag.toggle(
    "Go on beside reservations of earlier dates that nothing resolved."
  ),
  quiet: quietFlag
}

type RunValues = Flag.Values<typeof flags>

/** `run` and `resume` do the same: trials that have an end are never sent again. */
const verb = (name: "run" | "resume", summary: string, examples: ReadonlyArray<string>) =>
  Verb.make({
    name,
    summary,
    examples,
    flags,
    notes: [
      "While it runs, 'kill -USR2 PID' (Ctrl-T on macOS and BSD) prints the counts of",
      "each condition on stderr; 'icl-bench status --run DIR' prints the same elsewhere."
    ],
    stopsGracefully: true,
    run: (values) =>
      Effect.gen(function* () {
        yield* refuseContradictions(values)
        yield* Effect.forkScoped(tellOfStop)
        yield* Effect.forkScoped(Effect.forever(tellWhenAsked(values.run)))
        if (values.mock) return yield* dispatchMock(values)
        return yield* values.execute ? dispatchLive(values) : preview(values.run)
      }).pipe(Effect.scoped)
  })

/** Trials under way may take minutes to end; whoever pressed Ctrl-C should not have to guess. */
const tellOfStop = Effect.gen(function* () {
  yield* (yield* Shutdown).await
  yield* Effect.logInfo("stopping: trials under way may finish; a second signal ends at once")
})

/** The counts of each condition for whoever asks, from the run's files, as `status` has them. That they cannot be read ends no run. */
const tellWhenAsked = (path: string) =>
  Effect.gen(function* () {
    yield* yield* Inquiry
    const { status } = yield* Effect.promise(() => import("../pipeline/status.js"))
    const found = yield* onRun(path, (experiment) => Effect.succeed(status(experiment)))
    yield* Effect.logInfo(progressLines(found).join("\n"))
  }).pipe(Effect.catchAll((failure) => Effect.logInfo(`no counts: ${failure.message}`)))

export const run = verb(
  "run",
  "Send the planned trials that have no end yet. Without --mock or --execute it only tells the plan.",
  [
    "icl-bench run --run runs/pilot --mock",
    "icl-bench run --run runs/pilot --execute --max-generation-calls 200 --max-http-attempts 600 --local-token-cap 1000000"
  ]
)

export const resume = verb("resume", "Go on with a run that stopped early. The same as run.", [
  "icl-bench resume --run runs/pilot --mock"
])

const refuseContradictions = (values: RunValues): Effect.Effect<void, UsageError> => {
  const refuse = (problem: string) => new UsageError({ problem })
  if (values.execute && values.mock) return refuse("--execute and --mock contradict each other")
  const given = (names: ReadonlyArray<keyof RunValues>) =>
    names.find((name) => values[name] !== null && values[name] !== false)
  const mockOnly = values.mock ? undefined : given(["mock-profile", "mock-seed"])
  if (mockOnly !== undefined) return refuse(`--${mockOnly} needs --mock`)
  const liveOnly = values.execute ? undefined : given(liveOnlyFlags)
  if (liveOnly !== undefined) return refuse(`--${liveOnly} needs --execute`)
  const either = values.execute || values.mock ? undefined : given(["max-generation-calls", "concurrency"])
  return either === undefined ? Effect.void : refuse(`--${either} needs --execute or --mock`)
}

const liveOnlyFlags = [
  "max-http-attempts",
  "local-token-cap",
  "max-minutes",
  "max-rpm",
  "max-tpm",
  "protocol-hash",
  "retry-ambiguous",
  "retry-500",
  "soft-budget",
  "allow-carried-reservations"
] as const

/** What there would be to send. Nothing is sent. */
const preview = (path: string): Effect.Effect<Verb.Result, Verb.Failure, Disk> =>
  Effect.gen(function* () {
    const { readVerifiedManifest } = yield* Effect.promise(() => import("../records/Manifest.js"))
    const { readSchedule } = yield* Effect.promise(() => import("../records/Schedule.js"))
    const { hasTerminal } = yield* Effect.promise(() => import("../records/TrialRecord.js"))
    const { counts, endpoint, requestedModels } = yield* readVerifiedManifest
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
      next: runOf(path)
    }
    return result
  }).pipe(Effect.provide(RunDirectory.layer(path)))

const dispatchMock = (values: RunValues): Effect.Effect<Verb.Result, Verb.Failure, Verb.CliServices> =>
  Effect.gen(function* () {
    const seed = values["mock-seed"] ?? 1
    const { endpoint, pace } = yield* plannedSettings(values.run)
    if (values["mock-profile"] === "fixture" && endpoint.protocol !== defaultProtocol) {
      return yield* new UsageError({
        problem: "--mock-profile fixture holds bodies of the responses protocol"
      })
    }
    const concurrency = values.concurrency ?? pace.concurrency
    const maxGenerationCalls = values["max-generation-calls"]
    const summary = yield* onRun(values.run, (experiment) =>
      Effect.gen(function* () {
        const stages = yield* Effect.promise(() => import("../pipeline/run.js"))
        const { layer } = yield* Effect.promise(() => import("../llm/simulated/SimulatedClient.js"))
        const { readProtocol } = yield* Effect.promise(() => import("../pipeline/SavedRun.js"))
        const profile = values["mock-profile"] ?? defaultProfileOf(experiment.id)
        const options: RunOptions = {
          mode: { type: "mock", profile, seed: String(seed), maxGenerationCalls },
          concurrency
        }
        const model = yield* experiment.simulatedModel(profile, yield* readProtocol)
        const stage = stages.run(experiment, options)
        return { ...stage, run: Effect.provide(stage.run, layer(model, seed)) }
      })
    )
    return toResult(summary, values)
  })

const dispatchLive = (values: RunValues): Effect.Effect<Verb.Result, Verb.Failure, Verb.CliServices> =>
  Effect.gen(function* () {
    const { endpoint, experiment: planned, pace } = yield* plannedSettings(values.run)
    if (planned === "workbench" && (values.concurrency ?? 1) > 1) {
      return yield* new UsageError({ problem: "workbench measures times, so --concurrency must be 1" })
    }
    if (planned === "workbench") yield* required("max-minutes", values["max-minutes"])
    const limits = {
      maxGenerationCalls: yield* required("max-generation-calls", values["max-generation-calls"]),
      maxHttpAttempts: yield* required("max-http-attempts", values["max-http-attempts"]),
      localTokenCap: yield* tokenCap(values, endpoint)
    }
    const { isDefaultHost } = yield* Effect.promise(() => import("../llm/Endpoint.js"))
    const { run } = yield* Effect.promise(() => import("../pipeline/run.js"))
    const options: RunOptions = {
      mode: {
        type: "live",
        protocolHash: values["protocol-hash"],
        limits,
        rates: {
          requestsPerMinute: values["max-rpm"] ?? pace.maxRpm,
          tokensPerMinute: values["max-tpm"] ?? pace.maxTpm
        },
        softBudget: values["soft-budget"],
        allowCarriedReservations: values["allow-carried-reservations"],
        retry500: values["retry-500"] || isDefaultHost(endpoint),
        retryAmbiguous: values["retry-ambiguous"],
        ...(values["max-minutes"] === null ? {} : { maxMinutes: values["max-minutes"] })
      },
      concurrency: values.concurrency ?? pace.concurrency
    }
    const sent = onRun(values.run, (experiment) => Effect.succeed(run(experiment, options)))
    const summary =
      planned === "workbench"
        ? yield* withSubjects(values.run, endpoint.baseUrl, sent)
        : yield* withLiveClient(endpoint, sent)
    return toResult(summary, values)
  })

/** No run reaches it. */
const noTokenCap = Number.MAX_SAFE_INTEGER

/** Where tokens cost nothing, minutes are the limit. */
const tokenCap = (
  values: RunValues,
  endpoint: { readonly protocol: HttpProtocolId }
): Effect.Effect<number, UsageError> =>
  Effect.gen(function* () {
    const { httpProtocolOf } = yield* Effect.promise(() => import("../llm/protocols.js"))
    if (httpProtocolOf(endpoint).billed || values["local-token-cap"] !== null)
      return yield* required("local-token-cap", values["local-token-cap"])
    yield* required("max-minutes", values["max-minutes"])
    return noTokenCap
  })

/** What the plan says of the server and of the pace, for flags that are not given. */
const plannedSettings = (path: string) =>
  Effect.gen(function* () {
    const { readManifest } = yield* Effect.promise(() => import("../records/Manifest.js"))
    const { readPace } = yield* Effect.promise(() => import("../pipeline/SavedRun.js"))
    const { endpoint, experiment } = yield* readManifest
    return { endpoint, experiment, pace: yield* readPace }
  }).pipe(Effect.provide(RunDirectory.layer(path)))

const toResult = (summary: RunSummary, values: RunValues): Verb.Result => {
  const { concluded, pending, planned, stop, terminalBefore, withResponse } = summary
  const code = runExitCode(summary)
  return {
    json: summary,
    lines: [
      `${concluded} trials were brought to their end, ${withResponse} of them with a reply that can be judged`,
      `${terminalBefore + concluded} of ${planned} planned trials are over`,
      ...(summary.spending === null
        ? []
        : [
            `this start: ${spendingText(summary.spending.thisStart)}`,
            `in all: ${spendingText(summary.spending.inAll)}`
          ]),
      ...(stop === null ? [] : [`stopped: ${stop.advice}`]),
      ...(summary.syntheticMock ? ["a simulated model answered: synthetic_mock"] : [])
    ],
    code,
    next:
      pending > 0 && code !== 1
        ? commandLine("resume", "--run", values.run, ...again(values, stop))
        : commandLine("score", "--run", values.run)
  }
}

/**
 * 0 only when every planned trial has its end. Trials that were sent and taught nothing of the model are a failure; a conversation that waits for
 * room to go on has taught something.
 */
export const runExitCode = ({ concluded, pending, stop, underWay, withResponse }: RunSummary): ExitCode => {
  const ranItsCourse = stop === null || stop.reason === "generation_limit"
  if (ranItsCourse && concluded > 0 && withResponse + underWay === 0) return 1
  return pending > 0 ? 3 : 0
}

/** The limit that a stop speaks of. */
const limitOf: Readonly<Partial<Record<StopReason, string>>> = {
  generation_limit: "max-generation-calls",
  attempt_limit: "max-http-attempts",
  token_cap: "local-token-cap"
}

/** The flags with which the same run goes on; a limit that is too small for anything is named as large as it must be. */
const again = (values: RunValues, stop: Stop | null): ReadonlyArray<string> => {
  const valued = values.mock
    ? (["mock-profile", "mock-seed"] as const)
    : ([
        "max-generation-calls",
        "max-http-attempts",
        "local-token-cap",
        "max-minutes",
        "max-rpm",
        "max-tpm",
        "protocol-hash"
      ] as const)
  const switches = ["retry-500", "soft-budget"] as const
  return [
    values.mock ? "--mock" : "--execute",
    ...valued.flatMap((name) => {
      const value = stop?.atLeast !== undefined && limitOf[stop.reason] === name ? stop.atLeast : values[name]
      return value === null ? [] : [`--${name}`, String(value)]
    }),
    ...switches.flatMap((name) => (values[name] ? [`--${name}`] : [])),
    ...(stop?.reason === "count_unavailable" ? ["--soft-budget"] : [])
  ]
}
