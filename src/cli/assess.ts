import * as Effect from "effect/Effect"
import { Disk } from "../records/Disk.js"
import { onRun, runFlag } from "./common.js"
import * as Flag from "./Flag.js"
import { quote } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

export const assess = Verb.make({
  name: "assess",
  summary: "Judge whether a pilot is too easy or too hard, without telling which style did better.",
  examples: ["icl-bench assess --run runs/pilot"],
  flags: {
    run: runFlag,
    out: Flag.optional(
      Flag.text("FILE", "Where to write the verdict, a new file; else assessment.json in the run directory.")
    )
  },
  run: ({ run, out }) =>
    Effect.gen(function* () {
      if (out !== null && (yield* (yield* Disk).exists(out)))
        return yield* new UsageError({ problem: `--out ${quote(out)} exists already` })
      const stages = yield* Effect.promise(() => import("../pipeline/assess.js"))
      const { json, lines, written } = yield* onRun(run, (experiment) =>
        Effect.succeed(stages.assess(experiment, out))
      )
      return {
        json: { ...json, written },
        lines: [...lines, "", `written: ${written}`],
        code: 0,
        next: `read ${written}`
      }
    })
})
