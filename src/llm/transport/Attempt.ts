import * as Either from "effect/Either"
import type { Dispatcher } from "undici"
import { type HttpExchange, RawBody } from "../HttpExchange.js"
import type { BodyListener } from "./bodyListener.js"
import { bodyTooLarge, maxBodyBytes } from "./readExchange.js"
import { codeOf, TransportFailure } from "./TransportFailure.js"

/**
 * One request in flight, as undici reports on it. It ends exactly once: with the whole reply, with undici's error, or because
 * it is given up. What decides whether the request was sent is how far undici had come (decision 15): it calls
 * `onRequestStart` on a connected socket, just before it writes the first byte.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null
  #head: { readonly httpStatus: number; readonly headers: Record<string, string> } | null = null
  readonly #chunks: Array<Uint8Array> = []
  #size = 0
  #ended = false

  constructor(
    private readonly end: (result: Either.Either<HttpExchange, TransportFailure>) => void,
    private readonly listener: BodyListener | null = null
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was given up while it waited for a connection: nothing of it may be sent any more.
    if (this.#ended) controller.abort(abandoned)
  }

  onResponseStart(_: unknown, httpStatus: number, headers: Dispatcher.ResponseData["headers"]): void {
    // 1xx come before the reply itself.
    if (httpStatus >= 200) this.#head = { httpStatus, headers: flatten(headers) }
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size > maxBodyBytes) this.#giveUp(bodyTooLarge)
    else if (this.#head !== null && this.#head.httpStatus <= 299) this.listener?.(chunk)
  }

  onResponseEnd(): void {
    const head = this.#head
    if (head === null) {
      this.#finish(Either.left(this.#failure("no_reply")))
    } else {
      // A copy even of a single chunk, which is a part of the socket's larger buffer.
      this.#finish(Either.right({ ...head, body: new RawBody(Buffer.concat(this.#chunks)) }))
    }
  }

  onResponseError(_: unknown, error: Error): void {
    this.#finish(Either.left(this.#failure(codeOf(error))))
  }

  /** Ends the attempt now and closes its socket. */
  abandon(code: string): void {
    this.#giveUp(this.#failure(code))
  }

  #giveUp(failure: TransportFailure): void {
    this.#finish(Either.left(failure))
    this.#controller?.abort(abandoned)
  }

  #failure(code: string): TransportFailure {
    const stage = this.#controller === null ? "connect" : this.#head === null ? "request" : "body"
    return new TransportFailure(stage, code)
  }

  #finish(result: Either.Either<HttpExchange, TransportFailure>): void {
    if (this.#ended) return
    this.#ended = true
    this.end(result)
  }
}

const abandoned = new Error("abandoned")

/** A header that came more than once has its values in one line, as RFC 9110 5.3 allows. */
const flatten = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> => {
  const entries: Array<readonly [string, string]> = []
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined)
      entries.push([name.toLowerCase(), typeof value === "string" ? value : value.join(", ")])
  }
  // Whatever a header is called, it is one: an assignment would lose `__proto__`.
  return Object.fromEntries(entries)
}
