import * as Effect from "effect/Effect"
import type { Manifest } from "../records/Manifest.js"
import * as RunDirectory from "../records/RunDirectory.js"
import { quietFlag } from "./common.js"
import { type ExperimentId, experimentIds, loadExperiment, presetsOf } from "./experiments.js"
import * as Flag from "./Flag.js"
import { liveFlags, required, stopCode, withLiveClient } from "./live.js"
import { readServer, serverFlags } from "./server.js"
import { commandLine } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"
import { absentLines, lookAround, workbenchFlags } from "./workbench.js"

export const plan = Verb.make({
  name: "plan",
  summary: "Plan a run into a new folder: data, gold, schedule, requests. Sends nothing.",
  examples: [
    "icl-bench plan --preset pilot --out runs/pilot",
    "icl-bench plan --experiment assist-premise --preset public --out runs/premise",
    "icl-bench plan --experiment workbench --preset all --models qwen3:8b,claude --out runs/workbench"
  ],
  flags: {
    preset: Flag.choice(
      experimentIds.flatMap((id) => presetsOf[id]),
      "Which trials to plan: public and regression are of assist-premise, all and sample of workbench, the others of syntax-locality."
    ),
    out: Flag.text("DIR", "The folder to make; it must be empty or not exist."),
    phase: Flag.withDefault(Flag.choice(["p0", "p1"], "p0 has the lookup task alone, p1 all tasks"), "p0"),
    config: Flag.optional(Flag.text("FILE", "JSON whose keys override the preset's.")),
    ...serverFlags,
    experiment: Flag.withDefault(Flag.choice(experimentIds, "Which experiment"), "syntax-locality"),
    replicates: Flag.optional(Flag.integer(1, 100, "Times that each prompt is sent; else the preset's.")),
    problems: Flag.optional(
      Flag.text("FILE", "Of assist-premise: problems of your own, in the format of problems.jsonl,")
    ),
    answers: Flag.optional(Flag.text("FILE", "and what their readings mean, as in answers.jsonl.")),
    ...workbenchFlags,
    aa: Flag.toggle(
      "Plan an A/A run: two arms of one notation, with the same prompts, to see what chance makes."
    ),
    "count-tokens": Flag.toggle("Let the server count each prompt's tokens; needs --execute."),
    execute: Flag.toggle("With --count-tokens: send the count requests."),
    "max-http-attempts": liveFlags["max-http-attempts"],
    quiet: quietFlag
  },
  run: (values) =>
    Effect.gen(function* () {
      const attempts = yield* countLimit(values)
      const problems = yield* ownProblems(values)
      const machine = yield* lookAround(values)
      const server = machine?.server ?? (yield* readServer(values))
      const stages = yield* Effect.promise(() => import("../pipeline/plan.js"))
      const experiment = yield* loadExperiment(values.experiment)
      const manifest = yield* stages
        .plan(experiment, {
          preset: values.preset,
          phase: values.phase,
          configPath: values.config,
          replicates: values.replicates ?? values.repeat,
          aa: values.aa,
          problems,
          ...server,
          ...(machine === null ? {} : { selection: machine.selection, found: machine.found })
        })
        .run.pipe(Effect.provide(RunDirectory.layer(values.out)))
      const { counts, datasetHash, protocolHash, requestedModels } = manifest
      const counted = attempts === null ? null : yield* count(values.out, manifest.endpoint, attempts)
      return {
        json: {
          run: values.out,
          protocolHash,
          datasetHash,
          models: requestedModels,
          ...counts,
          tokens: counted
        },
        lines: [
          `planned ${counts.trials} trials in ${counts.blocks} matched blocks for ${requestedModels.join(", ") || "nobody"}, in ${values.out}`,
          `protocol ${protocolHash}`,
          `dataset  ${datasetHash}`,
          ...absentLines(machine),
          ...(counted === null
            ? []
            : [
                `${counted.counted} of ${counted.trials} requests are counted: ${counted.inputTokens} input tokens`
              ]),
          ...(counted === null || counted.stop === null ? [] : [stoppedCounting(counted.stop.reason)])
        ],
        code: stopCode(counted?.stop ?? null),
        next: commandLine("audit", "--run", values.out)
      }
    })
})

/** The plan stands, so there is nothing to resume: a run counts what it sends. */
const stoppedCounting = (reason: string): string =>
  `counting stopped (${reason.replaceAll("_", " ")}); a run counts the others before it sends them`

/** The user's files of problems; `null`: those of the preset, which must be one of the experiment's. */
const ownProblems = ({
  answers,
  experiment,
  preset,
  problems
}: {
  readonly experiment: ExperimentId
  readonly preset: string
  readonly problems: string | null
  readonly answers: string | null
}): Effect.Effect<{ readonly problems: string; readonly answers: string } | null, UsageError> => {
  const refuse = (problem: string) => new UsageError({ problem })
  const known = presetsOf[experiment]
  if (!known.includes(preset)) {
    const other = experimentIds.find((id) => presetsOf[id].includes(preset))
    return refuse(
      `--preset ${preset} belongs to --experiment ${other}; the presets of ${experiment} are ${known.join(", ")}`
    )
  }
  if (problems === null && answers === null) return Effect.succeed(null)
  if (experiment !== "assist-premise")
    return refuse("--problems and --answers belong to --experiment assist-premise")
  return problems === null || answers === null
    ? refuse("--problems and --answers need each other")
    : Effect.succeed({ problems, answers })
}

/** How many requests counting may send; `null` when nothing is to be counted. Checked before anything is planned. */
const countLimit = (values: {
  readonly "count-tokens": boolean
  readonly execute: boolean
  readonly "max-http-attempts": number | null
}): Effect.Effect<number | null, UsageError> => {
  if (!values["count-tokens"]) {
    return values.execute || values["max-http-attempts"] !== null
      ? new UsageError({
          problem: "--execute and --max-http-attempts belong to --count-tokens here: plan sends nothing else"
        })
      : Effect.succeed(null)
  }
  return values.execute
    ? required("max-http-attempts", values["max-http-attempts"])
    : new UsageError({ problem: "--count-tokens sends requests, so it needs --execute" })
}

const count = (out: string, endpoint: Manifest["endpoint"], maxHttpAttempts: number) =>
  Effect.gen(function* () {
    const { countTokens } = yield* Effect.promise(() => import("../pipeline/countTokens.js"))
    const { readPace } = yield* Effect.promise(() => import("../pipeline/SavedRun.js"))
    const { maxRpm, maxTpm } = yield* readPace
    const rates = { requestsPerMinute: maxRpm, tokensPerMinute: maxTpm }
    return yield* withLiveClient(endpoint, countTokens({ maxHttpAttempts, rates }).run)
  }).pipe(Effect.provide(RunDirectory.layer(out)))
