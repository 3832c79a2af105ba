import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultProtocol, httpProtocolIds } from "../llm/Protocol.js"
import { type FaultPlan, noFaults } from "../provider/Fault.js"
import { parseFaults } from "../provider/FaultSpec.js"
import { faultHelp } from "../provider/faultHelp.js"
import { Shutdown } from "../runner/Shutdown.js"
import { defaultProfileOf, experimentIds, loadExperiment } from "./experiments.js"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

const faults: Flag.Flag<FaultPlan> = {
  placeholder: "SPEC",
  about: "What goes wrong, and how often; see below and docs/provider.md.",
  decode: parseFaults,
  absent: Option.none()
}

export const provider = Verb.make({
  name: "provider",
  summary: "Serve a simulated model on 127.0.0.1, with faults on request, until a signal.",
  examples: [
    "icl-bench provider --port 0",
    "icl-bench provider --port 8080 --seed 7 --faults 503:0.05,429/retry-after=2:0.1,latency=50..200 --log provider.jsonl"
  ],
  notes: faultHelp,
  flags: {
    port: Flag.integer(
      0,
      65_535,
      "Where to listen; 0 picks a free port. The first line on stdout is the base URL."
    ),
    protocol: Flag.withDefault(Flag.choice(httpProtocolIds, "The protocol to speak"), defaultProtocol),
    experiment: Flag.withDefault(
      Flag.choice(experimentIds, "Whose simulated model to ask"),
      "syntax-locality"
    ),
    profile: Flag.optional(Flag.text("NAME", "Which of them, as for --mock-profile of run.")),
    seed: Flag.withDefault(
      Flag.integer(0, Number.MAX_SAFE_INTEGER, "Seed of the model's mistakes and of the faults"),
      1
    ),
    faults: Flag.optional(faults),
    log: Flag.optional(
      Flag.text("FILE", "JSON Lines to append to: what came, what it would have cost, how it ended.")
    ),
    json: Verb.json
  },
  stopsGracefully: true,
  run: (values) =>
    Effect.gen(function* () {
      if (values.profile === "fixture" && values.protocol !== defaultProtocol) {
        return yield* new UsageError({ problem: "--profile fixture holds bodies of the responses protocol" })
      }
      const { make } = yield* Effect.promise(() => import("../provider/Provider.js"))
      const { openLog } = yield* Effect.promise(() => import("../provider/ProviderLog.js"))
      const experiment = yield* loadExperiment(values.experiment)
      const profile = values.profile ?? defaultProfileOf(values.experiment)
      const model = yield* experiment.simulatedModel(profile, null)
      const { baseUrl } = yield* make({
        model,
        protocol: values.protocol,
        seed: BigInt(values.seed),
        port: values.port,
        faults: values.faults ?? noFaults,
        record: values.log === null ? () => {} : yield* openLog(values.log)
      })
      yield* Console.log(values.json ? JSON.stringify({ baseUrl, synthetic_mock: true }) : baseUrl)
      yield* (yield* Shutdown).await
      // What there is to say has been said: whoever started a server wants to hear of it at once.
      return { json: undefined, lines: [], code: 0 as const, next: "nothing" }
    }).pipe(Effect.scoped)
})
