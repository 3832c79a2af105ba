import type { LlmError } from "../llm/LlmError.js"
import type { StopModelReason, StopRunReason } from "../llm/retry/RetryPolicy.js"
import type { Stop } from "./StopSign.js"

/** What a person should know and do when a reply stops the whole run (decision 13), or its model. */
export const runStopAdvice = (reason: StopRunReason | StopModelReason, error: LlmError): Stop => {
  switch (reason) {
    case "subscription_cap":
      return { reason: "model_stopped", advice: `${sentence(error.message)} Resume when its limit is reset` }
    case "subscription_login":
      return { reason: "model_stopped", advice: `${sentence(error.message)} Log in, then resume` }
    case "billing":
      return {
        reason: "quota",
        advice: `${sentence(error.message)} Look at the provider's billing page, then resume`
      }
    case "authentication":
      return {
        reason: "authentication",
        advice: `${sentence(error.message)} Check the key, the project and the model's access, then resume`
      }
    case "retry_after_too_long":
      return {
        reason: "retry_after",
        advice: `${sentence(error.message)} The server asks for a longer wait than a trial may take; resume later`
      }
  }
}

/** Many servers end their messages with a full stop, some do not. */
const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)
