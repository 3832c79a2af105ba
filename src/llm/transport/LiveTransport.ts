import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TransportOptions } from "./UndiciTransport.js"

/** The network, with its usual limits unless others are given. undici is large, so it is loaded when this layer is built and not before. */
export const layer = (limits: Partial<TransportOptions> = {}): Layer.Layer<HttpClient.HttpClient> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./UndiciTransport.js")),
      (undici) => undici.layer({ ...undici.defaultOptions, ...limits })
    )
  )
