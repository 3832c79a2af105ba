import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import * as Either from "effect/Either"
import type { HttpProtocolId } from "../llm/Protocol.js"
import type { SimulatedModel } from "../llm/simulated/SimulatedModel.js"
import type { SimulatedWire } from "../llm/simulated/SimulatedWire.js"
import { JavaRandom } from "../random/JavaRandom.js"
import { deriveSeed } from "../random/Seeds.js"
import { drawFault } from "./drawFault.js"
import type { FaultPlan, Operation } from "./Fault.js"
import { faultyReply, type Victim } from "./faultyReply.js"
import { countReply, generationOf, generationReply } from "./honestReply.js"
import { errorReply, jsonReply, type Reply } from "./Reply.js"
import { servedProtocol } from "./ServedProtocol.js"

export interface AnswerOptions {
  readonly protocol: HttpProtocolId
  readonly model: SimulatedModel
  /** Of the model's mistakes and of the faults; a signed 64-bit integer. */
  readonly seed: bigint
  readonly faults: FaultPlan
}

/** What a request gets, decided before anything is sent. */
export interface Answered {
  /** `null`: no such path. */
  readonly operation: Operation | null
  readonly requestSha256: string
  readonly seen: number
  readonly fault: string | null
  readonly latencyMs: number
  readonly reply: Reply
}

/** Decides what a request gets. Pure but for the count of what was seen. */
export const answerer = ({ faults, model, protocol, seed }: AnswerOptions) => {
  const served = servedProtocol(protocol)
  const { wire } = served
  const { noSuchMethod, noSuchPath, tooLarge } = refusals(wire)
  const seenBefore = new Map<string, number>()
  const faultless = faults.generate.length + faults.count.length + faults.latencyMs.max === 0

  return (
    { headers, method, url }: Pick<IncomingMessage, "headers" | "method" | "url">,
    /** `null`: larger than anybody needs. */
    body: Buffer | null,
    nowMs: number
  ): Answered => {
    const operation = served.paths.get(url ?? "") ?? null
    const requestSha256 = createHash("sha256")
      .update(body ?? "")
      .digest("hex")
    const seen = (seenBefore.get(requestSha256) ?? 0) + 1
    seenBefore.set(requestSha256, seen)
    const facts = { operation, requestSha256, seen, fault: null, latencyMs: 0 }
    const page = method === "GET" ? served.pages.get(url ?? "") : undefined
    if (page !== undefined) return { ...facts, reply: jsonReply(200, page) }
    if (operation === null) return { ...facts, reply: noSuchPath }
    if (method !== "POST") return { ...facts, reply: noSuchMethod }
    if (body === null) return { ...facts, reply: tooLarge }
    const isJson = /^application\/json *(;|$)/i.test(headers["content-type"] ?? "")
    const read = isJson ? served.read(operation, body) : Either.left(notJson)
    if (Either.isLeft(read)) {
      return { ...facts, reply: errorReply(wire, 400, { type: "invalid_request_error", ...read.left }) }
    }

    const request = read.right
    const load = served.load(request)
    if (load !== null) return { ...facts, reply: jsonReply(200, load) }
    const replySeed = deriveSeed(seed, requestSha256, seen)
    const id = BigInt.asUintN(64, replySeed).toString(16).padStart(16, "0")
    const say = () => served.manners(request, model.reply(request, new JavaRandom(replySeed)))
    const honest = (): Reply => {
      if (operation === "count") return countReply(wire, request)
      const generation = generationOf(wire, request, say(), id)
      return generationReply(served, generation.body, generation.billedTokens)
    }
    const named = (reply: Reply): Reply => ({
      ...reply,
      headers: { ...reply.headers, [wire.requestIdHeader]: `req_mock_${id}` }
    })
    if (faultless) return { ...facts, reply: named(honest()) }

    const { fault, latencyMs, random } = drawFault(faults, operation, { seed, requestSha256, seen })
    if (fault === null) return { ...facts, latencyMs, reply: named(honest()) }
    const victim: Victim = {
      served,
      request,
      answer: operation === "count" ? null : say,
      id,
      honest: () => named(honest()),
      nowMs,
      random
    }
    return { ...facts, fault: fault.label, latencyMs, reply: faultyReply(fault, victim) }
  }
}

const notJson = { message: "The content type must be application/json.", param: null, code: null }

const refusals = (wire: SimulatedWire) => ({
  noSuchPath: errorReply(wire, 404, {
    message: "Unknown request URL.",
    type: "invalid_request_error",
    code: "unknown_url"
  }),
  noSuchMethod: errorReply(
    wire,
    405,
    { message: "Only POST is allowed here.", type: "invalid_request_error", code: "method_not_supported" },
    { headers: { allow: "POST" } }
  ),
  tooLarge: errorReply(wire, 413, {
    message: "The body is too large.",
    type: "invalid_request_error",
    code: null
  })
})
