import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { report } from "../../src/pipeline/report.js"
import { score } from "../../src/pipeline/score.js"
import { verify } from "../../src/pipeline/verify.js"
import {
  invoke,
  live,
  ok,
  planned,
  quota,
  type Reply,
  reset,
  server,
  terminalsOf
} from "../support/liveRuns.js"
import { contents, runServices } from "../support/runs.js"
import { talkingToy } from "../support/talkingToy.js"

/** A toy of trials with two calls, whose answers a judge looks at; the grade's reason is what the judge said. */
const judged: Experiment = {
  ...talkingToy(2),
  judgement: {
    ask: (_trial, _gold, calls) => {
      const last = calls.at(-1)
      return Effect.succeed(
        last === undefined
          ? null
          : {
              protocol: "responses",
              request: {
                ...last.request,
                model: "judge",
                input: [{ role: "user", content: `Judge: ${last.reply.text}` }]
              }
            }
      )
    }
  },
  grade: (_trial, _gold, _response, earlier, judgement) =>
    Effect.succeed({
      outcome: "correct",
      reason: `${earlier.length} earlier, judge: ${judgement?.text ?? "none"}`,
      auxiliaryCorrect: null,
      diagnostics: {}
    })
}

const reasonsOf = (root: string): ReadonlyArray<unknown> =>
  fs
    .readFileSync(path.join(root, "scores.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).reason)

const complaints = (root: string) =>
  Effect.map(verify(judged).run.pipe(Effect.provide(runServices(root))), ({ checks }) =>
    checks.flatMap(({ detail, name, passed }) => (passed ? [] : [`${name}: ${detail}`]))
  )

/** The judge answers as `judge` says, everybody else with `ok`. */
const answering = (judge: Reply) => server(({ model }) => (model === "judge" ? judge : ok))

describe("a judge of a trial's answer", () => {
  it.scoped("is asked once, after the trial's own calls, and its reply is graded with them", () =>
    Effect.gen(function* () {
      const root = yield* planned(judged, "toy")
      const to = answering(ok)
      const summary = yield* invoke(root, to, { experiment: judged, concurrency: 1 })
      expect(summary).toMatchObject({ planned: 2, concluded: 2, withResponse: 2, stop: null })
      const generated = to.sent.filter(({ kind }) => kind === "generate")
      expect(generated.map(({ trialId }) => trialId.split("/")[1] ?? "first")).toEqual([
        "first",
        "call-2",
        "judgement",
        "first",
        "call-2",
        "judgement"
      ])
      for (const terminal of Object.values(terminalsOf(root))) {
        expect(terminal).toMatchObject({
          calls: 2,
          attempts: 2,
          judgement: { conclusion: "response", attempts: 1 }
        })
      }
      yield* score(judged).run.pipe(Effect.provide(runServices(root)))
      expect(reasonsOf(root)).toEqual(["1 earlier, judge: 2", "1 earlier, judge: 2"])
      yield* report(judged).run.pipe(Effect.provide(runServices(root)))
      expect(yield* complaints(root)).toEqual([])
    })
  )

  it.scoped("who fails does not change how the trial ended", () =>
    Effect.gen(function* () {
      for (const [judge, conclusion] of [
        [reset, "ambiguous_outcome"],
        [{ status: 400, body: "no" }, "api_rejected"]
      ] as const) {
        const root = yield* planned(judged, "toy")
        const summary = yield* invoke(root, answering(judge), { experiment: judged })
        expect(summary).toMatchObject({ concluded: 2, withResponse: 2, stop: null })
        for (const terminal of Object.values(terminalsOf(root))) {
          expect(terminal).toMatchObject({ conclusion: "response", judgement: { conclusion } })
        }
        yield* score(judged).run.pipe(Effect.provide(runServices(root)))
        expect(reasonsOf(root)).toEqual(["1 earlier, judge: none", "1 earlier, judge: none"])
      }
    })
  )

  it.scoped("who cannot be asked now leaves the trial pending, and a resume asks nobody else again", () =>
    Effect.gen(function* () {
      const root = yield* planned(judged, "toy")
      const first = yield* invoke(root, answering(quota), { experiment: judged, concurrency: 1 })
      expect(first).toMatchObject({ concluded: 0, pending: 2, stop: { reason: "quota" } })
      const to = answering(ok)
      yield* invoke(root, to, { experiment: judged, concurrency: 1 })
      const asked = to.sent.filter(({ kind, model }) => kind === "generate" && model !== "judge")
      // The first trial had its answer; the second was not begun.
      expect(asked.map(({ trialId }) => trialId.split("/")[1] ?? "first")).toEqual(["first", "call-2"])
      expect(Object.keys(terminalsOf(root)).length).toBe(2)
    })
  )

  it.scoped("was asked about this answer: verify finds another question, and a lost one", () =>
    Effect.gen(function* () {
      const root = yield* planned(judged, "toy")
      yield* invoke(root, answering(ok), { experiment: judged, mode: live() })
      yield* score(judged).run.pipe(Effect.provide(runServices(root)))
      const request =
        Object.keys(contents(root)).find((name) => name.endsWith("judgement/request.json")) ?? ""
      const file = path.join(root, request)
      const saved = fs.readFileSync(file, "utf8")
      fs.writeFileSync(file, saved.replace("Judge: 2", "Judge: 9"))
      const found = (yield* complaints(root)).join("\n")
      expect(found).toContain("its judge was not asked what its answer leads to")
      expect(found).toContain("/judgement is of another request than the saved one")
      fs.rmSync(path.dirname(file), { recursive: true })
      expect((yield* complaints(root)).join("\n")).toContain(
        "its judgement rests on an attempt that is not there"
      )
    })
  )
})
