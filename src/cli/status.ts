import * as Effect from "effect/Effect"
import type { Status } from "../pipeline/status.js"
import { onRun, runFlag } from "./common.js"
import { progressLines } from "./statusText.js"
import { commandLine, spendingText } from "./text.js"
import * as Verb from "./Verb.js"

export const status = Verb.make({
  name: "status",
  summary: "Tell how a run stands, also while another process runs it. Changes nothing.",
  examples: ["icl-bench status --run runs/pilot", "icl-bench status --run runs/pilot --json"],
  flags: { run: runFlag },
  run: (values) =>
    Effect.gen(function* () {
      const stages = yield* Effect.promise(() => import("../pipeline/status.js"))
      const found = yield* onRun(values.run, (experiment) => Effect.succeed(stages.status(experiment)))
      const open = found.pending + found.inFlight
      return {
        json: found,
        lines: describe(found),
        code: 0,
        next:
          open > 0 ? commandLine("resume", "--run", values.run) : commandLine("score", "--run", values.run)
      }
    })
})

const describe = (found: Status): ReadonlyArray<string> => {
  const { attempts, tokens } = found
  const [overall, ...more] = progressLines(found)
  return [
    ...(overall === undefined ? [] : [overall]),
    describeWriter(found.writer),
    `tokens on ${tokens.window} (UTC): ${tokens.used} used, ${tokens.reserved} reserved, cap ${tokens.cap === null || tokens.cap === Number.MAX_SAFE_INTEGER ? "not set" : tokens.cap}`,
    ...(found.lastStart === null ? [] : [`last start: ${spendingText(found.lastStart)}`]),
    `tokens in all: ${tokens.usedInAll} used, ${tokens.carried} reserved on earlier dates`,
    `requests in all: ${attempts.generation} generations, ${attempts.count} counts`,
    ...(found.lastStop === null ? [] : [`last stop: ${found.lastStop}`]),
    ...more
  ]
}

const describeWriter = (writer: Status["writer"]): string => {
  if (writer === null) return "nobody is running it"
  switch (writer.verdict) {
    case "alive":
      return `${writer.name} is running it`
    case "dead":
      return `nobody is running it; ${writer.name} ended without giving back its lock`
    case "doubtful":
      return `${writer.name} may be running it`
  }
}
