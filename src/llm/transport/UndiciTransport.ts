import type { LookupFunction } from "node:net"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Agent } from "undici"
import type { HttpExchange } from "../HttpExchange.js"
import { Attempt } from "./Attempt.js"
import { bodyListener } from "./bodyListener.js"
import * as Deadlines from "./Deadlines.js"
import * as ExchangeClient from "./ExchangeClient.js"
import type { TransportFailure } from "./TransportFailure.js"

export interface TransportOptions {
  /** For DNS, TCP and TLS together. */
  readonly connectTimeoutMs: number
  /** From the send to the last byte of the reply. */
  readonly attemptTimeoutMs: number
  /** Name resolution; Node's own by default. */
  readonly lookup?: LookupFunction
}

/** Specification 8.3. */
export const defaultOptions: TransportOptions = { connectTimeoutMs: 15_000, attemptTimeoutMs: 180_000 }

/**
 * The network. A request is sent once, its reply read in full under one deadline and one size limit; redirects are replies like
 * any other. When an attempt ends early, by its deadline or by interruption, its socket is closed.
 */
export const make = (options: TransportOptions): Effect.Effect<HttpClient.HttpClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => newAgent(options)),
      (open) => Effect.promise(() => open.destroy())
    )
    const deadlines = yield* Deadlines.make<Attempt>(options.attemptTimeoutMs, (attempt) =>
      attempt.abandon("timeout")
    )

    let last: Target | null = null
    /** A run asks one or two addresses thousands of times. */
    const targetOf = (url: string): Target => {
      if (last?.url !== url) {
        const { origin, pathname, search } = new URL(url)
        last = { url, origin, path: pathname + search }
      }
      return last
    }

    return ExchangeClient.make(({ body, headers, method, url }) =>
      Effect.flatMap(FiberRef.get(bodyListener), (listener) =>
        Effect.async<HttpExchange, TransportFailure>((resume) => {
          const { origin, path } = targetOf(url)
          const attempt = new Attempt((result) => {
            deadlines.remove(attempt)
            resume(result)
          }, listener)
          deadlines.add(attempt)
          agent.dispatch({ origin, path, method, headers: { ...headers }, body }, attempt)
          return Effect.sync(() => attempt.abandon("interrupted"))
        })
      )
    )
  })

interface Target {
  readonly url: string
  readonly origin: string
  readonly path: string
}

const newAgent = ({ connectTimeoutMs, lookup }: TransportOptions): Agent =>
  new Agent({
    connect: { timeout: connectTimeoutMs, ...(lookup === undefined ? {} : { lookup }) },
    // The attempt's own deadline is the only one.
    headersTimeout: 0,
    bodyTimeout: 0
  })

export const layer = (options: TransportOptions = defaultOptions): Layer.Layer<HttpClient.HttpClient> =>
  Layer.scoped(HttpClient.HttpClient, make(options))
