import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { decodeConfig, type Settings } from "../../../src/experiments/syntax-locality/Config.js"
import { derivePlan } from "../../../src/experiments/syntax-locality/Plan.js"
import { protocolOf } from "../../../src/experiments/syntax-locality/Protocol.js"
import type { Preset } from "../../../src/experiments/syntax-locality/resolveConfig.js"
import type { Json, JsonObject } from "../../../src/json/Json.js"
import { parseJson } from "../../../src/json/JsonParser.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import { decodeRequest } from "../../../src/llm/responses/RequestCodec.js"
import type { Plan, PlannedCase, SavedPlan } from "../../../src/pipeline/Experiment.js"
import { materialise } from "../../../src/pipeline/materialise.js"
import { DiskError } from "../../../src/records/Disk.js"
import type { PlannedTrial } from "../../../src/records/PlannedTrial.js"

const orThrow = <A>(either: Either.Either<A, unknown>): A => Either.getOrThrowWith(either, (error) => error)

const objectIn = (text: string): JsonObject => orThrow(parseJson(text)) as JsonObject

/** The settings of a preset's file with some keys replaced. */
export const settingsOf = (preset: Preset, overlay: JsonObject = {}): Settings => {
  const file = objectIn(readFileSync(new URL(`../../../configs/${preset}.json`, import.meta.url), "utf8"))
  return orThrow(decodeConfig({ ...file, ...overlay }))
}

type Phase = "p0" | "p1"

export const protocolFor = (
  preset: Preset,
  overlay: JsonObject = {},
  phase: Phase = "p0",
  aa = false
): JsonObject => protocolOf(preset, phase, settingsOf(preset, overlay), aa)

export const planFor = (preset: Preset, overlay: JsonObject = {}, phase: Phase = "p0"): Plan =>
  orThrow(derivePlan(protocolFor(preset, overlay, phase)))

export const rowsOfPlan = (plan: Plan, name: string): ReadonlyArray<Json> => [
  ...(plan.files.find((file) => file.name === name)?.rows ?? [])
]

export const userText = (request: LlmRequest): string => request.input.map(({ content }) => content).join("")

export const casesOf = (plan: Plan): ReadonlyArray<PlannedCase> => [...plan.cases]

/** A plan as it would be read back from disk, so that a test can spoil it. */
export interface Saved {
  protocol: JsonObject
  trials: Array<PlannedTrial>
  readonly rows: Map<string, Array<Json>>
  readonly requests: Map<string, LlmRequest>
}

/** Plans in memory through the same writer that `plan` uses. */
export const saveInMemory = (
  preset: Preset,
  overlay: JsonObject = {},
  phase: Phase = "p0",
  aa = false
): Saved => {
  const protocol = protocolFor(preset, overlay, phase, aa)
  const texts = new Map<string, string>()
  const requests = new Map<string, LlmRequest>()
  const sink = {
    append: (file: string, bytes: Uint8Array) =>
      Effect.sync(() => void texts.set(file, (texts.get(file) ?? "") + Buffer.from(bytes).toString())),
    request: (trialId: string, bytes: Uint8Array) =>
      Effect.sync(() => void requests.set(trialId, orThrow(decodeRequest(bytes))))
  }
  Effect.runSync(
    materialise(
      "syntax-locality",
      protocol,
      orThrow(derivePlan(protocol)),
      { baseUrl: "http://localhost", protocol: "responses" },
      sink
    )
  )
  const rows = new Map(
    [...texts]
      .filter(([name]) => name.endsWith(".jsonl"))
      .map(([name, text]) => [
        name,
        text
          .trimEnd()
          .split("\n")
          .map((line) => orThrow(parseJson(line)))
      ])
  )
  // Every line of the schedule was written from a PlannedTrial.
  const trials = (rows.get("schedule.jsonl") ?? []) as unknown as Array<PlannedTrial>
  return { protocol, trials, rows, requests }
}

export const asSavedPlan = (saved: Saved): SavedPlan => ({
  protocol: saved.protocol,
  trials: saved.trials,
  rows: (name, decoder) => {
    const rows = saved.rows.get(name)
    return rows === undefined
      ? Effect.fail(new DiskError({ operation: "read", path: name, code: "ENOENT" }))
      : Either.all(rows.map((row, index) => decoder(name, index + 1, row)))
  },
  request: ({ trialId }) => {
    const request = saved.requests.get(trialId)
    return request === undefined
      ? Effect.fail(new DiskError({ operation: "read", path: trialId, code: "ENOENT" }))
      : Effect.succeed(request)
  }
})
