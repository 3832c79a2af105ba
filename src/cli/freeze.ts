import * as Effect from "effect/Effect"
import { onRun, runFlag } from "./common.js"
import * as Flag from "./Flag.js"
import { commandLine } from "./text.js"
import * as Verb from "./Verb.js"

export const freeze = Verb.make({
  name: "freeze",
  summary: "Fix a planned run before its first live request, and print the hash that run needs.",
  examples: ["icl-bench freeze --run runs/main --capabilities runs/preflight/capabilities.json"],
  flags: {
    run: runFlag,
    capabilities: Flag.text("FILE", "The capabilities.json of a preflight with the same settings.")
  },
  run: (values) =>
    Effect.gen(function* () {
      const stages = yield* Effect.promise(() => import("../pipeline/Freeze.js"))
      const record = yield* onRun(values.run, (experiment) =>
        Effect.succeed(stages.freeze(experiment, values.capabilities))
      )
      return {
        json: record,
        lines: [
          `frozen: ${record.hash}`,
          `written: ${values.run}/freeze.json, ${values.run}/preregistration.md and what they stand for`,
          ...(record.source === null
            ? ["the source is under no version control that could be asked"]
            : [
                `commit ${record.source.commit}` +
                  (record.source.dirty.length === 0
                    ? ""
                    : `, with ${record.source.dirty.length} files changed`)
              ])
        ],
        code: 0,
        next: `${commandLine("run", "--run", values.run, "--execute", "--protocol-hash", record.hash)} with its three limits`
      }
    })
})
