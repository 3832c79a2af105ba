import type { ProtocolId } from "../Protocol.js"
import { messagesWire } from "./messagesWire.js"
import { responsesWire } from "./responsesWire.js"
import type { SimulatedWire } from "./SimulatedWire.js"

const wires: Readonly<Record<ProtocolId, SimulatedWire>> = {
  responses: responsesWire,
  messages: messagesWire
}

export const wireOf = (protocol: ProtocolId): SimulatedWire => wires[protocol]
