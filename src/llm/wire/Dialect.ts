import type { Json } from "../../json/Json.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { TokenUsage } from "../LlmResponse.js"
import { shortLine } from "../shortLine.js"

/** What the readers that all protocols share must know of one of them. */
export interface Dialect {
  /** The header with the name of a request, in lower case. */
  readonly requestIdHeader: string
  /** Usage that can settle a reservation, from a body that is otherwise an error; `null` when there is none. */
  readonly accountableUsage: (body: Json) => TokenUsage | null
}

/** What a support desk asks for. */
export const requestIdOf = ({ requestIdHeader }: Dialect, exchange: HttpExchange): string | null => {
  const id = exchange.headers[requestIdHeader]
  return id === undefined || id === "" ? null : shortLine(id, 200)
}
