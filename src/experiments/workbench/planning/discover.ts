import * as path from "node:path"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../../json/Json.js"
import * as OllamaServer from "../../../llm/ollama/OllamaServer.js"
import type { LocalModel } from "../../../llm/ollama/readServer.js"
import type { ConfigError } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { sha256Hex } from "../../../records/Identity.js"
import { packageRoot } from "../../shared/packageRoot.js"
import { readCandidates, readConfig } from "../config/readConfig.js"
import { sandboxOfThisMachine } from "../running/sandboxOfThisMachine.js"
import { cliConfig } from "../subjects/cli/CliConfig.js"
import { discoverClis, type FoundCli } from "../subjects/cli/discoverClis.js"
import type { Absent, CloudSubject, Found, LocalSubject } from "./Found.js"
import { readMachine } from "./machine.js"

/** Where the package keeps the benchmark's configuration. */
export const configFolder: Effect.Effect<string, DiskError, Disk> = Effect.map(packageRoot, (root) =>
  path.join(root, "configs", "workbench")
)

/**
 * Looks at the machine: which local models there are, which programs, what hardware (specification 1, 2). That something is not there is an answer,
 * never an error; nothing is sent to a model.
 */
export const discover = (
  baseUrl: string
): Effect.Effect<JsonObject, ConfigError | DiskError, Disk | HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const folder = yield* configFolder
    const { environments } = yield* readConfig(folder)
    const locals = yield* findLocals(baseUrl, folder)
    const clis = yield* Effect.flatMap(cliConfig, discoverClis)
    const sandbox = yield* Effect.flatMap(sandboxOfThisMachine, ({ probe }) => Effect.either(probe))
    const found: Found = {
      subjects: [...locals.subjects, ...clis.flatMap(cloudSubject)],
      absent: [...locals.absent, ...clis.flatMap(absentCli)],
      machine: yield* readMachine(environments),
      sandboxRefusal: sandbox._tag === "Left" ? sandbox.left.message : null,
      cliConfigSha256: yield* cliConfigSha256
    }
    return asObject(found)
  })

/** Its members are JSON. */
const asObject = (found: Found): JsonObject => JSON.parse(JSON.stringify(found))

/** Of `clis.json`, byte for byte. */
export const cliConfigSha256: Effect.Effect<string, DiskError, Disk> = Effect.gen(function* () {
  return sha256Hex(yield* (yield* Disk).read(path.join(yield* configFolder, "clis.json")))
})

const findLocals = (baseUrl: string, folder: string) =>
  Effect.gen(function* () {
    const server = OllamaServer.make(yield* HttpClient.HttpClient, baseUrl)
    const asked = yield* Effect.either(server.models)
    if (asked._tag === "Left") {
      const reason = `no Ollama server at ${baseUrl}: ${asked.left.message}`
      return { subjects: [], absent: [{ id: "ollama", reason }] }
    }
    const version = yield* Effect.orElseSucceed(server.version, () => null)
    const { cloud, models } = asked.right
    const there = new Map(models.map((model) => [model.name, model]))
    const missing = (yield* readCandidates(folder)).filter(({ tag }) => !there.has(tag))
    return {
      // By name: nobody could tell two of one name apart.
      subjects: [...there.values()].map((model) => localSubject(model, version)),
      absent: [
        ...cloud.map((id): Absent => ({ id, reason: "in the local list, and answered elsewhere" })),
        ...missing.map(({ tag }): Absent => ({ id: tag, reason: `not pulled: ollama pull ${tag}` }))
      ]
    }
  })

const localSubject = (model: LocalModel, version: string | null): LocalSubject => ({
  kind: "local",
  id: model.name,
  digest: model.digest,
  quantization: model.quantization,
  parameters: model.parameters,
  family: model.family,
  bytes: model.bytes,
  contextLength: model.contextLength,
  capabilities: model.capabilities,
  version
})

const cloudSubject = (cli: FoundCli): ReadonlyArray<CloudSubject> =>
  cli.installed
    ? [
        {
          kind: "cloud",
          id: cli.id,
          version: cli.version,
          startMs: Math.round(cli.startMs),
          synthetic: cli.synthetic
        }
      ]
    : []

const absentCli = (cli: FoundCli): ReadonlyArray<Absent> =>
  cli.installed ? [] : [{ id: cli.id, reason: cli.reason }]
