import { syntheticHeader } from "../llm/HttpExchange.js"
import type { SimulatedError, SimulatedWire } from "../llm/simulated/SimulatedWire.js"

/** How a reply goes over the wire. */
export type Delivery =
  | { readonly type: "whole" }
  /** Nothing is sent for a while, `null`: until the client gives up. */
  | { readonly type: "stall"; readonly where: "before" | "body"; readonly forMs: number | null }
  | { readonly type: "reset"; readonly where: "before" | "body" }
  /** Line by line, as a server does whose model is still speaking. */
  | { readonly type: "lines" }
  /** In pieces of so few bytes that characters are torn. */
  | { readonly type: "pieces" }

/** A reply that has been decided on, before anything of it is sent. */
export interface Reply {
  readonly httpStatus: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly delivery: Delivery
  /** What a real provider would put on the bill for the request. */
  readonly billedTokens: number
}

const mark = { [syntheticHeader]: "true" }

const whole: Delivery = { type: "whole" }

/** A reply with a JSON body, which says that it is made up. */
export const jsonReply = (
  httpStatus: number,
  body: object,
  more: { readonly headers?: Reply["headers"]; readonly billedTokens?: number } = {}
): Reply => ({
  httpStatus,
  headers: { "content-type": "application/json", ...mark, ...more.headers },
  body: JSON.stringify({ ...body, synthetic_mock: true }),
  delivery: whole,
  billedTokens: more.billedTokens ?? 0
})

export const plainReply = (
  httpStatus: number,
  contentType: string,
  body: string,
  more: { readonly headers?: Reply["headers"]; readonly billedTokens?: number } = {}
): Reply => ({
  httpStatus,
  headers: { "content-type": contentType, ...mark, ...more.headers },
  body,
  delivery: whole,
  billedTokens: more.billedTokens ?? 0
})

/** An error in the shape of the API that is imitated. */
export const errorReply = (
  wire: SimulatedWire,
  httpStatus: number,
  error: SimulatedError,
  more: { readonly headers?: Reply["headers"]; readonly billedTokens?: number } = {}
): Reply => jsonReply(httpStatus, wire.error(httpStatus, error), more)
