import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import { decodeResponse } from "../../src/llm/responses/ResponseCodec.js"
import { Disk, type DiskService } from "../../src/records/Disk.js"
import { serve } from "../llm/transport/loopback.js"
import { invoke, live, ok, planned, server, terminalsOf } from "../support/liveRuns.js"
import { memoryDisk } from "../support/memoryDisk.js"
import { realClient } from "../support/realClient.js"
import { responseBody } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

const metasOf = (root: string) =>
  fs.readdirSync(path.join(root, "trials")).map((id) => {
    const file = path.join(root, "trials", id, "attempt-001-meta.json")
    return JSON.parse(fs.readFileSync(file, "utf8"))
  })

describe("many trials", () => {
  it.scopedLive(
    "G5 of 5,120 planned trials four are under way at most, and hardly more are even read",
    () =>
      Effect.gen(function* () {
        const experiment = toyFamilies(2560)
        const memory = memoryDisk()
        const root = yield* planned(experiment, "toy", {}, memory)
        let read = 0
        let readBefore = 0
        let furthestAhead = 0
        const disk = Layer.map(memory, (context) => {
          const inner = Context.get(context, Disk)
          const counting: DiskService = {
            ...inner,
            read: (file) => {
              if (file.endsWith("request.json")) read += 1
              return inner.read(file)
            }
          }
          return Context.make(Disk, counting)
        })
        let sent = 0
        let underWay = 0
        let most = 0
        const client = Layer.succeed(LlmClient, {
          generate: (request) =>
            Effect.gen(function* () {
              sent += 1
              underWay += 1
              most = Math.max(most, underWay)
              furthestAhead = Math.max(furthestAhead, read - readBefore - sent)
              yield* Effect.sleep("1 millis")
              underWay -= 1
              const exchange = { httpStatus: 200, headers: {}, body: new RawBody(responseBody("2")) }
              return yield* decodeResponse(exchange, request.maxOutputTokens)
            }),
          countInputTokens: () =>
            Effect.sync(() => {
              // The checks before the run have read every request, and the first block has been read for the run.
              if (readBefore === 0) readBefore = read - 2
              return 10
            })
        })
        const mode = live({
          limits: { maxGenerationCalls: 10_000, maxHttpAttempts: 20_000, localTokenCap: 100_000_000 },
          rates: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 }
        })
        const summary = yield* invoke(root, { layer: client }, { experiment, mode, concurrency: 4, disk })
        expect(summary).toMatchObject({ concluded: 5120, withResponse: 5120, pending: 0 })
        expect(most).toBe(4)
        // A block under way, one admitted and one that is being admitted.
        expect(furthestAhead).toBeLessThanOrEqual(12)
      }),
    120_000
  )

  it.scoped("G5 the wait for a rate is none of an attempt's time", () =>
    Effect.gen(function* () {
      const experiment = toyFamilies(4)
      const root = yield* planned(experiment, "toy")
      const to = server(() => ok, { delayMs: 5000 })
      const mode = live({ rates: { requestsPerMinute: 4, tokensPerMinute: 10_000_000 } })
      const fiber = yield* Effect.fork(invoke(root, to, { experiment, mode, concurrency: 8 }))
      for (let minute = 0; minute < 10; minute += 1) yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 8, pending: 0 })
      const metas = metasOf(root)
      expect(metas.map(({ durationMs }) => durationMs)).toEqual(Array(8).fill(5000))
      expect(Math.max(...metas.map(({ queueMs }) => queueMs))).toBeGreaterThan(30_000)
      for (const { timing } of Object.values(terminalsOf(root))) {
        expect(timing).toMatchObject({ attemptMs: 5000, backoffMs: 0 })
      }
    })
  )

  it.scopedLive("G5 a deadline begins with the send: waiting in line uses none of it up", () =>
    Effect.gen(function* () {
      const web = yield* serve((incoming, outgoing) => {
        if (incoming.url?.endsWith("/input_tokens")) outgoing.end('{"input_tokens":10}')
        else setTimeout(() => outgoing.end(responseBody("2")), 400)
      })
      const experiment = toyFamilies(12)
      const root = yield* planned(experiment, "toy")
      // Six rounds of 400 ms, which together are longer than the deadline of one attempt.
      const to = { layer: realClient(`http://127.0.0.1:${web.port}/v1`, { attemptTimeoutMs: 2000 }) }
      const summary = yield* invoke(root, to, { experiment, concurrency: 4 })
      expect(summary).toMatchObject({ concluded: 24, withResponse: 24, stop: null })
    })
  )
})
