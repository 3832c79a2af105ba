import type { ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { Reply } from "./Reply.js"

/** Starts work that goes on beside the server and ends with it. */
export type Fork = (work: Effect.Effect<void>) => void

/** Sends `reply` the way that its delivery says. Only what waits uses `fork`. */
export const deliver = (response: ServerResponse, reply: Reply, fork: Fork): void => {
  const { delivery, headers, httpStatus } = reply
  const sendHead = (): void => {
    response.writeHead(httpStatus, { ...headers, "content-length": Buffer.byteLength(reply.body) })
  }
  const sendAll = (): void => {
    sendHead()
    // Text goes into the same packet as the head; bytes would cost a second write.
    response.end(reply.body)
  }
  if (delivery.type === "whole") {
    sendAll()
    return
  }
  if (delivery.type === "lines" || delivery.type === "pieces") {
    response.writeHead(httpStatus, headers)
    sendInTurn(response, Buffer.from(reply.body), delivery.type === "lines" ? endOfLine : endOfPiece)
    return
  }

  const goOn = (then: () => void): void => {
    if (delivery.type === "reset") reset(response)
    else if (delivery.forMs !== null) fork(Effect.andThen(Effect.sleep(delivery.forMs), Effect.sync(then)))
  }
  if (delivery.where === "before") {
    goOn(sendAll)
    return
  }
  const body = Buffer.from(reply.body)
  const half = Math.ceil(body.length / 2)
  sendHead()
  response.write(body.subarray(0, half), () => goOn(() => response.end(body.subarray(half))))
}

const endOfLine = (body: Buffer, start: number): number => body.indexOf("\n", start) + 1 || body.length

/** Shorter than most characters of Japanese, and no divisor of their length. */
const endOfPiece = (body: Buffer, start: number): number => Math.min(body.length, start + 2)

/** One part after the other, each when the one before it has been handed over. */
const sendInTurn = (
  response: ServerResponse,
  body: Buffer,
  endOf: (body: Buffer, start: number) => number,
  start = 0
): void => {
  if (start >= body.length) response.end()
  else {
    const end = endOf(body, start)
    response.write(body.subarray(start, end), () => sendInTurn(response, body, endOf, end))
  }
}

/** Closes the connection the hard way, as a crashed peer or a broken middle box does. */
const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}
