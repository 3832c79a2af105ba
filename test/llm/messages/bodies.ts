/** A message around `content`, with plausible usage. */
export const messageBody = (
  content: unknown,
  fields: Record<string, unknown> = {}
): Record<string, unknown> => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "made-up-model",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...fields
})

export const textBlock = (text: unknown): unknown => ({ type: "text", text })
