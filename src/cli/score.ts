import * as Effect from "effect/Effect"
import { outcomes } from "../records/Outcome.js"
import { onRun, quietFlag, runFlag } from "./common.js"
import { commandLine } from "./text.js"
import * as Verb from "./Verb.js"

export const score = Verb.make({
  name: "score",
  summary: "Grade the saved replies. Asks no model.",
  examples: ["icl-bench score --run runs/pilot"],
  flags: { run: runFlag, quiet: quietFlag },
  run: ({ run }) =>
    Effect.gen(function* () {
      const summary = yield* onRun(run, (experiment) =>
        Effect.map(
          Effect.promise(() => import("../pipeline/score.js")),
          (stages) => stages.score(experiment)
        )
      )
      return {
        json: summary,
        lines: [
          `${summary.terminal} of ${summary.planned} planned trials are over`,
          ...outcomes.flatMap((outcome) => {
            const count = summary.outcomes[outcome]
            return count === undefined ? [] : [`${String(count).padStart(6)}  ${outcome}`]
          })
        ],
        code: 0,
        next: commandLine("report", "--run", run)
      }
    })
})
