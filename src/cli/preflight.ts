import * as Effect from "effect/Effect"
import { defaultProtocol, type HttpProtocolId } from "../llm/Protocol.js"
import * as RunDirectory from "../records/RunDirectory.js"
import { type ExperimentId, experimentIds, loadExperiment, presetsOf } from "./experiments.js"
import * as Flag from "./Flag.js"
import { liveFlags, required, withLiveClient } from "./live.js"
import { readServer, serverFlags } from "./server.js"
import { commandLine } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

export const preflight = Verb.make({
  name: "preflight",
  summary: "Count and generate once, live, and write down what the server can do.",
  examples: [
    "icl-bench preflight --out runs/preflight --execute --max-http-attempts 4 --local-token-cap 20000"
  ],
  flags: {
    out: Flag.text("DIR", "The folder to make; it must be empty or not exist."),
    ...liveFlags,
    ...serverFlags,
    experiment: Flag.withDefault(
      Flag.choice(experimentIds, "Whose settings the requests have"),
      "syntax-locality"
    ),
    config: Flag.optional(Flag.text("FILE", "JSON whose keys override the settings, as for plan."))
  },
  run: (values) =>
    Effect.gen(function* () {
      if (!values.execute) {
        return yield* new UsageError({ problem: "preflight sends two requests, so it needs --execute" })
      }
      const limits = {
        maxHttpAttempts: yield* required("max-http-attempts", values["max-http-attempts"]),
        localTokenCap: yield* required("local-token-cap", values["local-token-cap"])
      }
      const stages = yield* Effect.promise(() => import("../pipeline/preflight.js"))
      const { baseUrl, protocol: wire, model } = yield* readServer(values)
      const experiment = yield* loadExperiment(values.experiment)
      const [preset = ""] = presetsOf[values.experiment]
      const protocol = yield* experiment.resolve({
        preset,
        phase: "p0",
        configPath: values.config,
        model,
        replicates: null
      })
      const settings = {
        baseUrl,
        protocol: wire,
        truncation: protocol["truncation"] === "omit" ? ("omit" as const) : ("disabled" as const)
      }
      const stage = stages.preflight({
        ...settings,
        ...limits,
        ...stages.settingsOf(protocol),
        rates: { requestsPerMinute: 60, tokensPerMinute: 200_000 }
      })
      const { capabilities, stop } = yield* withLiveClient(settings, stage.run).pipe(
        Effect.provide(RunDirectory.layer(values.out))
      )
      const { generation, problems, tokenCount } = capabilities
      return {
        json: capabilities,
        lines: [
          `asked for ${capabilities.requestedModel} at ${capabilities.baseUrl}`,
          generation === null
            ? "no reply could be read"
            : `${generation.returnedModel} answered: ${generation.status}, ` +
              `${generation.inputTokens ?? "unknown"} input and ${generation.outputTokens ?? "unknown"} output tokens`,
          `input tokens by ${tokenCount.source ?? "nobody"}: ${tokenCount.inputTokens ?? "unknown"}`,
          ...problems.map((problem) => `problem: ${problem}`)
        ],
        code: capabilities.ok ? 0 : stop === null ? 1 : 3,
        next: capabilities.ok
          ? commandLine("plan", ...planOf(values.experiment, preset), ...sameServer(values))
          : `read ${values.out}/capabilities.json`
      }
    })
})

const planOf = (experiment: ExperimentId, preset: string): ReadonlyArray<string> => [
  ...(experiment === "syntax-locality" ? [] : ["--experiment", experiment]),
  "--preset",
  preset,
  "--out",
  `runs/${preset}-live`
]

/** A plan for the server that was asked. */
const sameServer = (values: {
  readonly "base-url": string | null
  readonly model: string | null
  readonly protocol: HttpProtocolId
}): ReadonlyArray<string> => [
  ...(values["base-url"] === null ? [] : ["--base-url", values["base-url"]]),
  ...(values.model === null ? [] : ["--model", values.model]),
  ...(values.protocol === defaultProtocol ? [] : ["--protocol", values.protocol])
]
