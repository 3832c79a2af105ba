import * as Effect from "effect/Effect"
import { Disk } from "../records/Disk.js"
import { onRun, quietFlag, runFlag } from "./common.js"
import * as Flag from "./Flag.js"
import { quote } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

const endsIn = ({ over, planned }: { readonly over: number; readonly planned: number }): string =>
  over === 0
    ? `none of the ${planned} planned trials is over: the plan was checked, and there are no results`
    : `${over} of ${planned} planned trials are over`

export const verify = Verb.make({
  name: "verify",
  summary: "Check a finished run from its files alone, as a third party would: plan, scores, report, books.",
  examples: [
    "icl-bench verify --run runs/pilot",
    "icl-bench verify --run runs/pilot --out verification.json"
  ],
  flags: {
    run: runFlag,
    out: Flag.optional(Flag.text("FILE", "Write the checks there too, as JSON; it must not exist.")),
    quiet: quietFlag
  },
  run: (values) =>
    Effect.gen(function* () {
      const disk = yield* Disk
      if (values.out !== null && (yield* disk.exists(values.out)))
        return yield* new UsageError({ problem: `--out ${quote(values.out)} exists already` })
      const stages = yield* Effect.promise(() => import("../pipeline/verify.js"))
      const found = yield* onRun(values.run, (experiment) => Effect.succeed(stages.verify(experiment)))
      if (values.out !== null) yield* disk.create(values.out, `${JSON.stringify(found, null, 2)}\n`)
      return {
        json: found,
        lines: [
          ...found.checks.map(
            ({ checked, detail, name, passed }) =>
              `${passed ? "passed" : "FAILED"}  ${name} (${checked} looked at)${passed || detail === "" ? "" : `: ${detail}`}`
          ),
          ...(found.trials === null ? [] : [endsIn(found.trials)])
        ],
        code: found.passed ? (0 as const) : (4 as const),
        next: found.passed ? `read ${values.run}/report.md` : "compare what differs with its source"
      }
    })
})
