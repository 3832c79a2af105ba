import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { LlmError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import type { LlmResponse } from "./LlmResponse.js"

/** A model behind a wire protocol. Each call is exactly one HTTP attempt; retry belongs to the runner (8.1, 8.2). */
export interface LlmClientService {
  readonly generate: (request: LlmRequest) => Effect<LlmResponse, LlmError>
  /** Input tokens that `request` would be billed for, as the server counts them. */
  readonly countInputTokens: (request: LlmRequest) => Effect<number, LlmError>
}

export class LlmClient extends Context.Tag("locality/LlmClient")<LlmClient, LlmClientService>() {}
