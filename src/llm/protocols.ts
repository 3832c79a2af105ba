import { cli } from "./cli/CliProtocol.js"
import { messages } from "./messages/MessagesProtocol.js"
import { ollama } from "./ollama/OllamaProtocol.js"
import {
  defaultProtocol,
  type HttpProtocol,
  type HttpProtocolId,
  type Protocol,
  type ProtocolId
} from "./Protocol.js"
import { responses } from "./responses/ResponsesProtocol.js"

const overHttp: Readonly<Record<HttpProtocolId, HttpProtocol>> = { responses, messages, ollama }

const registry: Readonly<Record<ProtocolId, Protocol>> = { ...overHttp, cli }

/** The protocol of a trial or of its record; one that names none is of before there was a choice. */
export const protocolOf = ({ protocol }: { readonly protocol?: ProtocolId | undefined }): Protocol =>
  registry[protocol ?? defaultProtocol]

/** The protocol that a server is spoken to in. */
export const httpProtocolOf = ({
  protocol
}: {
  readonly protocol?: HttpProtocolId | undefined
}): HttpProtocol => overHttp[protocol ?? defaultProtocol]
