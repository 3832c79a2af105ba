import * as Effect from "effect/Effect"
import { onRun, runFlag } from "./common.js"
import * as Verb from "./Verb.js"

export const verify = Verb.make({
  name: "verify",
  summary: "Check a finished run from its files alone, as a third party would: plan, scores, report, books.",
  examples: ["icl-bench verify --run runs/pilot"],
  flags: { run: runFlag },
  run: (values) =>
    Effect.gen(function* () {
      const stages = yield* Effect.promise(() => import("../pipeline/verify.js"))
      const found = yield* onRun(values.run, (experiment) => Effect.succeed(stages.verify(experiment)))
      return {
        json: found,
        lines: found.checks.map(
          ({ checked, detail, name, passed }) =>
            `${passed ? "passed" : "FAILED"}  ${name} (${checked} looked at)${passed || detail === "" ? "" : `: ${detail}`}`
        ),
        code: found.passed ? (0 as const) : (4 as const),
        next: found.passed ? `read ${values.run}/report.md` : "compare what differs with its source"
      }
    })
})
