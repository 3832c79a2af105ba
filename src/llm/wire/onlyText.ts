import type { LlmRequest } from "../LlmRequest.js"
import type { ProtocolId } from "../Protocol.js"

/** Why a request is more than text, for protocols that carry nothing else here; `null` if it is not. */
export const notOnlyText = (
  protocol: ProtocolId,
  { input, mode, options, tools }: Pick<LlmRequest, "input" | "mode" | "options" | "tools">
): string | null => {
  const no = (what: string): string => `the ${protocol} protocol has no place here for ${what}`
  if (mode !== undefined) return no("an agent with tools of its own")
  if (tools !== undefined) return no("tools")
  if (options !== undefined) return no("options of the server's model")
  const stray = input.find((message) => message.role === "tool" || "toolCalls" in message)
  return stray === undefined ? null : no("calls of tools and what came of them")
}
