import * as v8 from "node:v8"
import * as Effect from "effect/Effect"
import type { HttpProtocolId } from "../../llm/Protocol.js"
import type { RunOptions, RunSummary } from "../../pipeline/run.js"
import { onRun } from "../common.js"
import { required, withLiveClient } from "../live.js"
import { UsageError } from "../UsageError.js"
import type * as Verb from "../Verb.js"
import { withSubjects } from "../workbench.js"
import type { RunValues } from "./flags.js"
import { plannedSettings } from "./plannedSettings.js"

/** Sends requests to the server or the programs of the plan, within the limits that the flags name. */
export const runLive = (values: RunValues): Effect.Effect<RunSummary, Verb.Failure, Verb.CliServices> =>
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
    const { isDefaultHost } = yield* Effect.promise(() => import("../../llm/Endpoint.js"))
    const { run } = yield* Effect.promise(() => import("../../pipeline/run.js"))
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
    yield* Effect.sync(holdLittle)
    const sent = onRun(values.run, (experiment) => Effect.succeed(run(experiment, options)))
    return planned === "workbench"
      ? yield* withSubjects(values.run, endpoint.baseUrl, sent)
      : yield* withLiveClient(endpoint, sent)
  })

/**
 * Takes less from whatever else the machine does, for hours. V8 lets garbage heap up to a multiple of what is alive: at most 70 % more saves
 * 30 MB for a few percent of the time. And the one part of a run that is WebAssembly, which reads the heads of replies, is compiled once and not
 * once more for speed: that takes 25 MB for a moment, and for a kilobyte a reply nobody notices.
 */
const holdLittle = (): void => {
  v8.setFlagsFromString("--heap-growing-percent=70")
  v8.setFlagsFromString("--liftoff-only")
}

/** No run reaches it. */
const noTokenCap = Number.MAX_SAFE_INTEGER

/** Where tokens cost nothing, minutes are the limit. */
const tokenCap = (
  values: RunValues,
  endpoint: { readonly protocol: HttpProtocolId }
): Effect.Effect<number, UsageError> =>
  Effect.gen(function* () {
    const { httpProtocolOf } = yield* Effect.promise(() => import("../../llm/protocols.js"))
    if (httpProtocolOf(endpoint).billed || values["local-token-cap"] !== null)
      return yield* required("local-token-cap", values["local-token-cap"])
    yield* required("max-minutes", values["max-minutes"])
    return noTokenCap
  })
