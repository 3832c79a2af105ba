import type { Json } from "../../json/Json.js"
import { describeJson, type Findings } from "../wire/Findings.js"

/** How a message ended, in the words of `LlmResponse`. */
export interface Stop {
  readonly status: "completed" | "incomplete"
  readonly incompleteReason: string | null
  /** A classifier of the provider stopped the answer. */
  readonly refused: boolean
}

const complete: Stop = { status: "completed", incompleteReason: null, refused: false }

const cut = (incompleteReason: string): Stop => ({ status: "incomplete", incompleteReason, refused: false })

/** `tool_use` ends a turn like `end_turn`: what it would call is no answer, and its block is recorded. */
const stops: ReadonlyMap<string, Stop> = new Map([
  ["end_turn", complete],
  ["stop_sequence", complete],
  ["tool_use", complete],
  ["refusal", { ...complete, refused: true }],
  ["max_tokens", cut("max_output_tokens")],
  ["model_context_window_exceeded", cut("model_context_window_exceeded")],
  ["pause_turn", cut("pause_turn")]
])

/** A reason that is new may stand for an answer that was cut. One that is missing belongs to a message that has not ended (decision 8). */
export const readStop = (value: Json | undefined, findings: Findings): Stop => {
  if (typeof value !== "string") {
    findings.issue("stop_reason", `expected a string, found ${describeJson(value)}`)
    return complete
  }
  const known = stops.get(value)
  if (known !== undefined) return known
  findings.unknown(`stop_reason=${value}`)
  return cut(value)
}
