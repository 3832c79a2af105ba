import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { currentAttempt } from "../../../llm/AttemptKey.js"
import type { LlmClientService } from "../../../llm/LlmClient.js"
import { TransportError } from "../../../llm/LlmError.js"

/** A task's own limit for one call, as programs have it too. The request has left, so nobody knows what would have come of it. */
export const withinMinutes = (
  client: LlmClientService,
  minutesOf: (callId: string) => number
): LlmClientService => ({
  ...client,
  generate: (request, protocol) =>
    Effect.flatMap(FiberRef.get(currentAttempt), (key) =>
      Effect.timeoutFail(client.generate(request, protocol), {
        duration: Math.round(minutesOf(key?.trialId ?? "") * 60_000),
        onTimeout: () => new TransportError({ stage: "body", code: "timeout", ambiguousOutcome: true })
      })
    )
})
