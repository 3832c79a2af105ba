import * as http from "node:http"
import * as Either from "effect/Either"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import type { HttpProtocolId } from "../../src/llm/Protocol.js"
import { httpProtocolOf } from "../../src/llm/protocols.js"
import { encodeCountRequest, encodeRequest } from "../../src/llm/responses/RequestCodec.js"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import type { FaultPlan } from "../../src/provider/Fault.js"
import { parseFaults } from "../../src/provider/FaultSpec.js"

export const faults = (spec: string): FaultPlan =>
  Either.getOrThrowWith(parseFaults(spec), (problem) => new Error(problem))

/** 4 + 23 tokens at four characters a token. */
export const request: LlmRequest = {
  model: "made-up-model",
  instructions: "Answer shortly.",
  input: [{ role: "user", content: `${"x".repeat(88)} 😀` }],
  reasoningEffort: "low",
  maxOutputTokens: 8192
}
export const requestTokens = 4 + 23

export const generateBytes = (more: Partial<LlmRequest> = {}): Uint8Array =>
  encodeRequest({ ...request, ...more }, { truncation: "disabled" })
export const countBytes = (more: Partial<LlmRequest> = {}): Uint8Array =>
  encodeCountRequest({ ...request, ...more })

/** The path below the base URL and the body of a request of each protocol. */
export const requestOf = (
  protocol: HttpProtocolId,
  operation: "generate" | "count"
): { readonly path: string; readonly body: Uint8Array } => {
  const codec = httpProtocolOf({ protocol })
  const { counting } = codec.http
  if (operation === "count" && counting === null) throw new Error(`${protocol} counts nothing`)
  return operation === "generate"
    ? { path: codec.http.generatePath, body: codec.encodeRequest(request, { truncation: "disabled" }) }
    : { path: counting?.path ?? "", body: counting?.encodeRequest(request) ?? new Uint8Array() }
}

/** Says a number that its chance decides. */
export const dice: SimulatedModel = {
  profile: "dice",
  reply: (_, random) => ({ type: "answer", text: String(random.nextInt(1_000_000)), reasoningTokens: 7 })
}

export interface Got {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
  readonly json: () => unknown
}

/** A client that hides nothing: what came, or the system's code and how many bytes of the body had come before it. */
export const ask = (
  url: string,
  body: Uint8Array | string,
  options: http.RequestOptions & { readonly giveUpAfterMs?: number } = {}
): Promise<Got | { readonly code: string; readonly bytes: number | null }> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    let answered = false
    const failed = (error: NodeJS.ErrnoException): void =>
      resolve({ code: error.code ?? error.message, bytes: answered ? Buffer.concat(chunks).length : null })
    const sent = http.request(
      url,
      { method: "POST", agent: false, headers: { "content-type": "application/json" }, ...options },
      (reply) => {
        answered = true
        reply.on("data", (chunk: Buffer) => chunks.push(chunk))
        reply.on("error", failed)
        reply.on("end", () => {
          const whole = Buffer.concat(chunks)
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: whole,
            json: () => JSON.parse(whole.toString("utf8")) as unknown
          })
        })
      }
    )
    sent.on("error", failed)
    if (options.giveUpAfterMs !== undefined) {
      sent.setTimeout(options.giveUpAfterMs, () => {
        failed(Object.assign(new Error(), { code: "GAVE_UP" }))
        sent.destroy()
      })
    }
    sent.end(body)
  })
