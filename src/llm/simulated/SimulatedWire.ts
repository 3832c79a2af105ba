import type { JsonObject } from "../../json/Json.js"
import type { LlmRequest } from "../LlmRequest.js"
import type { SimulatedReply } from "./SimulatedModel.js"

/** What has a text of its own; a raw reply is dressed already. */
export type SpokenReply = Exclude<SimulatedReply, { readonly type: "raw" }>

/** An error, as the protocols together describe one; each writes what it has a place for. */
export interface SimulatedError {
  readonly message: string
  readonly type: string
  readonly param?: string | null
  readonly code: string | null
}

/** How a simulated server of one protocol writes its bodies. All of them say `synthetic_mock`. */
export interface SimulatedWire {
  /** The header that a real server names a request in. */
  readonly requestIdHeader: string
  /** Around what the model said. `id` makes the reply's name unique. */
  readonly reply: (request: LlmRequest, said: SpokenReply, id: string) => JsonObject
  /** A reply's body as it goes over the wire. It may hold what no codec would write, such as half a surrogate pair. */
  readonly render: (body: Readonly<Record<string, unknown>>) => string
  readonly count: (inputTokens: number) => JsonObject
  readonly error: (httpStatus: number, error: SimulatedError) => JsonObject
}
