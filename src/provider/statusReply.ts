import { errorReply, plainReply, type Reply } from "./Reply.js"
import type { ServedProtocol } from "./ServedProtocol.js"

/** Type and code as OpenAI documents them. */
const known: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ["invalid_request_error", null],
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["invalid_request_error", "unsupported_country_region_territory"],
  404: ["invalid_request_error", "model_not_found"],
  408: ["timeout", null],
  409: ["conflict", null],
  429: ["requests", "rate_limit_exceeded"],
  500: ["server_error", "server_error"],
  503: ["service_unavailable_error", "server_is_overloaded"]
}

const bills = ({ refusesFirst }: ServedProtocol, status: number): boolean =>
  status === 408 || (status >= 500 && !refusesFirst.has(status))

/** Gateways answer in HTML and know nothing of requests' names. */
const isGateways = ({ ownStatuses }: ServedProtocol, status: number): boolean =>
  !ownStatuses.has(status) && (status === 502 || status === 504 || (status >= 520 && status <= 529))

/** An error reply with this status. What was worked on is billed, although the client gets nothing for it. */
export const statusReply = (
  served: ServedProtocol,
  status: number,
  headers: Reply["headers"],
  workedTokens: () => number
): Reply => {
  const more = { headers, billedTokens: bills(served, status) ? workedTokens() : 0 }
  if (isGateways(served, status)) {
    const page = `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body>synthetic_mock gateway</body></html>\n`
    return plainReply(status, "text/html", page, more)
  }
  const [type, code] =
    known[status] ?? (status < 500 ? ["invalid_request_error", null] : ["server_error", null])
  return errorReply(
    served.wire,
    status,
    { message: served.sentences[status] ?? `A made-up error with HTTP status ${status}.`, type, code },
    more
  )
}
