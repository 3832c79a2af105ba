import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { report } from "../../src/pipeline/report.js"
import { score } from "../../src/pipeline/score.js"
import { show } from "../../src/pipeline/show.js"
import { status } from "../../src/pipeline/status.js"
import { verify } from "../../src/pipeline/verify.js"
import type { Limits } from "../../src/runner/Gate.js"
import { readCosts } from "../../src/runner/Ledger.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import {
  account,
  invoke,
  ledgerOf,
  live,
  ok,
  planned,
  rateLimited,
  reset,
  type Server,
  server,
  terminalsOf
} from "../support/liveRuns.js"
import { mortalDisk, processNumber } from "../support/mortalDisk.js"
import { contents, runServices, temporaryFolder } from "../support/runs.js"
import { talkingToy } from "../support/talkingToy.js"

/** The generations that left, as `<call>#<attempt>` without the trial. */
const generated = ({ sent }: Server): ReadonlyArray<string> =>
  sent.flatMap(({ attempt, kind, trialId }) =>
    kind === "generate" ? [`${trialId.split("/")[1] ?? "call-1"}#${attempt}`] : []
  )

/** Where they went, so that none of them may come twice. */
const sentTo = ({ sent }: Server): ReadonlyArray<string> =>
  sent.flatMap(({ kind, trialId }) => (kind === "generate" ? [trialId] : []))

const limits = (given: Limits) => live({ limits: given })

const trialsOf = (root: string): ReadonlyArray<string> => fs.readdirSync(path.join(root, "trials"))

const finish = (root: string, experiment: Experiment) =>
  Effect.gen(function* () {
    yield* score(experiment).run
    yield* report(experiment).run
    return yield* verify(experiment).run
  }).pipe(Effect.provide(runServices(root)))

const complaints = ({ checks }: Effect.Effect.Success<ReturnType<typeof finish>>): ReadonlyArray<string> =>
  checks.flatMap(({ detail, name, passed }) => (passed ? [] : [`${name}: ${detail}`]))

const scoresOf = (root: string): ReadonlyArray<Record<string, unknown>> =>
  fs
    .readFileSync(path.join(root, "scores.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a trial of several calls", () => {
  it.scoped("sends each request after the reply before it, and saves it first", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      const saved: Array<boolean> = []
      const to = server(() => ok, {
        onSent: ({ kind, trialId }) => {
          if (kind === "generate")
            saved.push(fs.existsSync(path.join(root, "trials", trialId, "request.json")))
        }
      })
      const summary = yield* invoke(root, to, { experiment, concurrency: 1 })
      expect(summary).toMatchObject({
        planned: 2,
        concluded: 2,
        withResponse: 2,
        underWay: 0,
        pending: 0,
        stop: null
      })
      expect(generated(to)).toEqual(["call-1#1", "call-2#1", "call-3#1", "call-1#1", "call-2#1", "call-3#1"])
      expect(saved).toEqual([true, true, true, true, true, true])

      const [trialId = ""] = trialsOf(root)
      const folder = path.join(root, "trials", trialId)
      expect(Object.keys(contents(folder))).toEqual([
        "attempt-001-body.txt",
        "attempt-001-meta.json",
        "call-2/attempt-001-body.txt",
        "call-2/attempt-001-meta.json",
        "call-2/request.json",
        "call-2/token-count.json",
        "call-3/attempt-001-body.txt",
        "call-3/attempt-001-meta.json",
        "call-3/request.json",
        "call-3/token-count.json",
        "request.json",
        "terminal.json",
        "token-count.json"
      ])
      const third = JSON.parse(fs.readFileSync(path.join(folder, "call-3/request.json"), "utf8"))
      expect(third.input.map((message: { content: string }) => message.content).slice(1)).toEqual([
        "2",
        "Call 2.",
        "2",
        "Call 3."
      ])
      expect(terminalsOf(root)[trialId]).toMatchObject({ calls: 3, decidingAttempt: 1, attempts: 3 })

      expect(complaints(yield* finish(root, experiment))).toEqual([])
      const [row] = scoresOf(root)
      // 10 and 5 tokens a call.
      expect(row).toMatchObject({
        outcome: "correct",
        attempts: 3,
        usage: { inputTokens: 30, outputTokens: 15, totalTokens: 45, reasoningTokens: null }
      })
      expect(account(root)).toEqual({ known: 90, held: 0 })
      const costs = yield* readCosts.pipe(Effect.provide(runServices(root)))
      expect(costs?.get(trialId)).toEqual({ generations: 3, counts: 3, tokens: 45, reserved: 0 })
      const shown = yield* show(experiment, { trialId }).run.pipe(Effect.provide(runServices(root)))
      expect(shown.answer).toBe("2")
      expect(shown.later?.map(({ reply, request }) => [reply, request.input.at(-1)?.content])).toEqual([
        ["2", "Call 2."],
        ["2", "Call 3."]
      ])
    })
  )

  it.scoped("has nothing of calls in its records where the planned one was all", () =>
    Effect.gen(function* () {
      const root = yield* planned(talkingToy(1), "toy")
      yield* invoke(
        root,
        server(() => ok),
        { experiment: talkingToy(1) }
      )
      const text = Object.entries(contents(root)).filter(([name]) => name.startsWith("trials/"))
      expect(text.filter(([name, content]) => `${name}${content}`.includes("call"))).toEqual([])
      expect(complaints(yield* finish(root, talkingToy(1)))).toEqual([])
    })
  )

  it.scopedLive("has four attempts for each call, and repeats no finished one", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(2)
      const root = yield* planned(experiment, "toy")
      const busy = rateLimited({ "retry-after": "0" })
      const to = server(({ attempt, trialId }) => (trialId.includes("/call-2") && attempt < 4 ? busy : ok))
      yield* invoke(root, to, { experiment, concurrency: 1 })
      const one = ["call-1#1", "call-2#1", "call-2#2", "call-2#3", "call-2#4"]
      expect(generated(to)).toEqual([...one, ...one])
      const [trialId = ""] = trialsOf(root)
      expect(terminalsOf(root)[trialId]).toMatchObject({ calls: 2, decidingAttempt: 4, attempts: 5 })
      expect(complaints(yield* finish(root, experiment))).toEqual([])
    })
  )

  it.scopedLive(
    "is missing where a later call fails for good: what the model would have done is not known",
    () =>
      Effect.gen(function* () {
        const experiment = talkingToy(2)
        const root = yield* planned(experiment, "toy")
        const to = server(({ trialId }) => (trialId.includes("/call-2") ? { status: 400, body: "{}" } : ok))
        yield* invoke(root, to, { experiment })
        expect(complaints(yield* finish(root, experiment))).toEqual([])
        expect(scoresOf(root).map(({ correct, outcome }) => [outcome, correct])).toEqual([
          ["api_rejected", null],
          ["api_rejected", null]
        ])
      })
  )

  it.scopedLive("a lost later call is asked again on request only, and it alone", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      const first = server(({ trialId }) => (trialId.endsWith("/call-2") ? reset : ok))
      yield* invoke(root, first, { experiment })
      expect(Object.values(terminalsOf(root)).map(({ conclusion }) => conclusion)).toEqual([
        "ambiguous_outcome",
        "ambiguous_outcome"
      ])
      expect(complaints(yield* finish(root, experiment))).toEqual([])
      const second = server(() => ok)
      const summary = yield* invoke(root, second, { experiment, mode: live({ retryAmbiguous: true }) })
      expect(summary).toMatchObject({ concluded: 2, withResponse: 2 })
      expect([...generated(second)].sort()).toEqual(["call-2#2", "call-2#2", "call-3#1", "call-3#1"])
      expect(complaints(yield* finish(root, experiment))).toEqual([])
      // Three replies of 15 for each trial; the lost attempts stay reserved.
      expect(account(root)).toEqual({ known: 90, held: 660 })
    })
  )
})

describe("limits of trials of several calls", () => {
  it.scoped("every call counts, and a trial without room for its next call stays pending", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      const enough = { maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      const first = server(() => ok)
      const stopped = yield* invoke(root, first, {
        experiment,
        mode: limits({ ...enough, maxGenerationCalls: 4 }),
        concurrency: 1
      })
      expect(generated(first)).toHaveLength(4)
      expect(stopped).toMatchObject({
        concluded: 1,
        withResponse: 1,
        underWay: 1,
        pending: 1,
        stop: { reason: "generation_limit" }
      })
      const scored = yield* score(experiment).run.pipe(Effect.provide(runServices(root)))
      expect(scored).toMatchObject({ terminal: 1, outcomes: { correct: 1, not_dispatched: 1 } })
      expect(scoresOf(root).find(({ terminal }) => terminal === false)).toMatchObject({
        reason: "a call of the trial was answered, and its next one was not sent; resume the run"
      })
      const standing = yield* status(experiment).run.pipe(Effect.provide(runServices(root)))
      expect(standing).toMatchObject({ withResponse: 1, pending: 1, ambiguous: 0 })

      const second = server(() => ok)
      const resumed = yield* invoke(root, second, {
        experiment,
        mode: limits({ ...enough, maxGenerationCalls: 2 })
      })
      expect(resumed).toMatchObject({ concluded: 1, pending: 0, stop: null })
      expect(generated(second)).toEqual(["call-2#1", "call-3#1"])
      expect(complaints(yield* finish(root, experiment))).toEqual([])
    })
  )

  it.scoped("D1 the cap holds for later calls", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      // A call reserves 10 + 64 + 256 and costs 15: a second one does not fit beside the first.
      const to = server(() => ok)
      const mode = limits({ maxGenerationCalls: 9, maxHttpAttempts: 99, localTokenCap: 344 })
      const summary = yield* invoke(root, to, { experiment, mode, concurrency: 1 })
      expect(summary).toMatchObject({ pending: 2, stop: { reason: "token_cap" } })
      // The first block of two needs 660 already.
      expect(generated(to)).toEqual([])
      const more = limits({ maxGenerationCalls: 9, maxHttpAttempts: 99, localTokenCap: 700 })
      yield* invoke(root, to, { experiment, mode: more, concurrency: 1 })
      let reserved = 0
      for (const line of ledgerOf(root)) {
        if (line.type === "reserved") reserved += line.tokens ?? 0
        if (line.type === "settled") reserved += (line.tokens ?? 0) - 330
        expect(reserved).toBeLessThanOrEqual(700)
      }
      expect(generated(to)).toHaveLength(6)
    })
  )

  it.scoped("a simulated model is held to the limit of calls, too", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      const to = server(() => ok)
      const mode = { type: "mock", profile: "toy", seed: "1", maxGenerationCalls: 5 } as const
      const summary = yield* invoke(root, to, { experiment, mode, concurrency: 1 })
      expect(generated(to)).toHaveLength(5)
      expect(summary).toMatchObject({ concluded: 1, pending: 1, stop: { reason: "generation_limit" } })
    })
  )

  it.scoped("F1 a stop between two calls lets nothing more out", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      const pause = path.join(root, "PAUSE")
      const first = server(() => ok, { onSent: () => fs.writeFileSync(pause, "") })
      const stopped = yield* invoke(root, first, { experiment, concurrency: 1, shutdown: Shutdown.layer })
      expect(generated(first)).toEqual([])
      expect(stopped.stop?.reason).toBe("pause")
      fs.rmSync(pause)
      const second = server(() => ok, {
        onSent: ({ kind }) => (kind === "generate" ? fs.writeFileSync(pause, "") : undefined)
      })
      yield* invoke(root, second, { experiment, concurrency: 1 })
      expect(generated(second)).toEqual(["call-1#1"])
      fs.rmSync(pause)
      const third = server(() => ok)
      expect(yield* invoke(root, third, { experiment, concurrency: 1 })).toMatchObject({ pending: 0 })
      expect(generated(third)).toHaveLength(5)
    })
  )
})

describe("a conversation that was interrupted", () => {
  it.scoped.each([0.3, 0.9])(
    "E4 whenever it dies, with %d of a torn write on the disk, no call is paid for twice or forgotten",
    (share) =>
      Effect.gen(function* () {
        const experiment = talkingToy(3)
        const original = yield* planned(experiment, "toy")
        const lostCalls = new Set<string>()
        for (let lastChange = 1; ; lastChange += 1) {
          const root = path.join(yield* temporaryFolder, "run")
          fs.cpSync(original, root, { recursive: true })
          const first = server(() => ok)
          const disk = mortalDisk(lastChange, share)
          const exit = yield* Effect.exit(
            invoke(root, first, {
              experiment,
              concurrency: 2,
              disk: disk.layer,
              processes: processNumber(1)
            })
          )
          if (exit._tag === "Success") {
            expect(lastChange).toBeGreaterThan(60)
            break
          }
          const second = server(() => ok)
          const summary = yield* invoke(root, second, { experiment, processes: processNumber(2) })
          expect(summary).toMatchObject({ planned: 2, pending: 0 })
          const all = [...sentTo(first), ...sentTo(second)]
          expect(new Set(all).size).toBe(all.length)
          const lost = Object.entries(terminalsOf(root)).filter(
            ([, { conclusion }]) => conclusion === "ambiguous_outcome"
          )
          const done = all.length - lost.length
          expect(account(root)).toEqual({ known: 15 * done, held: 330 * lost.length })
          for (const [trialId] of lost)
            lostCalls.add(all.findLast((id) => id.startsWith(trialId))?.slice(32) ?? "")
          expect(complaints(yield* finish(root, experiment))).toEqual([])

          // What is unknown is asked again on request only, and what followed is asked then.
          const third = server(() => ok)
          const mode = live({ retryAmbiguous: true })
          yield* invoke(root, third, { experiment, mode, processes: processNumber(3) })
          expect(new Set([...all, ...sentTo(third)]).size).toBe(6)
          expect(sentTo(third).length).toBe(6 - done)
          expect(account(root)).toEqual({ known: 90, held: 330 * lost.length })
        }
        // It died in the middle of each of the three.
        expect(lostCalls).toEqual(new Set(["", "/call-2", "/call-3"]))
      }),
    120_000
  )

  it.scoped("whose last request has no reply is told as unknown, before any resume has concluded it", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(2)
      const root = yield* planned(experiment, "toy")
      yield* invoke(
        root,
        server(() => ok),
        { experiment, concurrency: 1 }
      )
      // As a process leaves it that is killed with the last call under way.
      const ledger = path.join(root, "usage-ledger.jsonl")
      const lines = fs.readFileSync(ledger, "utf8").trimEnd().split("\n")
      const { trialId: call = "", type } = JSON.parse(lines.at(-1) ?? "{}")
      expect([type, call.slice(32)]).toEqual(["settled", "/call-2"])
      fs.writeFileSync(ledger, `${lines.slice(0, -1).join("\n")}\n`)
      const folder = path.join(root, "trials", call)
      for (const name of ["attempt-001-meta.json", "attempt-001-body.txt"]) fs.rmSync(path.join(folder, name))
      fs.rmSync(path.join(folder, "../terminal.json"))

      const standing = yield* status(experiment).run.pipe(Effect.provide(runServices(root)))
      expect(standing).toMatchObject({ withResponse: 1, ambiguous: 1, pending: 0 })
      const scored = yield* score(experiment).run.pipe(Effect.provide(runServices(root)))
      expect(scored.outcomes).toEqual({ correct: 1, ambiguous_outcome: 1 })
    })
  )

  it.scoped("a saved request that does not follow from the replies is never sent", () =>
    Effect.gen(function* () {
      const experiment = talkingToy(2)
      const root = yield* planned(experiment, "toy")
      const [trialId = ""] = trialsOf(root)
      const planted = path.join(root, "trials", trialId, "call-2")
      fs.mkdirSync(planted)
      fs.copyFileSync(path.join(planted, "../request.json"), path.join(planted, "request.json"))
      const to = server(() => ok)
      const failed = yield* Effect.flip(invoke(root, to, { experiment, concurrency: 1 }))
      expect(failed._tag).toBe("IntegrityError")
      expect(failed.message).toContain(`${trialId}/call-2/request.json`)
      expect(sentTo(to)).not.toContain(`${trialId}/call-2`)
    })
  )

  it.scoped("a conversation with effects is asked once for each call, and what was saved stands", () =>
    Effect.gen(function* () {
      let asked = 0
      const remark = () => {
        asked += 1
        return ` ${asked}`
      }
      const experiment = talkingToy(3, { reproducible: false, remark })
      const root = yield* planned(experiment, "toy")
      const stop = limits({ maxGenerationCalls: 2, maxHttpAttempts: 99, localTokenCap: 1_000_000 })
      yield* invoke(
        root,
        server(() => ok),
        { experiment, mode: stop, concurrency: 1 }
      )
      const before = contents(root)
      const laterRequests = Object.keys(before).filter((name) => name.endsWith("call-2/request.json"))
      expect(laterRequests.length).toBeGreaterThan(0)
      yield* invoke(
        root,
        server(() => ok),
        { experiment, concurrency: 1 }
      )
      const after = contents(root)
      for (const name of laterRequests) expect(after[name]).toBe(before[name])
      // Two requests and one end for each of two trials.
      expect(asked).toBe(6)
      expect(complaints(yield* finish(root, experiment))).toEqual([])
    })
  )
})

describe("verify of trials of several calls", () => {
  const tampered: ReadonlyArray<readonly [string, (folder: string) => void, string]> = [
    [
      "a later request",
      (folder) => fs.copyFileSync(`${folder}/request.json`, `${folder}/call-2/request.json`),
      "every attempt sent the saved request of its call"
    ],
    [
      "a call that nobody made",
      (folder) => fs.cpSync(`${folder}/call-3`, `${folder}/call-4`, { recursive: true }),
      "its end speaks of 3 calls, and there are 4"
    ],
    ["a stray call", (folder) => fs.mkdirSync(`${folder}/call-9`), "is no call of its trial"],
    [
      "a body of an earlier call",
      (folder) =>
        fs.writeFileSync(
          `${folder}/call-2/attempt-001-body.txt`,
          fs.readFileSync(`${folder}/call-2/attempt-001-body.txt`, "utf8").replace('"2"', '"3"')
        ),
      "every saved body is the one that its attempt recorded"
    ],
    [
      "an end before its time",
      (folder) => {
        const file = `${folder}/terminal.json`
        fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"calls":3', '"calls":2'))
        fs.rmSync(`${folder}/call-3`, { recursive: true })
      },
      "call 3 is not what the replies before it lead to"
    ]
  ]

  it.scoped.each(tampered)("names %s", ([, tamper, said]) =>
    Effect.gen(function* () {
      const experiment = talkingToy(3)
      const root = yield* planned(experiment, "toy")
      yield* invoke(
        root,
        server(() => ok),
        { experiment }
      )
      expect(complaints(yield* finish(root, experiment))).toEqual([])
      const [trialId = ""] = trialsOf(root)
      tamper(path.join(root, "trials", trialId))
      const found = yield* verify(experiment).run.pipe(Effect.provide(runServices(root)))
      expect(complaints(found).join("\n")).toContain(said)
    })
  )
})
