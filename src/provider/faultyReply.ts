import { gzipSync } from "node:zlib"
import type { JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { estimateTokens } from "../llm/simulated/dressReply.js"
import type { SimulatedReply } from "../llm/simulated/SimulatedModel.js"
import type { JavaRandom } from "../random/JavaRandom.js"
import type { Fault } from "./Fault.js"
import { countOf, generationOf, generationReply } from "./honestReply.js"
import { errorReply, jsonReply, plainReply, type Reply } from "./Reply.js"
import { writeRetryAfter } from "./RetryAfterForm.js"
import type { ServedProtocol } from "./ServedProtocol.js"
import { statusReply } from "./statusReply.js"

/** A request that is to meet a fault. */
export interface Victim {
  readonly served: ServedProtocol
  readonly request: LlmRequest
  /** What the model would answer; `null` for a count, which nobody bills. */
  readonly answer: (() => SimulatedReply) | null
  readonly id: string
  /** Of the honest reply. */
  readonly honest: () => Reply
  readonly nowMs: number
  readonly random: JavaRandom
}

/** The reply of a request that meets `fault`. */
export const faultyReply = (fault: Fault, victim: Victim): Reply => {
  const { honest, served } = victim
  const { wire } = served
  const retryAfter: Reply["headers"] =
    fault.retryAfter === null
      ? {}
      : { "retry-after": writeRetryAfter(fault.retryAfter, victim.nowMs, victim.random) }
  switch (fault.name) {
    case "status":
      return statusReply(served, fault.httpStatus, retryAfter, () => honest().billedTokens)
    case "quota-429":
      return errorReply(wire, 429, served.quota, { headers: retryAfter })
    case "redirect":
      return plainReply(307, "text/plain", "", { headers: { location: `${served.basePath}/elsewhere` } })
    case "reset-before":
      return { ...honest(), delivery: { type: "reset", where: "before" } }
    case "reset-body":
      return { ...honest(), delivery: { type: "reset", where: "body" } }
    case "stall-before":
      return { ...honest(), delivery: { type: "stall", where: "before", forMs: fault.forMs } }
    case "stall-body":
      return { ...honest(), delivery: { type: "stall", where: "body", forMs: fault.forMs } }
    case "oversize":
      return withBody(honest(), (body) => Buffer.concat([Buffer.from(body), spaces()]))
    case "gzip-bomb": {
      const reply = withBody(honest(), (body) => Buffer.concat([gzipSync(body), zippedSpaces()]))
      return { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" } }
    }
    case "malformed-json":
      return withBody(honest(), (body) => body.trimEnd().slice(0, -1))
    case "html":
      return dressed(
        honest(),
        "text/html",
        (body) => `<!DOCTYPE html>\n<title>made-up</title>\n<!-- ${body} -->\n`
      )
    case "sse":
      return dressed(
        honest(),
        "text/event-stream",
        (body) =>
          `event: ${served.event.type}\ndata: {"type":"${served.event.type}","${served.event.member}":${body}}\n\ndata: [DONE]\n\n`
      )
    case "error-200":
      return victim.answer === null
        ? jsonReply(200, { error: "Unexpected endpoint or method." })
        : withBody(honest(), (body) =>
            served.errorWithin(
              body,
              wire.error(200, { message: "The upstream failed.", type: "server_error", code: "server_error" })
            )
          )
    case "wrong-count":
      return countOf(wire, Math.floor(estimateTokens(victim.request) / 10))
    case "failed-200":
      return changed(victim, served.failed, estimateTokens(victim.request))
    case "missing-usage":
      return changed(victim, served.usage.missing)
    case "zero-usage":
      return changed(victim, served.usage.zero)
    case "cut-body":
      return withBody(honest(), (body) => Buffer.from(body).subarray(0, Math.ceil(body.length / 2)))
    case "split-body":
      return { ...honest(), delivery: { type: "pieces" } }
    case "lone-surrogate":
      return spoilt(victim)
  }
}

/** Bodies of our own are text until something is done to them. */
const withBody = (reply: Reply, change: (body: string) => string | Uint8Array): Reply =>
  typeof reply.body === "string" ? { ...reply, body: change(reply.body) } : reply

const dressed = (reply: Reply, contentType: string, change: (body: string) => string): Reply => ({
  ...withBody(reply, change),
  headers: { ...reply.headers, "content-type": contentType }
})

/** The model's answer with another body; the bill stays, unless `billedTokens` says otherwise. */
const changed = (
  { answer, honest, id, request, served }: Victim,
  change: (body: JsonObject) => JsonObject,
  billedTokens?: number
): Reply => {
  if (answer === null) return honest()
  const generation = generationOf(served.wire, request, answer(), id)
  return generationReply(served, change(generation.body), billedTokens ?? generation.billedTokens)
}

/** Half a surrogate pair is written as an escape: UTF-8 has no place for it. */
const spoilt = ({ answer, honest, id, request, served }: Victim): Reply => {
  if (answer === null) return honest()
  const reply = answer()
  const text = `${reply.type === "raw" ? "5916" : reply.text}\ud83d`
  const generation = generationOf(
    served.wire,
    request,
    reply.type === "raw" ? { type: "answer", text, reasoningTokens: 0 } : { ...reply, text },
    id
  )
  return generationReply(served, generation.body, generation.billedTokens)
}

/** What clients read at most (specification 8.3), and one byte. */
const tooMany = 16 * 1024 * 1024 + 1

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const spaces = once(() => Buffer.alloc(tooMany, " "))
/** gzip members behind each other are one body. */
const zippedSpaces = once(() => gzipSync(spaces()))
