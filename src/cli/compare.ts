import * as Effect from "effect/Effect"
import * as RunDirectory from "../records/RunDirectory.js"
import { experimentOfRun } from "./experiments.js"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

export const compare = Verb.make({
  name: "compare",
  summary: "Put several scored runs of the same questions side by side, never pooled.",
  examples: ["icl-bench compare --run runs/model-a --run runs/model-b --out comparison"],
  flags: {
    run: Flag.repeatable(Flag.text("DIR", "A scored run; two or more.")),
    out: Flag.text("DIR", "The folder to make; it must be empty or not exist.")
  },
  run: ({ out, run: roots }) =>
    Effect.gen(function* () {
      const [first] = roots
      if (first === undefined || roots.length < 2)
        return yield* new UsageError({ problem: "compare needs --run twice or more" })
      if (new Set(roots).size < roots.length)
        return yield* new UsageError({ problem: "compare needs different runs; one of them is named twice" })
      const stages = yield* Effect.promise(() => import("../pipeline/compare.js"))
      const experiment = yield* Effect.provide(experimentOfRun, RunDirectory.layer(first))
      const { files, headline } = yield* stages.compare(experiment, roots, out)
      return {
        json: { out, files },
        lines: [headline, "", `written: ${files.map((file) => `${out}/${file}`).join(", ")}`],
        code: 0,
        next: `read ${out}/compare.md`
      }
    })
})
