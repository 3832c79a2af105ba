import * as Either from "effect/Either"
import { readEnvelope, reportOf } from "../../../llm/cli/Envelope.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import { measured } from "../../../llm/MeasuredClient.js"
import { sum } from "../../../stats/Mean.js"
import { countCalls } from "../agent/nextTurn.js"
import { type RunMetrics, unmeasured } from "../metrics/RunMetrics.js"
import type { FoundSubject } from "../planning/Found.js"
import { failureOf } from "./failureOf.js"
import { decidingOf, repliesOf, type SavedAttempt, type SavedCalls } from "./SavedCall.js"

/** Specification 5 for one trial, from what was saved. `null`: nothing of it ran. */
export const metricsOf = (subject: FoundSubject, { own }: SavedCalls): RunMetrics | null => {
  const last = decidingOf(own.at(-1) ?? [])
  const failure = last === null ? null : failureOf(last)
  if (last === null || failure === null) return null
  const ran = subject.kind === "local" ? localMetrics(repliesOf(own)) : programMetrics(last, subject.startMs)
  return { ...unmeasured, ...ran, ...failure }
}

type Part = Partial<RunMetrics>

/** By our clock what the network shows, by the server's how fast it wrote. An agent's turns are summed; what its tools took is not in it. */
const localMetrics = (replies: ReadonlyArray<LlmResponse>): Part => {
  const [first] = replies
  if (first === undefined) return {}
  const tokens = allOf(replies.map(({ usage }) => usage?.outputTokens ?? null))
  const outputNs = allOf(replies.map(({ timings }) => timings?.outputNs ?? null))
  const tokPerSec = tokens === null || outputNs === null || outputNs === 0 ? null : tokens / (outputNs / 1e9)
  return {
    ttftMs: numberIn(first, measured.firstContent),
    tokens,
    tokPerSec,
    tokPerSecKind: tokPerSec === null ? null : "measured",
    wallMs: allOf(replies.map((reply) => numberIn(reply, measured.wall))),
    turns: replies.length,
    ...countCalls(replies),
    usedWeb: false
  }
}

/** A program is measured as a whole: its own overhead is in `wallMs`, and is taken out only to estimate how fast its model wrote. */
const programMetrics = ({ exchange }: SavedAttempt, startMs: number): Part => {
  const envelope = exchange === null ? null : Either.getOrNull(readEnvelope(exchange))
  if (envelope === null) return {}
  const { denials, serviceMs, toolCalls, toolFailures, usage, webUse } = reportOf(envelope)
  const { wallMs } = envelope
  const workMs = serviceMs ?? wallMs - startMs
  const tokens = usage?.outputTokens ?? null
  const tokPerSec = tokens === null || tokens === 0 || workMs <= 0 ? null : tokens / (workMs / 1000)
  return {
    tokens,
    tokPerSec,
    tokPerSecKind: tokPerSec === null ? null : "estimated",
    wallMs,
    toolCalls,
    toolCallInvalid: toolFailures + denials,
    usedWeb: webUse > 0
  }
}

/** What a program needs beside its model, in milliseconds; `null`: it is no program. */
export const overheadOf = (
  { exchange }: SavedAttempt,
  startMs: number
): { readonly ms: number; readonly kind: "measured" | "estimated" } | null => {
  const envelope = exchange === null ? null : Either.getOrNull(readEnvelope(exchange))
  if (envelope === null) return null
  const { serviceMs } = reportOf(envelope)
  return serviceMs === null
    ? { ms: startMs, kind: "estimated" }
    : { ms: Math.max(0, envelope.wallMs - serviceMs), kind: "measured" }
}

/** The sum, if every part of it is known. */
const allOf = (parts: ReadonlyArray<number | null>): number | null => {
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length ? null : sum(known)
}

export const numberIn = ({ exchange }: Pick<LlmResponse, "exchange">, header: string): number | null => {
  const text = exchange.headers[header]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
