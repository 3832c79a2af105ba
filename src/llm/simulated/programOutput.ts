import type { Json, JsonObject } from "../../json/Json.js"
import { renderJsonLine } from "../../json/JsonLines.js"
import type { CliId } from "../cli/readers.js"

/** What a simulated program has to say. */
export interface Spoken {
  readonly text: string
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What each program prints around an answer, as far as its reader looks; all of it says that it is made up. */
export const programOutput: Readonly<Record<CliId, (said: Spoken) => string>> = {
  claude: ({ inputTokens, model, outputTokens, text }) =>
    lines(
      { type: "system", subtype: "init", model, apiKeySource: "none" },
      {
        type: "result",
        subtype: "success",
        is_error: false,
        result: text,
        num_turns: 1,
        usage: { input_tokens: inputTokens, output_tokens: outputTokens }
      }
    ),
  codex: ({ inputTokens, outputTokens, text }) =>
    lines(
      { type: "item.completed", item: { type: "agent_message", text } },
      { type: "turn.completed", usage: { input_tokens: inputTokens, output_tokens: outputTokens } }
    ),
  gemini: ({ inputTokens, model, outputTokens, text }) =>
    lines(
      { type: "init", model },
      { type: "message", role: "assistant", content: text },
      {
        type: "result",
        status: "success",
        stats: { input_tokens: inputTokens, output_tokens: outputTokens }
      }
    )
}

const lines = (...events: ReadonlyArray<JsonObject>): string =>
  events
    .map((event): Json => ({ ...event, synthetic: true }))
    .map(renderJsonLine)
    .join("")
