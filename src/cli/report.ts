import * as Effect from "effect/Effect"
import { onRun, runFlag } from "./common.js"
import * as Verb from "./Verb.js"

export const report = Verb.make({
  name: "report",
  summary: "Write report.md, report.html and the tables from the scores. Asks no model.",
  examples: ["icl-bench report --run runs/pilot"],
  flags: { run: runFlag },
  run: ({ run }) =>
    Effect.gen(function* () {
      const summary = yield* onRun(run, (experiment) =>
        Effect.map(
          Effect.promise(() => import("../pipeline/report.js")),
          (stages) => stages.report(experiment)
        )
      )
      return {
        json: summary,
        lines: [summary.headline.trimEnd(), "", `written: ${summary.report}`],
        code: 0,
        next: `read ${summary.report}`
      }
    })
})
