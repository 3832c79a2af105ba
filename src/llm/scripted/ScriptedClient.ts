import * as Layer from "effect/Layer"
import { LlmEndpoint } from "../Endpoint.js"
import * as HttpLlmClient from "../HttpLlmClient.js"
import type { LlmClient } from "../LlmClient.js"
import { defaultProtocol, type HttpProtocolId } from "../Protocol.js"
import * as ScriptedTransport from "./ScriptedTransport.js"

/** A whole client over a {@link ScriptedTransport.ScriptedTransport}, without a key: what the script says passes through the real codec. */
export const layer = (
  script: ReadonlyArray<ScriptedTransport.ScriptedStep>,
  protocol: HttpProtocolId = defaultProtocol
): Layer.Layer<LlmClient | ScriptedTransport.ScriptedTransport> =>
  HttpLlmClient.layer.pipe(
    Layer.provideMerge(ScriptedTransport.layer(script)),
    Layer.provide(
      Layer.succeed(LlmEndpoint, {
        baseUrl: "https://scripted.invalid/v1",
        protocol,
        apiKey: null,
        project: null,
        organization: null,
        truncation: "disabled"
      })
    )
  )
