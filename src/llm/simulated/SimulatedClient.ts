import * as Layer from "effect/Layer"
import type { LlmClient } from "../LlmClient.js"
import * as ResponsesClient from "../responses/ResponsesClient.js"
import { type Endpoint, ResponsesEndpoint } from "../responses/ResponsesEndpoint.js"
import type { SimulatedModel } from "./SimulatedModel.js"
import * as SimulatedTransport from "./SimulatedTransport.js"

/** `.invalid` never resolves (RFC 2606), so that a request which escaped the simulation would reach nobody. */
const endpoint: Endpoint = {
  baseUrl: "https://simulated.invalid/v1",
  apiKey: null,
  project: null,
  organization: null,
  truncation: "disabled"
}

/** A whole client whose model is simulated: for mock runs, which need no key and no network. `seed` is a safe integer. */
export const layer = (model: SimulatedModel, seed: number): Layer.Layer<LlmClient> =>
  ResponsesClient.layer.pipe(
    Layer.provide(SimulatedTransport.layer(model, { seed: BigInt(seed) })),
    Layer.provide(Layer.succeed(ResponsesEndpoint, endpoint))
  )
