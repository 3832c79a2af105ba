import { messages } from "./messages/MessagesProtocol.js"
import { defaultProtocol, type Protocol, type ProtocolId } from "./Protocol.js"
import { responses } from "./responses/ResponsesProtocol.js"

const registry: Readonly<Record<ProtocolId, Protocol>> = { responses, messages }

/** The protocol of a trial or of its record; one that names none is of before there was a choice. */
export const protocolOf = ({ protocol }: { readonly protocol?: ProtocolId | undefined }): Protocol =>
  registry[protocol ?? defaultProtocol]
