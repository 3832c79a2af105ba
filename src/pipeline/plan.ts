import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { prettyJson } from "../json/JsonWriter.js"
import { defaultProtocol, type HttpProtocolId } from "../llm/Protocol.js"
import { type Appender, Disk, type DiskError } from "../records/Disk.js"
import type { Manifest } from "../records/Manifest.js"
import { files, RunDirectory, trialFiles } from "../records/RunDirectory.js"
import type { Experiment, PlanSettings } from "./Experiment.js"
import { namesInOutput } from "./makeEmptyFolder.js"
import { materialise, type PlanSink } from "./materialise.js"
import { ConfigError, OutputNotEmpty, type PlanRefused } from "./PipelineError.js"
import * as Stage from "./Stage.js"

export interface PlanOptions extends PlanSettings {
  /** Without a trailing slash, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Of all cases that name none of their own. Not given: `responses`. */
  readonly protocol?: HttpProtocolId
}

/**
 * Plans a run into an empty folder: protocol, data, gold, schedule and the exact bytes of every request. Nothing is sent.
 * The manifest is written last, so a folder without one is not a run.
 */
export const plan = (
  experiment: Experiment,
  options: PlanOptions
): Stage.Stage<Manifest, ConfigError | PlanRefused | OutputNotEmpty | DiskError, Disk | RunDirectory> =>
  Stage.make({
    name: "plan",
    reads: [],
    writes: [
      files.protocol,
      files.manifest,
      files.cases,
      files.gold,
      files.schedule,
      "trials/*/request.json"
    ],
    run: Effect.scoped(
      Effect.gen(function* () {
        const disk = yield* Disk
        const directory = yield* RunDirectory
        yield* refuseUnlessEmpty
        const protocol = yield* experiment.resolve(options)
        if (options.aa === true && protocol["aa"] !== true) {
          const issues = [`experiment ${experiment.id} has no A/A runs`]
          return yield* new ConfigError({ source: "--aa", issues })
        }
        const derived = yield* experiment.derive(protocol)
        yield* claimFolder
        yield* disk.makeFolder(directory.file("trials"))

        const scope = yield* Effect.scope
        const requests = yield* disk.folderWriter
        const appenders = new Map<string, Appender>()
        const sink: PlanSink = {
          append: Effect.fnUntraced(function* (name, bytes) {
            const appender =
              appenders.get(name) ?? (yield* Scope.extend(disk.appender(directory.file(name)), scope))
            appenders.set(name, appender)
            yield* appender.append(bytes)
          }),
          request: (trialId, bytes) =>
            requests.write(
              directory.trialFolder(trialId),
              directory.trialFile(trialId, trialFiles.request),
              bytes
            )
        }
        const endpoint = { baseUrl: options.baseUrl, protocol: options.protocol ?? defaultProtocol }
        const manifest = yield* materialise(experiment.id, protocol, derived, endpoint, sink)
        yield* requests.finish
        yield* disk.replace(directory.file(files.manifest), `${prettyJson({ ...manifest })}\n`)
        return manifest
      })
    )
  })

const claimFile = "plan.lock"

const refuseUnlessEmpty: Effect.Effect<void, OutputNotEmpty | DiskError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const { root } = yield* RunDirectory
    const names = yield* namesInOutput(root)
    if (names.some((name) => !name.startsWith(claimFile))) {
      const cutOff = names.includes(files.protocol) && !names.includes(files.manifest)
      return yield* new OutputNotEmpty({ path: root, found: cutOff ? "cut-off plan" : "things" })
    }
  }
)

/**
 * Of two plans that find the same empty folder, one gets it. The claim goes with the scope; where a plan was killed it stays, like the
 * rest of what is no run.
 */
const claimFolder: Effect.Effect<void, OutputNotEmpty | DiskError, Disk | RunDirectory | Scope.Scope> =
  Effect.gen(function* () {
    const disk = yield* Disk
    const { file, root } = yield* RunDirectory
    yield* disk.makeFolder(root)
    yield* Effect.acquireRelease(disk.create(file(claimFile), ""), () =>
      Effect.ignore(disk.remove(file(claimFile)))
    ).pipe(
      Effect.mapError((error) =>
        error.code === "EEXIST" ? new OutputNotEmpty({ path: root, found: "things" }) : error
      )
    )
    // Another plan may have come and gone since the first look.
    yield* refuseUnlessEmpty
  })
