import type { HttpProtocolId } from "../Protocol.js"
import { messagesWire } from "./messagesWire.js"
import { ollamaWire } from "./ollamaWire.js"
import { responsesWire } from "./responsesWire.js"
import type { SimulatedWire } from "./SimulatedWire.js"

const wires: Readonly<Record<HttpProtocolId, SimulatedWire>> = {
  responses: responsesWire,
  messages: messagesWire,
  ollama: ollamaWire
}

export const wireOf = (protocol: HttpProtocolId): SimulatedWire => wires[protocol]
