import * as Layer from "effect/Layer"
import { byProtocol } from "../byProtocol.js"
import * as HttpLlmClient from "../HttpLlmClient.js"
import { LlmClient } from "../LlmClient.js"
import type { SimulatedModel } from "./SimulatedModel.js"
import * as SimulatedTransport from "./SimulatedTransport.js"
import * as simulatedProgram from "./simulatedProgram.js"

/** `.invalid` never resolves (RFC 2606), so that a request which escaped the simulation would reach nobody. */
const endpoint = {
  baseUrl: "https://simulated.invalid/v1",
  apiKey: null,
  project: null,
  organization: null,
  truncation: "disabled"
} as const

/** A whole client whose model is simulated: for mock runs, which need no key and no network. It speaks every protocol. `seed` is a safe integer. */
export const layer = (model: SimulatedModel, seed: number): Layer.Layer<LlmClient> =>
  Layer.sync(LlmClient, () => {
    const transport = SimulatedTransport.make(model, { seed: BigInt(seed) })
    return byProtocol((protocol) =>
      protocol === "cli"
        ? simulatedProgram.make(model, BigInt(seed))
        : HttpLlmClient.make(transport, { ...endpoint, protocol })
    )
  })
