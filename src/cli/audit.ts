import * as Effect from "effect/Effect"
import { onRun, quietFlag, runFlag } from "./common.js"
import { runOf } from "./text.js"
import * as Verb from "./Verb.js"

export const audit = Verb.make({
  name: "audit",
  summary: "Check a plan: hashes, derivation, oracles, pairing. A run needs one that passed.",
  examples: ["icl-bench audit --run runs/pilot"],
  flags: { run: runFlag, quiet: quietFlag },
  run: ({ run }) =>
    Effect.gen(function* () {
      const record = yield* onRun(run, (experiment) =>
        Effect.map(
          Effect.promise(() => import("../pipeline/audit.js")),
          (stages) => stages.audit(experiment)
        )
      )
      return {
        json: record,
        lines: record.checks.map(({ checked, name }) => `passed  ${name} (${checked} looked at)`),
        code: 0,
        next: runOf(run)
      }
    })
})
