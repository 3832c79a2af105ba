import type { HttpProtocolId } from "../../src/llm/Protocol.js"
import { messageBody, textBlock } from "./messages/bodies.js"
import { message, responseBody, text } from "./responses/exchanges.js"

/** The protocols of hosted models, which every part from the codec to the books has to treat alike. */
export const bothProtocols = ["responses", "messages"] as const satisfies ReadonlyArray<HttpProtocolId>

/** How the other side of a protocol writes, by hand: nothing here comes from the code under test. */
export interface TestWire {
  readonly protocol: HttpProtocolId
  readonly requestIdHeader: string
  /** The body of a complete answer in parts. */
  readonly answer: (...parts: ReadonlyArray<string>) => Record<string, unknown>
}

export const testWires: ReadonlyArray<TestWire> = [
  {
    protocol: "responses",
    requestIdHeader: "X-Request-Id",
    answer: (...parts) => responseBody([message(parts.map(text))])
  },
  {
    protocol: "messages",
    requestIdHeader: "Request-Id",
    answer: (...parts) => messageBody(parts.map(textBlock))
  }
]
