import { billedTokens, type ResponseNote, type TokenUsage } from "../LlmResponse.js"

/** What is odd about a usage that decodes. */
export const usageNotes = (usage: TokenUsage): ReadonlyArray<ResponseNote> => {
  const notes: Array<ResponseNote> = []
  if (billedTokens(usage) === null) notes.push("usage_all_zero")
  if (usage.totalTokens !== usage.inputTokens + usage.outputTokens) notes.push("usage_total_differs")
  if (usage.reasoningTokens !== null && usage.reasoningTokens > usage.outputTokens) {
    notes.push("usage_reasoning_exceeds_output")
  }
  return notes
}
