import type { LlmRequest } from "./LlmRequest.js"
import type { ProtocolId } from "./Protocol.js"

interface Planned {
  readonly protocol: ProtocolId
  readonly bytes: Uint8Array
}

const planned = new WeakMap<LlmRequest, Planned>()

/** Keeps the saved bytes that a request was read from, known by their hash, with the request: they are what is sent. */
export const rememberBytes = (request: LlmRequest, protocol: ProtocolId, bytes: Uint8Array): void => {
  planned.set(request, { protocol, bytes })
}

/** The bytes that a request was read from; `null` for one that was not read, or in another protocol. */
export const bytesOf = (request: LlmRequest, protocol: ProtocolId): Uint8Array | null => {
  const known = planned.get(request)
  return known?.protocol === protocol ? known.bytes : null
}
