import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../json/Json.js"
import { prettyJson } from "../json/JsonWriter.js"
import type { LlmClient } from "../llm/LlmClient.js"
import { type LlmRequest, type ReasoningEffort, reasoningEfforts } from "../llm/LlmRequest.js"
import { billedTokens, type LlmResponse } from "../llm/LlmResponse.js"
import type { HttpProtocolId, RequestOptions } from "../llm/Protocol.js"
import { protocolOf } from "../llm/protocols.js"
import { Disk } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { type PlannedTrial, protocolField, TrialProtocol } from "../records/PlannedTrial.js"
import type { ReadError } from "../records/RecordError.js"
import { files, RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { conclude } from "../runner/conductTrial.js"
import * as Events from "../runner/Events.js"
import { make as makeClient } from "../runner/MeteredClient.js"
import { liveMeter } from "../runner/meter.js"
import * as StopSign from "../runner/StopSign.js"
import type { Rates } from "../runner/Throttle.js"
import { namesInOutput } from "./makeEmptyFolder.js"
import { OutputNotEmpty, PlanRefused } from "./PipelineError.js"
import * as Stage from "./Stage.js"

/** `capabilities.json`: what a server did with one small request that has the settings of the real ones (14.3). */
export const Capabilities = Schema.Struct({
  formatVersion: Schema.Literal(1),
  checkedAt: Schema.String,
  baseUrl: Schema.String,
  protocol: TrialProtocol,
  requestedModel: Schema.String,
  reasoningEffort: Schema.NullOr(Schema.String),
  maxOutputTokens: Schema.Int,
  truncation: Schema.Literal("disabled", "omit"),
  /** A simulated model answered: this says nothing of a provider. */
  synthetic_mock: Schema.Boolean,
  /** Everything that a run needs was there. */
  ok: Schema.Boolean,
  /** In plain words, what was not. */
  problems: Schema.Array(Schema.String),
  tokenCount: Schema.Struct({
    source: Schema.NullOr(Schema.Literal("server", "estimate")),
    inputTokens: Schema.NullOr(Schema.Int)
  }),
  /** `null`: there was no reply that could be read. */
  generation: Schema.NullOr(
    Schema.Struct({
      status: Schema.String,
      returnedModel: Schema.String,
      responseId: Schema.String,
      requestId: Schema.NullOr(Schema.String),
      inputTokens: Schema.NullOr(Schema.Int),
      outputTokens: Schema.NullOr(Schema.Int),
      reasoningTokens: Schema.NullOr(Schema.Int),
      unknownParts: Schema.Array(Schema.String)
    })
  )
})
export type Capabilities = typeof Capabilities.Type

export interface PreflightOptions extends RequestOptions {
  /** Not given: `responses`. */
  readonly protocol?: HttpProtocolId
  readonly baseUrl: string
  readonly model: string
  readonly reasoningEffort: ReasoningEffort | null
  readonly maxOutputTokens: number
  readonly maxHttpAttempts: number
  readonly localTokenCap: number
  readonly rates: Rates
}

export interface PreflightResult {
  readonly capabilities: Capabilities
  /** A limit, a quota or an authentication error that came first. */
  readonly stop: StopSign.Stop | null
}

/**
 * Counts and generates once, in an empty folder with books of its own, and writes down what the server can do. Needs no plan and sends
 * nothing of one.
 */
export const preflight = (
  options: PreflightOptions
): Stage.Stage<PreflightResult, OutputNotEmpty | PlanRefused | ReadError, Disk | RunDirectory | LlmClient> =>
  Stage.make({
    name: "preflight",
    reads: [],
    writes: ["capabilities.json", files.events, "usage-ledger.jsonl", "trials/preflight/*"],
    run: Effect.scoped(
      Effect.gen(function* () {
        const disk = yield* Disk
        const directory = yield* RunDirectory
        if ((yield* namesInOutput(directory.root)).length > 0) {
          return yield* new OutputNotEmpty({ path: directory.root, found: "things" })
        }
        const request = smallRequest(options)
        const trial = yield* writeRequest(request, options)
        const events = yield* Events.open("durable")
        const stopSign = yield* StopSign.make
        const parts = yield* liveMeter(
          {
            limits: { ...options, maxGenerationCalls: 1 },
            rates: options.rates,
            // One request: an estimate is good enough, and the record says that it was one.
            softBudget: true,
            allowCarriedReservations: false
          },
          events,
          stopSign
        )
        const meter = yield* makeClient(
          { synthetic: false, durability: "durable", retry500: false, retryAmbiguous: false },
          parts
        )
        const need = yield* meter.need(trial, request).pipe(
          Effect.tap((found) => (found === null ? Effect.void : parts.gate.admit([found]))),
          Effect.either
        )
        if (need._tag === "Left") {
          if (need.left._tag === "NotSent" || need.left._tag === "ModelStopped")
            yield* stopSign.raise(need.left.stop)
          else if (need.left._tag !== "NotCounted") return yield* Effect.fail(need.left)
        }
        const outcome = need._tag === "Right" ? yield* meter.generate(trial, request) : null

        const stop = Option.getOrNull(yield* stopSign.current)
        const last = outcome?.type === "decided" ? outcome.last.result : null
        const response = last?._tag === "Right" ? last.right : null
        const count =
          parts.counter === null || need._tag === "Left" ? null : yield* parts.counter.saved(trial)
        const problems = [
          ...(stop === null ? [] : [stop.advice]),
          ...(need._tag === "Left" && need.left._tag === "NotCounted" ? [need.left.reason] : []),
          ...(count?.source === "estimate" && protocolOf(options).billed
            ? ["the server does not count tokens; runs need --soft-budget"]
            : []),
          ...(last === null ? [] : [conclude(last).reason]),
          ...(outcome?.type === "pending" && outcome.outage ? ["the server could not be reached"] : [])
        ].filter((problem) => problem !== null)
        const capabilities: Capabilities = {
          formatVersion: 1,
          checkedAt: yield* Events.isoNow,
          baseUrl: options.baseUrl,
          ...protocolField(options.protocol),
          requestedModel: options.model,
          reasoningEffort: options.reasoningEffort,
          maxOutputTokens: options.maxOutputTokens,
          truncation: options.truncation,
          synthetic_mock: outcome?.type === "decided" && outcome.last.meta.synthetic_mock,
          ok: response !== null && response.status !== "failed",
          problems,
          tokenCount: { source: count?.source ?? null, inputTokens: count?.inputTokens ?? null },
          generation: response === null ? null : describeResponse(response)
        }
        yield* disk.replace(
          directory.file("capabilities.json"),
          `${prettyJson({ ...capabilities, generation: capabilities.generation === null ? null : { ...capabilities.generation } })}\n`,
          "durable"
        )
        return { capabilities, stop }
      })
    )
  })

/** The settings of an experiment's requests, as its protocol has them. */
export const settingsOf = (
  protocol: JsonObject
): Pick<PreflightOptions, "model" | "reasoningEffort" | "maxOutputTokens"> => {
  const { maxOutputTokens, maxOutputTokensReading, model, reasoningEffort } = protocol
  const limit = maxOutputTokensReading ?? maxOutputTokens
  return {
    model: typeof model === "string" ? model : "gpt-5.6-terra",
    reasoningEffort: reasoningEfforts.find((known) => known === reasoningEffort) ?? null,
    maxOutputTokens: typeof limit === "number" ? limit : 8192
  }
}

/** One small question with the settings of the real requests. */
const smallRequest = ({ model, reasoningEffort, maxOutputTokens }: PreflightOptions): LlmRequest => ({
  model,
  instructions: "Return only a decimal integer.",
  input: [{ role: "user", content: "What is 5900 + 16?" }],
  reasoningEffort,
  maxOutputTokens
})

const writeRequest = (request: LlmRequest, options: PreflightOptions) =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const directory = yield* RunDirectory
    const protocol = protocolOf(options)
    const problem = protocol.problemWith(request)
    if (problem !== null) return yield* new PlanRefused({ reason: problem })
    const bytes = protocol.encodeRequest(request, options)
    const trial: PlannedTrial = {
      position: 0,
      block: "preflight",
      trialId: "preflight",
      caseId: "preflight",
      goldId: "none",
      replicate: 1,
      requestSha256: sha256Hex(bytes),
      ...protocolField(options.protocol),
      factors: {}
    }
    yield* disk.makeFolder(directory.trialFolder(trial.trialId))
    yield* disk.write(directory.trialFile(trial.trialId, trialFiles.request), bytes)
    return trial
  })

const describeResponse = (response: LlmResponse): NonNullable<Capabilities["generation"]> => ({
  status: response.status,
  returnedModel: response.returnedModel,
  responseId: response.responseId,
  requestId: response.requestId,
  // A server that reports nothing but zeros does not know (decision 9).
  ...(billedTokens(response.usage) === null || response.usage === null
    ? { inputTokens: null, outputTokens: null, reasoningTokens: null }
    : {
        inputTokens: response.usage.inputTokens,
        outputTokens: response.usage.outputTokens,
        reasoningTokens: response.usage.reasoningTokens
      }),
  unknownParts: response.unknownParts
})
