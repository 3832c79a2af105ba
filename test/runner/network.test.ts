import type { IncomingMessage, ServerResponse } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { deafPort, serve, serveTcp } from "../llm/transport/loopback.js"
import { account, invoke, ledgerOf, live, planned, terminalsOf } from "../support/liveRuns.js"
import { realClient } from "../support/realClient.js"
import { responseBody } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** One block of two trials, which reserve 330 tokens each. */
const experiment = toyFamilies(1)

/** Enough to count, and not enough to generate. */
const noGenerations = live({
  limits: { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 1 }
})

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A run against a real server, in which every generation meets `generate`. */
const runAgainst = (generate: Listener, attemptTimeoutMs = 5000) =>
  Effect.gen(function* () {
    let generations = 0
    const server = yield* serve((incoming, outgoing) => {
      if (incoming.url === "/v1/responses/input_tokens") outgoing.end('{"input_tokens":10}')
      else {
        generations += 1
        generate(incoming, outgoing)
      }
    })
    const root = yield* planned(experiment, "toy")
    const to = { layer: realClient(`http://127.0.0.1:${server.port}/v1`, { attemptTimeoutMs }) }
    const summary = yield* invoke(root, to, { experiment, concurrency: 1 })
    const dispatched = ledgerOf(root).filter(({ kind }) => kind === "generate").length
    const ends = Object.values(terminalsOf(root)).map(
      ({ attempts, conclusion }) => `${conclusion} ${attempts}`
    )
    return { summary, hits: generations, dispatched, ends, books: account(root) }
  })

describe("a run over a real network", () => {
  it.scopedLive(
    "C2 N2 a server that always says 429 is asked as often as the ledger says: four times a trial",
    () =>
      Effect.gen(function* () {
        const { books, dispatched, ends, hits } = yield* runAgainst((_, outgoing) =>
          outgoing.writeHead(429, { "retry-after": "0" }).end('{"error":{"code":"rate_limit_exceeded"}}')
        )
        expect(ends).toEqual(["api_rejected 4", "api_rejected 4"])
        expect([hits, dispatched]).toEqual([8, 8])
        expect(books).toEqual({ known: 0, held: 0 })
      })
  )

  it.scopedLive("E9 503 and then 200 is one trial of two attempts", () =>
    Effect.gen(function* () {
      let n = 0
      const { books, dispatched, ends, hits } = yield* runAgainst((_, outgoing) =>
        n++ % 2 === 0
          ? outgoing.writeHead(503, { "retry-after": "0" }).end()
          : outgoing.end(responseBody("2"))
      )
      expect(ends).toEqual(["response 2", "response 2"])
      expect([hits, dispatched]).toEqual([4, 4])
      expect(books).toEqual({ known: 30, held: 660 })
    })
  )

  const ambiguous: ReadonlyArray<readonly [string, Listener]> = [
    ["G1 N3 a reply that stalls in its body", (_, outgoing) => outgoing.writeHead(200).write("{")],
    ["G1 no reply at all", () => undefined],
    ["G4 a reset before any byte", (incoming) => incoming.socket.destroy()],
    [
      "G4 a reset in half of a body",
      (incoming, outgoing) =>
        outgoing.writeHead(200, { "content-length": "100" }).write('{"id":', () => incoming.socket.destroy())
    ]
  ]
  it.scopedLive.each(ambiguous)("%s: unknown, held, and sent once", ([, generate]) =>
    Effect.gen(function* () {
      const { books, dispatched, ends, hits } = yield* runAgainst(generate, 300)
      expect(ends).toEqual(["ambiguous_outcome 1", "ambiguous_outcome 1"])
      expect([hits, dispatched]).toEqual([2, 2])
      expect(books).toEqual({ known: 0, held: 660 })
    })
  )

  it.scopedLive.each([301, 302, 307, 308])("G6 HTTP %i leads nowhere", (status) =>
    Effect.gen(function* () {
      const other = yield* serve((_, outgoing) => outgoing.end(responseBody("2")))
      for (const location of [`http://127.0.0.1:${other.port}/v1/responses`, "/v1/elsewhere"]) {
        const { dispatched, ends, hits } = yield* runAgainst((_, outgoing) =>
          outgoing.writeHead(status, { location }).end()
        )
        expect(ends).toEqual(["api_rejected 1", "api_rejected 1"])
        // A second request to the same server would have been counted, whatever its path.
        expect([hits, dispatched]).toEqual([2, 2])
      }
      expect(other.requests).toEqual([])
    })
  )

  it.scopedLive.each(["http", "https"])(
    "G4 nobody who listens, or nobody who speaks TLS (%s): certainly not sent, nothing is held, the trials stay",
    (scheme) =>
      // No backoff draws a wait.
      Effect.gen(function* () {
        const counting = yield* serve((_, outgoing) => outgoing.end('{"input_tokens":10}'))
        const root = yield* planned(experiment, "toy")
        // The counts are had from a server that is there.
        const stopped = yield* invoke(
          root,
          { layer: realClient(`http://127.0.0.1:${counting.port}/v1`) },
          { experiment, concurrency: 1, mode: noGenerations }
        )
        expect(stopped).toMatchObject({ concluded: 0, pending: 2 })
        const port =
          scheme === "http" ? yield* deafPort : (yield* serveTcp((socket) => socket.end("no"))).port
        const summary = yield* invoke(
          root,
          { layer: realClient(`${scheme}://127.0.0.1:${port}/v1`) },
          { experiment, concurrency: 1 }
        )
        expect(summary).toMatchObject({ concluded: 0, pending: 2 })
        expect(terminalsOf(root)).toEqual({})
        expect(account(root)).toEqual({ known: 0, held: 0 })
        const dispatched = ledgerOf(root).filter(({ kind }) => kind === "generate")
        expect(dispatched.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 1, 2, 3, 4])
      }).pipe(Effect.withRandom(Random.fixed([0])))
  )
})
