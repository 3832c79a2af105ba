import type { LlmClientService } from "./LlmClient.js"
import type { ProtocolId } from "./Protocol.js"

/** One client for trials of several protocols; each protocol's own is made when it is first asked. */
export const byProtocol = (clientOf: (protocol: ProtocolId) => LlmClientService): LlmClientService => {
  const made = new Map<ProtocolId, LlmClientService>()
  const client = (protocol: ProtocolId): LlmClientService => {
    const known = made.get(protocol) ?? clientOf(protocol)
    made.set(protocol, known)
    return known
  }
  return {
    generate: (request, protocol) => client(protocol).generate(request, protocol),
    countInputTokens: (request, protocol) => client(protocol).countInputTokens(request, protocol)
  }
}
