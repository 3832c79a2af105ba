import * as Effect from "effect/Effect"
import { onRun, runFlag } from "./common.js"
import { fromEnvironment } from "./environment.js"
import * as Flag from "./Flag.js"
import { commandLine } from "./text.js"
import * as Verb from "./Verb.js"

export const power = Verb.make({
  name: "power",
  summary: "Tell what difference a planned grid could detect, by how often the styles disagree in a pilot.",
  examples: [
    "icl-bench power --run runs/pilot --preset main",
    "icl-bench power --run runs/pilot --preset main --config larger.json --json"
  ],
  notes: ["Blind: no figure tells which style did better."],
  flags: {
    run: runFlag,
    preset: Flag.choice(["pilot", "main"], "The grid to be planned."),
    config: Flag.optional(Flag.text("FILE", "JSON whose keys override the preset's, as for plan."))
  },
  run: ({ run, preset, config }) =>
    Effect.gen(function* () {
      const stages = yield* Effect.promise(() => import("../pipeline/power.js"))
      const target = {
        preset,
        phase: "p1",
        configPath: config,
        model: yield* fromEnvironment("OPENAI_MODEL"),
        replicates: null
      } as const
      const found = yield* onRun(run, (experiment) => Effect.succeed(stages.power(experiment, target)))
      const planned = ["plan", "--preset", preset, ...(config === null ? [] : ["--config", config])]
      return {
        json: found.json,
        lines: found.lines,
        code: 0,
        next: `${commandLine(...planned)} --out DIR, or the same with a larger grid in --config`
      }
    })
})
