import type { IncomingMessage, ServerResponse } from "node:http"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { defaultProtocol } from "../llm/Protocol.js"
import { type AnswerOptions, answerer } from "./answer.js"
import { deliver } from "./deliver.js"
import { noFaults } from "./Fault.js"
import { listen, type ProviderUnavailable } from "./listen.js"
import type { LogEntry, Record } from "./ProviderLog.js"
import { servedProtocol } from "./ServedProtocol.js"

export interface ProviderOptions extends AnswerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly record: Record
}

/**
 * A server of a wire protocol on 127.0.0.1 with a simulated model behind it, until the scope closes. It keeps no state but how often
 * it has seen which request: everything about a reply follows from the seed, the request's bytes and that number (decision 25).
 * Nothing that was sent to it is kept, and of the headers only the content type is looked at.
 */
export const make = (
  options: ProviderOptions
): Effect.Effect<{ readonly baseUrl: string }, ProviderUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const scope = yield* Effect.scope
    const runtime = yield* Effect.runtime()
    const fork = (work: Effect.Effect<void>): void => void Runtime.runFork(runtime)(work, { scope })
    const answer = answerer(options)
    const isoNow = (): string => new Date(clock.unsafeCurrentTimeMillis()).toISOString()
    let received = 0

    const handle = (request: IncomingMessage, response: ServerResponse, body: Buffer | null): void => {
      const n = ++received
      const { latencyMs, reply, ...facts } = answer(request, body, clock.unsafeCurrentTimeMillis())
      const { billedTokens, httpStatus } = reply
      options.record({ event: "received", n, at: isoNow(), ...facts, httpStatus, billedTokens })
      response.once("close", () => {
        const outcome = response.writableFinished ? "answered" : "lost"
        options.record({ event: "ended", n, at: isoNow(), outcome })
      })
      const send = (): void => deliver(response, reply, fork)
      if (latencyMs === 0) send()
      else fork(Effect.andThen(Effect.sleep(latencyMs), Effect.sync(send)))
    }

    const port = yield* listen(options.port, handle)
    return { baseUrl: `http://127.0.0.1:${port}${servedProtocol(options.protocol).basePath}` }
  })

/** A provider with its log in memory, oldest entry first, for tests and benchmarks in one process. */
export const makeProvider = (
  options: Omit<ProviderOptions, "record" | "port" | "faults" | "protocol"> &
    Partial<Pick<ProviderOptions, "port" | "faults" | "protocol">>
): Effect.Effect<
  { readonly baseUrl: string; readonly log: ReadonlyArray<LogEntry> },
  ProviderUnavailable,
  Scope.Scope
> => {
  const log: Array<LogEntry> = []
  const record = (entry: LogEntry): void => void log.push(entry)
  return Effect.map(
    make({ port: 0, faults: noFaults, protocol: defaultProtocol, ...options, record }),
    (provider) => ({
      ...provider,
      log
    })
  )
}
