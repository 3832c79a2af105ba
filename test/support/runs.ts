import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { currentAttempt } from "../../src/llm/AttemptKey.js"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import { decodeResponse } from "../../src/llm/responses/ResponseCodec.js"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { processesLayer } from "../../src/runner/RunLock.js"

/** A folder that goes away with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

/** The services of a stage over a real folder. */
export const runServices = (root: string) =>
  Layer.mergeAll(Disk.layer, RunDirectory.layer(root), processesLayer)

/** Every file below a folder with its bytes as text, by path. */
export const contents = (root: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(root, file), fs.readFileSync(file, "utf8")])
  )

/** A body as a server would send it for `text`. */
export const responseBody = (text: string, fields: object = {}): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      id: "resp_test",
      object: "response",
      status: "completed",
      model: "toy-model",
      output: [
        { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }
      ],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      ...fields
    })
  )

export interface Sent {
  readonly trialId: string
  readonly attempt: number
  readonly text: string
}

/** A client that answers by `answer` and keeps what it was sent, in order. */
export const answeringClient = (answer: (request: LlmRequest) => Uint8Array) =>
  Effect.gen(function* () {
    const sent = yield* Ref.make<ReadonlyArray<Sent>>([])
    const layer = Layer.succeed(LlmClient, {
      generate: (request) =>
        Effect.gen(function* () {
          const key = yield* FiberRef.get(currentAttempt)
          const text = request.input[0]?.content ?? ""
          yield* Ref.update(sent, (all) => [
            ...all,
            { trialId: key?.trialId ?? "outside a trial", attempt: key?.attempt ?? 0, text }
          ])
          const exchange = { httpStatus: 200, headers: {}, body: new RawBody(answer(request)) }
          return yield* decodeResponse(exchange, request.maxOutputTokens)
        }),
      countInputTokens: () => Effect.die("nobody counts here")
    })
    return { layer, sent: Ref.get(sent) }
  })
