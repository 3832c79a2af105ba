import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { LlmError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import type { LlmResponse } from "./LlmResponse.js"
import type { ProtocolId } from "./Protocol.js"

/**
 * Models behind wire protocols. Each call is exactly one HTTP attempt; retry belongs to the runner (8.1, 8.2). The protocol is the trial's, so
 * that one run may ask models that are reached in different ways.
 */
export interface LlmClientService {
  readonly generate: (request: LlmRequest, protocol: ProtocolId) => Effect<LlmResponse, LlmError>
  /** Input tokens that `request` would be billed for, as the server counts them. */
  readonly countInputTokens: (request: LlmRequest, protocol: ProtocolId) => Effect<number, LlmError>
}

/** The way to a model: live, simulated or scripted. */
export class LlmClient extends Context.Tag("locality/LlmClient")<LlmClient, LlmClientService>() {}
