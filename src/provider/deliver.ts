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

/** Closes the connection the hard way, as a crashed peer or a broken middle box does. */
const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}
