import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { layer as liveClient } from "../../src/llm/LiveClient.js"
import type { HttpProtocolId } from "../../src/llm/Protocol.js"
import * as SimulatedClient from "../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import { audit } from "../../src/pipeline/audit.js"
import type { Experiment, PlannedCase } from "../../src/pipeline/Experiment.js"
import { type PlanOptions, plan } from "../../src/pipeline/plan.js"
import { report } from "../../src/pipeline/report.js"
import { run } from "../../src/pipeline/run.js"
import { score } from "../../src/pipeline/score.js"
import { verify } from "../../src/pipeline/verify.js"
import { makeProvider } from "../../src/provider/Provider.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { bothProtocols } from "../llm/wires.js"
import { contents, runServices, temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const toy = toyExperiment()

const settings: PlanOptions = {
  preset: "toy",
  phase: "p0",
  configPath: null,
  model: null,
  replicates: null,
  baseUrl: "https://x.example"
}

/** Adds what it is asked to add, in either notation. */
const adder: SimulatedModel = {
  profile: "adder",
  reply: ({ input }) => {
    const terms = (input[0]?.content ?? "").split(" + ")
    const sum = terms.reduce((total, term) => total + (Number(term) || term.length), 0)
    return { type: "answer", text: String(sum), reasoningTokens: 3 }
  }
}

const mockRun = (experiment: Experiment) =>
  run(experiment, {
    mode: { type: "mock", profile: "adder", seed: "1", maxGenerationCalls: null },
    concurrency: 2
  }).run.pipe(Effect.provide(SimulatedClient.layer(adder, 1)), Effect.provide(Shutdown.layer))

const judge = (experiment: Experiment) =>
  Effect.gen(function* () {
    const { outcomes } = yield* score(experiment).run
    yield* report(experiment).run
    const verification = yield* verify(experiment).run
    expect(verification.checks.filter(({ passed }) => !passed)).toEqual([])
    return outcomes
  })

const changed = (change: (planned: PlannedCase, index: number) => PlannedCase): Experiment => ({
  ...toy,
  derive: (protocol) =>
    Either.map(toy.derive(protocol), (derived) => ({ ...derived, cases: [...derived.cases].map(change) }))
})

const rows = (
  root: string
): ReadonlyArray<{ readonly trialId: string; readonly protocol?: HttpProtocolId }> =>
  fs
    .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a plan in another protocol", () => {
  it.scoped("differs in its requests and names them, and in nothing of the data", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const roots = bothProtocols.map((protocol) => path.join(folder, protocol))
      for (const [index, protocol] of bothProtocols.entries()) {
        yield* plan(toy, { ...settings, protocol }).run.pipe(Effect.provide(runServices(roots[index] ?? "")))
      }
      const [first, second] = roots.map(contents)
      for (const same of ["protocol.json", "gold.jsonl", "families.jsonl"]) {
        expect(second?.[same]).toBe(first?.[same])
      }
      expect(JSON.parse(second?.["manifest.json"] ?? "").endpoint).toEqual({
        baseUrl: "https://x.example",
        protocol: "messages",
        truncation: "disabled"
      })
      expect(rows(roots[0] ?? "").every((row) => !("protocol" in row))).toBe(true)
      expect(rows(roots[1] ?? "").every(({ protocol }) => protocol === "messages")).toBe(true)
      const ids = roots.flatMap((root) => rows(root).map(({ trialId }) => trialId))
      expect(new Set(ids).size).toBe(ids.length)
    })
  )

  it.scoped("is refused where the protocol cannot express a request", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const effortless = changed((planned) => ({
        ...planned,
        request: { ...planned.request, reasoningEffort: "minimal" }
      }))
      const refused = yield* Effect.flip(plan(effortless, { ...settings, protocol: "messages" }).run).pipe(
        Effect.provide(runServices(root))
      )
      expect(refused._tag).toBe("PlanRefused")
      expect(refused.message).toContain("has no reasoning effort minimal")
      expect(fs.existsSync(path.join(root, "manifest.json"))).toBe(false)
    })
  )
})

/** A model for each arm, reached in its own way. */
const mixed = changed((planned, index) => ({
  ...planned,
  protocol: bothProtocols[index % bothProtocols.length] ?? "responses"
}))

describe("a run of several protocols", () => {
  it.scoped("asks, records and reads each trial in its own", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      yield* Effect.gen(function* () {
        yield* plan(mixed, settings).run
        yield* audit(mixed).run
        yield* mockRun(mixed)
        expect(yield* judge(mixed)).toEqual({ correct: 6 })
      }).pipe(Effect.provide(runServices(root)))
      const spoken = rows(root).map(({ protocol, trialId }) => {
        const read = (name: string) =>
          JSON.parse(fs.readFileSync(path.join(root, "trials", trialId, name), "utf8"))
        const isMessages = "max_tokens" in read("request.json")
        expect(read("attempt-001-meta.json").protocol).toBe(protocol)
        expect(read("attempt-001-body.txt").type === "message").toBe(isMessages)
        return isMessages
      })
      expect(spoken.filter(Boolean)).toHaveLength(3)
    })
  )

  it.scoped("a record that names another protocol than the plan is damage", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const failure = yield* Effect.gen(function* () {
        yield* plan(toy, { ...settings, protocol: "messages" }).run
        yield* mockRun(toy)
        const { trialId } = rows(root)[0] ?? { trialId: "" }
        const file = path.join(root, "trials", trialId, "attempt-001-meta.json")
        fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"protocol":"messages",', ""))
        return yield* Effect.flip(score(toy).run)
      }).pipe(Effect.provide(runServices(root)))
      expect(failure).toMatchObject({ _tag: "DamagedRecord" })
      expect(failure.message).toContain("attempt-001-meta.json")
    })
  )
})

describe.each(bothProtocols)("live, over the network of this machine, in %s", (protocol) => {
  it.scopedLive(
    "the books agree with the bill, and a stranger finds nothing wrong",
    () =>
      Effect.gen(function* () {
        const provider = yield* makeProvider({ protocol, model: adder, seed: 1n })
        const root = path.join(yield* temporaryFolder, "run")
        const { baseUrl } = provider
        const summary = yield* Effect.gen(function* () {
          yield* plan(toy, { ...settings, protocol, baseUrl }).run
          const ran = yield* run(toy, {
            mode: {
              type: "live",
              protocolHash: null,
              limits: { maxGenerationCalls: 20, maxHttpAttempts: 40, localTokenCap: 100_000 },
              rates: { requestsPerMinute: 10_000, tokensPerMinute: 10_000_000 },
              softBudget: false,
              allowCarriedReservations: false,
              retry500: false,
              retryAmbiguous: false
            },
            concurrency: 2
          }).run.pipe(
            Effect.provide(liveClient({ baseUrl, protocol, truncation: "disabled" })),
            Effect.provide(Shutdown.layer)
          )
          expect(yield* judge(toy)).toEqual({ correct: 6 })
          return ran
        }).pipe(Effect.provide(runServices(root)))
        const billed = provider.log.reduce(
          (sum, entry) => sum + (entry.event === "received" ? entry.billedTokens : 0),
          0
        )
        expect(summary.spending?.inAll).toMatchObject({ tokens: billed, reserved: 0 })
      }),
    30_000
  )
})

describe("structuredOutput", () => {
  const schema = { type: "object", required: ["sum"], properties: { sum: { type: "integer" } } }
  const formatted = (structuredOutput: "native" | "prompt"): Experiment => {
    const asking = changed((planned) => ({
      ...planned,
      request: { ...planned.request, format: { name: "sum", schema, strict: true } }
    }))
    return {
      ...asking,
      derive: (protocol) =>
        Either.map(asking.derive(protocol), (derived) => ({ ...derived, structuredOutput }))
    }
  }

  const planned = (experiment: Experiment, protocol: HttpProtocolId) =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      yield* Effect.zipRight(plan(experiment, { ...settings, protocol }).run, audit(experiment).run).pipe(
        Effect.provide(runServices(root))
      )
      const [first] = rows(root)
      const request = path.join(root, "trials", first?.trialId ?? "", "request.json")
      return {
        endpoint: JSON.parse(fs.readFileSync(path.join(root, "manifest.json"), "utf8")).endpoint,
        request: JSON.parse(fs.readFileSync(request, "utf8"))
      }
    })

  it.scoped("prompt says it in later calls, too, and a stranger derives the same bytes", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const format = { name: "sum", schema, strict: true }
      const twice: Experiment = {
        ...formatted("prompt"),
        conversation: {
          reproducible: true,
          next: (_trial, _gold, calls) =>
            Effect.succeed(
              calls[0] === undefined || calls.length > 1
                ? null
                : {
                    ...calls[0].request,
                    instructions: "Again.",
                    format,
                    input: [
                      ...calls[0].request.input,
                      { role: "assistant", content: calls[0].reply.text },
                      { role: "user", content: "Are you sure?" }
                    ]
                  }
            )
        }
      }
      yield* Effect.gen(function* () {
        yield* plan(twice, { ...settings, protocol: "messages" }).run
        yield* mockRun(twice)
        expect(yield* judge(twice)).toEqual({ correct: 6 })
      }).pipe(Effect.provide(runServices(root)))
      for (const { trialId } of rows(root)) {
        const file = path.join(root, "trials", trialId, "call-2", "request.json")
        const request = JSON.parse(fs.readFileSync(file, "utf8"))
        expect(request).not.toHaveProperty("output_config")
        expect(request.system).toMatch(/^Again\.\n\nAnswer with one JSON value .*\n\{"properties":/)
      }
    })
  )

  it.scoped("native sends the schema in its own field", () =>
    Effect.gen(function* () {
      const { endpoint, request } = yield* planned(formatted("native"), "messages")
      expect(request).toMatchObject({
        system: "Add.",
        output_config: { format: { type: "json_schema", schema } }
      })
      expect(endpoint).not.toHaveProperty("structuredOutput")
    })
  )

  it.scoped.each(bothProtocols)(
    "prompt says it in the instructions of %s, and the manifest tells",
    (protocol) =>
      Effect.gen(function* () {
        const { endpoint, request } = yield* planned(formatted("prompt"), protocol)
        expect(endpoint).toMatchObject({ structuredOutput: "prompt" })
        expect(Object.keys(request)).not.toContain("text")
        expect(Object.keys(request)).not.toContain("output_config")
        expect(request.instructions ?? request.system).toContain(
          '{"properties":{"sum":{"type":"integer"}},"required":["sum"],"type":"object"}'
        )
      })
  )
})
