import * as Effect from "effect/Effect"
import { defaultProtocol, type HttpProtocolId, httpProtocolIds } from "../llm/Protocol.js"
import { baseUrl, fromEnvironment } from "./environment.js"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"

/** The flags that say which server is asked, how, and for which model. */
export const serverFlags = {
  model: Flag.optional(
    Flag.text(
      "NAME",
      "The model to ask; else OPENAI_MODEL, ANTHROPIC_MODEL or OLLAMA_MODEL, else the preset's."
    )
  ),
  "base-url": Flag.optional(baseUrl),
  protocol: Flag.withDefault(
    Flag.choice(
      httpProtocolIds,
      "The wire protocol: OpenAI's responses, Anthropic's messages, or that of a local ollama"
    ),
    defaultProtocol
  )
}

export interface Server {
  readonly baseUrl: string
  readonly protocol: HttpProtocolId
  /** `null`: the preset's. */
  readonly model: string | null
}

/** The flag, then the environment variable of the protocol, then its default. */
export const readServer = (
  values: Flag.Values<typeof serverFlags> & { readonly config: string | null }
): Effect.Effect<Server, UsageError> =>
  Effect.gen(function* () {
    const { httpProtocolOf } = yield* Effect.promise(() => import("../llm/protocols.js"))
    const { protocol } = values
    const { environment } = httpProtocolOf(values).http
    const model = values.model ?? (yield* fromEnvironment(environment.model))
    if (model === null && values.config === null && protocol !== defaultProtocol) {
      return yield* new UsageError({
        problem: `--protocol ${protocol} needs --model or ${environment.model}: the presets name a model of another provider`
      })
    }
    return {
      protocol,
      model,
      baseUrl: yield* baseUrlOf(values)
    }
  })

/** Where requests of the protocol go: the flag, then its environment variable, then its default. */
export const baseUrlOf = (values: {
  readonly "base-url": string | null
  readonly protocol: HttpProtocolId
}): Effect.Effect<string, UsageError> =>
  Effect.gen(function* () {
    const { httpProtocolOf } = yield* Effect.promise(() => import("../llm/protocols.js"))
    const { defaultBaseUrl, environment } = httpProtocolOf(values).http
    return values["base-url"] ?? (yield* baseUrlIn(environment.baseUrl)) ?? defaultBaseUrl
  })

const baseUrlIn = (variable: string): Effect.Effect<string | null, UsageError> =>
  Effect.flatMap(fromEnvironment(variable), (given) =>
    given === null
      ? Effect.succeed(null)
      : Effect.mapError(
          baseUrl.decode(given),
          (problem) => new UsageError({ problem: `${variable} ${problem}` })
        )
  )
