import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { currentAttempt } from "../../src/llm/AttemptKey.js"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import { encodeRequest } from "../../src/llm/responses/RequestCodec.js"
import { decodeResponse } from "../../src/llm/responses/ResponseCodec.js"
import { report } from "../../src/pipeline/report.js"
import { score } from "../../src/pipeline/score.js"
import { JavaRandom } from "../../src/random/JavaRandom.js"
import { sha256Hex } from "../../src/records/Identity.js"
import { serve } from "../llm/transport/loopback.js"
import { invoke, live, planned } from "../support/liveRuns.js"
import { realClient } from "../support/realClient.js"
import { contents, responseBody, runServices } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** Ten blocks of two: 20 trials. */
const experiment = toyFamilies(10)

const plannedTwenty = planned(experiment, "toy")

const readJson = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"))

const scheduleOf = (
  root: string
): ReadonlyArray<{ readonly trialId: string; readonly requestSha256: string }> =>
  fs
    .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

/** Each trial's end names the reply to its own request, and so does its score. */
const expectOwnReplies = (root: string) =>
  Effect.gen(function* () {
    yield* score(experiment).run.pipe(Effect.provide(runServices(root)))
    const rows = fs.readFileSync(path.join(root, "scores.jsonl"), "utf8").trimEnd().split("\n")
    const schedule = scheduleOf(root)
    expect(rows).toHaveLength(20)
    for (const [index, { requestSha256, trialId }] of schedule.entries()) {
      const folder = path.join(root, "trials", trialId)
      const { decidingAttempt } = readJson(path.join(folder, "terminal.json"))
      expect(decidingAttempt).toBe(1)
      const body = readJson(path.join(folder, "attempt-001-body.txt"))
      expect(body.output[0].content[0].text).toBe(requestSha256)
      expect(readJson(path.join(folder, "attempt-001-meta.json"))).toMatchObject({ trialId, requestSha256 })
      expect(JSON.parse(rows[index] ?? "")).toMatchObject({ trialId, answerExcerpt: requestSha256 })
    }
  })

describe("A11 every trial gets its own reply", () => {
  it.scopedLive.each([1, 2, 3])(
    "A11 from a real server that answers with the request's hash, late (%i)",
    (seed) =>
      Effect.gen(function* () {
        const random = new JavaRandom(BigInt(seed))
        const finished: Array<string> = []
        const server = yield* serve((incoming, outgoing) => {
          if (incoming.url?.endsWith("/input_tokens")) {
            outgoing.end('{"object":"response.input_tokens","input_tokens":10}')
            return
          }
          const hash = sha256Hex(server.requests.find((one) => one.incoming === incoming)?.body ?? "")
          setTimeout(() => {
            finished.push(hash)
            outgoing.end(responseBody(hash))
          }, random.nextInt(40))
        })
        const root = yield* plannedTwenty
        const to = { layer: realClient(`http://127.0.0.1:${server.port}/v1`) }
        expect(yield* invoke(root, to, { experiment, concurrency: 4 })).toMatchObject({
          concluded: 20,
          pending: 0
        })
        // They did not come back in the order of the schedule, or this shows nothing.
        expect(finished).not.toEqual(scheduleOf(root).map(({ requestSha256 }) => requestSha256))
        yield* expectOwnReplies(root)
      })
  )

  /** A server whose delay hangs on the trial, so that another concurrency is another order and nothing else. */
  const echo = (seed: number) => {
    const finished: Array<string> = []
    const layer = Layer.succeed(LlmClient, {
      generate: (request) =>
        Effect.gen(function* () {
          const trialId = (yield* FiberRef.get(currentAttempt))?.trialId ?? ""
          const random = new JavaRandom(BigInt(`0x${trialId.slice(0, 12)}`) + BigInt(seed))
          yield* Effect.sleep(random.nextInt(20_000))
          finished.push(trialId)
          const hash = sha256Hex(encodeRequest(request, { truncation: "disabled" }))
          const exchange = { httpStatus: 200, headers: {}, body: new RawBody(responseBody(hash)) }
          return yield* decodeResponse(exchange, request.maxOutputTokens)
        }),
      countInputTokens: () => Effect.succeed(10)
    })
    return { layer, finished }
  }

  it.scoped("A11 scores and reports are the same bytes for every interleaving", () =>
    Effect.gen(function* () {
      const outputs: Array<Record<string, string | undefined>> = []
      const orders = new Set<string>()
      for (const concurrency of [1, 2, 4, 7, 20]) {
        const root = yield* plannedTwenty
        const to = echo(5)
        const fiber = yield* Effect.fork(invoke(root, to, { experiment, concurrency, mode: live() }))
        for (let minute = 0; minute < 8; minute += 1) yield* TestClock.adjust("1 minute")
        expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 20, pending: 0 })
        yield* expectOwnReplies(root)
        yield* report(experiment).run.pipe(Effect.provide(runServices(root)))
        const files = contents(root)
        outputs.push({ scores: files["scores.jsonl"], report: files["report.md"] })
        orders.add(to.finished.join())
      }
      expect(orders.size).toBe(5)
      for (const output of outputs) expect(output).toEqual(outputs[0])
    })
  )
})
