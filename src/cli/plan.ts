import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as RunDirectory from "../records/RunDirectory.js"
import { experimentIds, loadExperiment } from "./experiments.js"
import * as Flag from "./Flag.js"
import { commandLine } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

/** An `http` or `https` address without credentials, query and fragment; a slash at its end is dropped. */
const baseUrl: Flag.Flag<string> = {
  ...Flag.text("URL", "Where live requests would go; else OPENAI_BASE_URL, else https://api.openai.com/v1."),
  decode: (given) => {
    const url = URL.canParse(given) ? new URL(given) : null
    const plain = url !== null && url.username + url.password + url.search + url.hash === ""
    return plain && /^https?:$/.test(url.protocol)
      ? Either.right(url.href.replace(/\/+$/, ""))
      : // The address is not repeated: a refused one may hold a password.
        Either.left("must be an http or https address without credentials, query and fragment")
  }
}

export const plan = Verb.make({
  name: "plan",
  summary: "Plan a run into a new folder: data, gold, schedule, requests. Sends nothing.",
  examples: ["icl-bench plan --preset pilot --out runs/pilot"],
  flags: {
    preset: Flag.choice(["smoke", "pilot", "main"], "Which grid of trials to plan."),
    out: Flag.text("DIR", "The folder to make; it must be empty or not exist."),
    phase: Flag.withDefault(Flag.choice(["p0", "p1"], "p0 has the lookup task alone, p1 all tasks"), "p0"),
    config: Flag.optional(Flag.text("FILE", "JSON whose keys override the preset's.")),
    model: Flag.optional(Flag.text("NAME", "The model to ask; else OPENAI_MODEL, else the preset's.")),
    "base-url": Flag.optional(baseUrl),
    experiment: Flag.withDefault(Flag.choice(experimentIds, "Which experiment"), "syntax-locality"),
    replicates: Flag.optional(Flag.integer(1, 100, "Times that each prompt is sent; else the preset's."))
  },
  run: (values) =>
    Effect.gen(function* () {
      const stages = yield* Effect.promise(() => import("../pipeline/plan.js"))
      const experiment = yield* loadExperiment(values.experiment)
      const manifest = yield* stages
        .plan(experiment, {
          preset: values.preset,
          phase: values.phase,
          configPath: values.config,
          model: values.model ?? (yield* fromEnvironment("OPENAI_MODEL")),
          replicates: values.replicates,
          baseUrl: values["base-url"] ?? (yield* baseUrlFromEnvironment) ?? stages.defaultBaseUrl
        })
        .run.pipe(Effect.provide(RunDirectory.layer(values.out)))
      const { counts, datasetHash, protocolHash, requestedModels } = manifest
      return {
        json: { run: values.out, protocolHash, datasetHash, models: requestedModels, ...counts },
        lines: [
          `planned ${counts.trials} trials in ${counts.blocks} matched blocks for ${requestedModels.join(", ")}, in ${values.out}`,
          `protocol ${protocolHash}`,
          `dataset  ${datasetHash}`
        ],
        code: 0,
        next: commandLine("audit", "--run", values.out)
      }
    })
})

/** An environment variable; blank is the same as unset. */
const fromEnvironment = (name: string): Effect.Effect<string | null> =>
  Config.string(name).pipe(
    Config.withDefault(""),
    Effect.map((value) => (value.trim() === "" ? null : value)),
    Effect.orDie
  )

const baseUrlFromEnvironment: Effect.Effect<string | null, UsageError> = Effect.flatMap(
  fromEnvironment("OPENAI_BASE_URL"),
  (given) =>
    given === null
      ? Effect.succeed(null)
      : Either.mapLeft(
          baseUrl.decode(given),
          (problem) => new UsageError({ problem: `OPENAI_BASE_URL ${problem}` })
        )
)
