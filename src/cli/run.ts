import * as Effect from "effect/Effect"
import type { RunSummary } from "../pipeline/run.js"
import { Shutdown } from "../runner/Shutdown.js"
import { onRun } from "./common.js"
import type { ExitCode } from "./exitCode.js"
import { Inquiry } from "./Inquiry.js"
import { again } from "./run/again.js"
import { flags, type RunValues, refuseContradictions } from "./run/flags.js"
import { runLive } from "./run/live.js"
import { runMock } from "./run/mock.js"
import { preview } from "./run/preview.js"
import { progressLines } from "./statusText.js"
import { commandLine, spendingText } from "./text.js"
import * as Verb from "./Verb.js"

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
        if (!values.mock && !values.execute) return yield* preview(values.run)
        return toResult(yield* values.mock ? runMock(values) : runLive(values), values)
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
export const runExitCode = (summary: RunSummary): ExitCode => {
  const { concluded, pending, spending, stop, underWay, withResponse } = summary
  const ranItsCourse = stop === null || stop.reason === "generation_limit"
  // A start may also bring to their end trials that an earlier one sent.
  const sent = spending === null ? concluded : spending.thisStart.generations
  if (ranItsCourse && sent > 0 && concluded > 0 && withResponse + underWay === 0) return 1
  return pending > 0 ? 3 : 0
}
