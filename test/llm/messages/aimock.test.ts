import { LLMock } from "@copilotkit/aimock"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { LlmEndpoint } from "../../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../../src/llm/HttpLlmClient.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import * as UndiciTransport from "../../../src/llm/transport/UndiciTransport.js"
import { request } from "../clientContract.js"

/** A published stand-in for the Messages API, which knows nothing of this project. */
const mock = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new LLMock({ port: 0 })
    server.on(
      { predicate: () => true },
      { content: "2", reasoning: "one and one", usage: { input_tokens: 10, output_tokens: 5 } }
    )
    await server.start()
    return server
  }),
  (server) => Effect.promise(() => server.stop())
)

const generate = (server: LLMock) =>
  Effect.flatMap(LlmClient, (llm) => llm.generate(request, "messages")).pipe(
    Effect.provide(
      HttpLlmClient.layer.pipe(
        Layer.provide(UndiciTransport.layer()),
        Layer.provide(
          Layer.succeed(LlmEndpoint, {
            baseUrl: server.url,
            protocol: "messages",
            apiKey: null,
            project: null,
            organization: null,
            truncation: "omit"
          })
        )
      )
    )
  )

describe("a server of the Messages protocol that none of us wrote", () => {
  it.scopedLive("takes our request and is read by the same codec", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const response = yield* generate(server)
      expect(response).toMatchObject({
        status: "completed",
        text: "2",
        returnedModel: request.model,
        refusals: [],
        notes: [],
        unknownParts: [],
        usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
      })
      const [received] = server.getRequests()
      expect(received?.path).toBe("/v1/messages")
      expect(received?.body).toMatchObject({ model: request.model, max_tokens: 8192, stream: false })
    })
  )

  it.scopedLive.each([
    [429, "rate_limit_error"],
    [529, "overloaded_error"]
  ] as const)("its %i is an error of type %s", ([status, type]) =>
    Effect.gen(function* () {
      const server = yield* mock
      server.nextRequestError(status, { message: "later", type })
      const error = yield* Effect.flip(generate(server))
      expect(error).toMatchObject({ _tag: "ApiError", httpStatus: status, type, detail: "later" })
    })
  )
})
