import * as Layer from "effect/Layer"
import type { LlmClient } from "../LlmClient.js"
import * as ResponsesClient from "../responses/ResponsesClient.js"
import { ResponsesEndpoint } from "../responses/ResponsesEndpoint.js"
import * as ScriptedTransport from "./ScriptedTransport.js"

/** A whole client over a {@link ScriptedTransport.ScriptedTransport}, without a key: what the script says passes through the real codec. */
export const layer = (
  script: ReadonlyArray<ScriptedTransport.ScriptedStep>
): Layer.Layer<LlmClient | ScriptedTransport.ScriptedTransport> =>
  ResponsesClient.layer.pipe(
    Layer.provideMerge(ScriptedTransport.layer(script)),
    Layer.provide(
      Layer.succeed(ResponsesEndpoint, {
        baseUrl: "https://scripted.invalid/v1",
        apiKey: null,
        project: null,
        organization: null,
        truncation: "disabled"
      })
    )
  )
