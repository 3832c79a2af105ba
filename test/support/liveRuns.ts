import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import { currentAttempt } from "../../src/llm/AttemptKey.js"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import { type LlmError, TransportError } from "../../src/llm/LlmError.js"
import { decodeResponse } from "../../src/llm/responses/ResponseCodec.js"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { type PlanOptions, plan } from "../../src/pipeline/plan.js"
import { type RunMode, run } from "../../src/pipeline/run.js"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { type Processes, processesLayer } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { responseBody, temporaryFolder } from "./runs.js"
import { toyExperiment } from "./toyExperiment.js"

/** What a server does with one request. */
export type Reply =
  | {
      readonly status: number
      readonly body?: Uint8Array | string
      readonly headers?: Record<string, string>
    }
  | { readonly fails: TransportError }

export const ok: Reply = { status: 200, body: responseBody("2") }
export const rateLimited = (headers: Record<string, string> = {}): Reply => ({
  status: 429,
  headers,
  body: JSON.stringify({ error: { type: "requests", code: "rate_limit_exceeded", message: "slow down" } })
})
export const quota: Reply = {
  status: 429,
  body: JSON.stringify({
    error: { type: "insufficient_quota", code: "insufficient_quota", message: "no credit" }
  })
}
export const reset: Reply = {
  fails: new TransportError({ stage: "request", code: "UND_ERR_SOCKET", ambiguousOutcome: true })
}
export const refused: Reply = {
  fails: new TransportError({ stage: "connect", code: "ECONNREFUSED", ambiguousOutcome: false })
}

export interface Sent {
  readonly kind: "generate" | "count"
  readonly trialId: string
  readonly attempt: number
  readonly model: string
  /** Milliseconds of the test clock. */
  readonly at: number
}

export interface Server {
  readonly sent: Array<Sent>
  /** The most requests that were under way at once. */
  readonly most: () => number
  readonly layer: Layer.Layer<LlmClient>
}

/** A server by two functions; `delayMs` is how long a generation takes. */
export const server = (
  generate: (sent: Sent, index: number) => Reply,
  options: {
    readonly count?: (index: number) => Effect.Effect<number, LlmError>
    readonly delayMs?: number
    /** Called when a request leaves. */
    readonly onSent?: (sent: Sent) => void
  } = {}
): Server => {
  const sent: Array<Sent> = []
  let underWay = 0
  let most = 0
  const note = (kind: Sent["kind"], model: string) =>
    Effect.gen(function* () {
      const key = yield* FiberRef.get(currentAttempt)
      const clock = yield* Effect.clock
      const entry: Sent = {
        kind,
        trialId: key?.trialId ?? "",
        attempt: key?.attempt ?? 0,
        model,
        at: clock.unsafeCurrentTimeMillis()
      }
      sent.push(entry)
      options.onSent?.(entry)
      return { entry, index: sent.filter((other) => other.kind === kind).length - 1 }
    })
  const layer = Layer.succeed(LlmClient, {
    generate: (request) =>
      Effect.gen(function* () {
        const { entry, index } = yield* note("generate", request.model)
        underWay += 1
        most = Math.max(most, underWay)
        if (options.delayMs !== undefined) yield* Effect.sleep(options.delayMs)
        const reply = generate(entry, index)
        if ("fails" in reply) return yield* reply.fails
        const body =
          typeof reply.body === "string" ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array())
        const exchange = { httpStatus: reply.status, headers: reply.headers ?? {}, body: new RawBody(body) }
        return yield* decodeResponse(exchange, request.maxOutputTokens)
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            underWay -= 1
          })
        )
      ),
    countInputTokens: ({ model }) =>
      Effect.flatMap(note("count", model), ({ index }) => options.count?.(index) ?? Effect.succeed(10))
  })
  return { sent, most: () => most, layer }
}

/** The real file system without its syncs, with some of its calls replaced. */
export const testDisk = (calls: Partial<Disk.FileCalls> = {}) =>
  Layer.succeed(Disk.Disk, Disk.make({ ...Disk.callsWithoutSync, ...calls }))

export const live = (changes: Partial<Extract<RunMode, { type: "live" }>> = {}): RunMode => ({
  type: "live",
  protocolHash: null,
  limits: { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 1_000_000 },
  rates: { requestsPerMinute: 10_000, tokensPerMinute: 10_000_000 },
  softBudget: false,
  allowCarriedReservations: false,
  retry500: false,
  retryAmbiguous: false,
  ...changes
})

/** A planned run of `experiment`, whose preset is `preset`. */
export const planned = (
  experiment: Experiment,
  preset: string,
  changes: Partial<Pick<PlanOptions, "replicates" | "model" | "baseUrl">> = {},
  disk: Layer.Layer<Disk.Disk> = Disk.layer
) =>
  Effect.gen(function* () {
    const root = path.join(yield* temporaryFolder, "run")
    const settings: PlanOptions = {
      preset,
      phase: "p0",
      configPath: null,
      model: null,
      replicates: null,
      baseUrl: "https://x/v1",
      ...changes
    }
    yield* plan(experiment, settings).run.pipe(Effect.provide(Layer.mergeAll(disk, RunDirectory.layer(root))))
    return root
  })

/** A planned toy run: three blocks of two trials; each generation reserves 10 + 64 + 256 = 330 tokens and costs 15. */
export const plannedRun = planned(toyExperiment(), "toy")

/** One invocation of a toy run, or of `experiment`, against `server`. */
export const invoke = (
  root: string,
  to: Pick<Server, "layer">,
  options: {
    readonly experiment?: Experiment
    readonly mode?: RunMode
    readonly concurrency?: number
    readonly disk?: Layer.Layer<Disk.Disk>
    readonly shutdown?: Layer.Layer<Shutdown.Shutdown>
    readonly processes?: Layer.Layer<Processes>
  } = {}
) =>
  run(options.experiment ?? toyExperiment(), {
    mode: options.mode ?? live(),
    concurrency: options.concurrency ?? 4
  }).run.pipe(
    Effect.provide(
      Layer.mergeAll(
        options.disk ?? testDisk(),
        RunDirectory.layer(root),
        options.processes ?? processesLayer,
        to.layer,
        options.shutdown ?? Shutdown.layer
      )
    )
  )

export interface LedgerLine {
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  readonly type: string
  readonly kind?: string
  readonly trialId: string
  readonly attempt: number
  readonly tokens?: number
  readonly window?: string
}

const lines = (file: string) =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : []

export const ledgerOf = (root: string): ReadonlyArray<LedgerLine> =>
  lines(path.join(root, "usage-ledger.jsonl"))

export const eventsOf = (root: string): ReadonlyArray<Record<string, unknown>> =>
  lines(path.join(root, "events.jsonl"))

/** Terminal records by trial. */
export const terminalsOf = (
  root: string
): Record<string, { conclusion: string; attempts: number; reason: string; timing: object }> =>
  Object.fromEntries(
    fs.readdirSync(path.join(root, "trials")).flatMap((id) => {
      const file = path.join(root, "trials", id, "terminal.json")
      return fs.existsSync(file) ? [[id, JSON.parse(fs.readFileSync(file, "utf8"))]] : []
    })
  )

/** Known and held tokens, added up from the ledger's lines by hand. */
export const account = (root: string): { known: number; held: number } => {
  const holds = new Map<string, number>()
  let known = 0
  for (const { type, trialId, attempt, tokens = 0 } of ledgerOf(root)) {
    const key = `${trialId}/${attempt}`
    if (type === "reserved") holds.set(key, tokens)
    if (type === "settled") known += tokens
    if (type === "settled" || type === "released") holds.delete(key)
  }
  return { known, held: [...holds.values()].reduce((sum, tokens) => sum + tokens, 0) }
}
