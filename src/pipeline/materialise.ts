import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type { Json, JsonObject } from "../json/Json.js"
import { renderJsonLine } from "../json/JsonLines.js"
import { prettyJson } from "../json/JsonWriter.js"
import { formatInWords } from "../llm/formatInWords.js"
import { protocolOf } from "../llm/protocols.js"
import type { DiskError } from "../records/Disk.js"
import { canonicalHash, identityVersion, sha256Hex } from "../records/Identity.js"
import { datasetHashOf, type Manifest } from "../records/Manifest.js"
import { type PlannedTrial, protocolField } from "../records/PlannedTrial.js"
import { files } from "../records/RunDirectory.js"
import { arrange } from "../runner/arrange.js"
import { Progress } from "../runner/Progress.js"
import type { Plan, PlannedCase } from "./Experiment.js"
import { PlanRefused } from "./PipelineError.js"

/** Where live requests of a plan would go, and in which protocol where a case names none. */
export type PlannedEndpoint = Pick<Manifest["endpoint"], "baseUrl" | "protocol">

/** Where the bytes of a plan go: to a folder, or only through a hash when an audit derives them again. */
export interface PlanSink {
  readonly append: (file: string, bytes: Uint8Array) => Effect.Effect<void, DiskError>
  readonly request: (trialId: string, bytes: Uint8Array) => Effect.Effect<void, DiskError>
}

/** A JSON Lines file in the making: lines are gathered into chunks, so memory does not grow with the file. */
class RowFile {
  readonly #hash = createHash("sha256")
  #lines: Array<string> = []
  #pending = 0
  #bytes = 0

  constructor(
    readonly name: string,
    readonly sink: PlanSink
  ) {}

  /** True once there is a chunk to {@link flush}: an effect for each row would cost more than the row. */
  row(value: Json): boolean {
    const line = renderJsonLine(value)
    this.#lines.push(line)
    this.#pending += line.length
    return this.#pending >= 1 << 18
  }

  flush(): Effect.Effect<void, DiskError> {
    if (this.#lines.length === 0) return Effect.void
    const bytes = Buffer.from(this.#lines.join(""))
    this.#lines = []
    this.#pending = 0
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    return this.sink.append(this.name, bytes)
  }

  /** A file without rows is there all the same, and empty. */
  end(): Effect.Effect<void, DiskError> {
    return this.#bytes + this.#lines.length === 0
      ? this.sink.append(this.name, new Uint8Array())
      : this.flush()
  }

  summary(): { readonly sha256: string; readonly bytes: number } {
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes }
  }
}

/**
 * A trial's identity (specification 9.3): the first 32 hexadecimal digits of a hash over the protocol, the trial's
 * coordinates, its replicate, the bytes that will be sent and how. No credential goes into it.
 */
const identify = (
  protocolHash: string,
  planned: PlannedCase,
  replicate: number,
  request: Pick<PlannedTrial, "requestSha256" | "protocol">
): string =>
  canonicalHash({ identityVersion, protocolHash, factors: planned.factors, replicate, ...request }).slice(
    0,
    32
  )

/**
 * Turns a protocol and its plan into the bytes of a run directory, in a fixed order, and returns the manifest that
 * describes them. The only writer of planned data, and pure but for the sink.
 */
export const materialise = (
  experiment: string,
  protocol: JsonObject,
  plan: Plan,
  endpoint: PlannedEndpoint,
  sink: PlanSink
): Effect.Effect<Manifest, PlanRefused | DiskError> =>
  Effect.gen(function* () {
    const protocolHash = canonicalHash(protocol)
    const written: Record<string, { readonly sha256: string; readonly bytes: number }> = {}

    const protocolBytes = Buffer.from(`${prettyJson(protocol)}\n`)
    yield* sink.append(files.protocol, protocolBytes)
    written[files.protocol] = { sha256: sha256Hex(protocolBytes), bytes: protocolBytes.length }

    const writeRows = Effect.fnUntraced(function* (name: string, rows: Iterable<Json>) {
      const file = new RowFile(name, sink)
      for (const row of rows) if (file.row(row)) yield* file.flush()
      yield* file.end()
      written[name] = file.summary()
    })
    for (const { name, rows } of plan.files) yield* writeRows(name, rows)
    yield* writeRows(files.gold, goldRows(plan))

    const cases = new RowFile(files.cases, sink)
    const blocks = new Map<string, Array<Omit<PlannedTrial, "position">>>()
    const seen = new Set<string>()
    const models = new Set<string>()
    let caseCount = 0
    const progress = yield* Progress
    for (const planned of plan.cases) {
      progress.tell({ stage: "requests", done: seen.size, total: null })
      const protocol = planned.protocol ?? endpoint.protocol
      const codec = protocolOf({ protocol })
      const asked = plan.structuredOutput === "prompt" ? formatInWords(planned.request) : planned.request
      const problem = codec.problemWith(asked)
      if (problem !== null) return yield* new PlanRefused({ reason: `${planned.caseId}: ${problem}` })
      const bytes = codec.encodeRequest(asked, plan)
      const requestSha256 = sha256Hex(bytes)
      const request = { requestSha256, ...protocolField(protocol) }
      const { caseId, goldId, factors } = planned
      caseCount += 1
      models.add(planned.request.model)
      const row = { caseId, goldId, factors, requestSha256, ...planned.record }
      if (cases.row(row)) yield* cases.flush()
      for (let replicate = 1; replicate <= plan.replicates; replicate += 1) {
        const trialId = identify(protocolHash, planned, replicate, request)
        if (seen.has(trialId)) {
          return yield* new PlanRefused({ reason: `two trials have the same identity (${caseId})` })
        }
        seen.add(trialId)
        const block = plan.replicates === 1 ? planned.block : `${planned.block}/r${replicate}`
        const mates = blocks.get(block) ?? []
        mates.push({ block, trialId, caseId, goldId, replicate, ...request, factors })
        blocks.set(block, mates)
        yield* sink.request(trialId, bytes)
      }
    }
    yield* cases.end()
    written[files.cases] = cases.summary()

    const dispatch =
      plan.order === "as_planned"
        ? [...blocks.values()].flat()
        : arrange([...blocks.values()], plan.scheduleSeed)
    yield* writeRows(files.schedule, positioned(dispatch))

    return {
      formatVersion: 1,
      identityVersion,
      experiment,
      protocolHash,
      datasetHash: datasetHashOf(written),
      endpoint: {
        ...endpoint,
        truncation: plan.truncation,
        ...(plan.structuredOutput === "prompt" ? { structuredOutput: "prompt" as const } : {})
      },
      requestedModels: [...models].sort(),
      counts: { cases: caseCount, trials: dispatch.length, blocks: blocks.size },
      files: written
    }
  })

function* goldRows(plan: Plan): Iterable<Json> {
  for (const { goldId, answer } of plan.gold) yield { goldId, answer: answer.reveal() }
}

function* positioned(dispatch: ReadonlyArray<Omit<PlannedTrial, "position">>): Iterable<Json> {
  for (const [position, trial] of dispatch.entries()) yield Object.assign({ position }, trial)
}
