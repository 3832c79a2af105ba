import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../../json/Json.js"
import type { PlanSettings } from "../../../pipeline/Experiment.js"
import { ConfigError } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { RunConfig } from "../config/RunConfig.js"
import { readConfig } from "../config/readConfig.js"
import { loadTasks } from "../tasks/loadTasks.js"
import { decodeStrictly, parseFile } from "../tasks/strictJson.js"
import { environments } from "../tasks/vocabulary.js"
import { configFolder } from "./discover.js"
import { decodeFound, type Found } from "./Found.js"
import { type Preset, presets, protocolOf } from "./Protocol.js"
import { findJudge, selectSubjects } from "./selectSubjects.js"
import { refusals, selectTasks } from "./selectTasks.js"

type Refusal = ConfigError | DiskError

/** From preset, machine, files and flags to the protocol, with every task that is asked and every number that scores are made with. */
export const resolve = (settings: PlanSettings): Effect.Effect<JsonObject, Refusal, Disk> =>
  Effect.gen(function* () {
    const preset = yield* presetOf(settings)
    const found = yield* foundIn(settings)
    const folder = yield* configFolder
    const own = yield* ownSettings(folder, settings.configPath)
    const tasks = yield* Effect.mapError(loadTasks(path.join(folder, "tasks")), (error) =>
      error._tag === "DiskError" ? error : refuse(folder, error.message)
    )
    const { judge, models, tasks: named } = settings.selection ?? { judge: null, models: null, tasks: null }
    const chosen = yield* Either.mapLeft(selectTasks(tasks, named), (why) => refuse("--tasks", why))
    const { absent, subjects } = yield* Either.mapLeft(selectSubjects(found, models), (why) =>
      refuse("--models", why)
    )
    const judgeName = judge ?? own.config.judge.judge
    const judging = findJudge(found.subjects, judgeName)
    if (judge !== null && judging === null && preset === "all")
      return yield* refuse("--judge", `there is no ${judge} here`)
    return protocolOf({
      preset,
      replicates: settings.replicates ?? own.config.run.repeats[preset],
      subjects: preset === "sample" ? [] : subjects,
      absent: preset === "sample" ? [] : absent,
      refused: preset === "sample" ? [] : refusals(chosen, subjects, found),
      machine: { ...found.machine, environment: own.environment ?? found.machine.environment },
      judge: preset === "sample" ? null : judging,
      cliConfigSha256: found.cliConfigSha256,
      config: { ...own.config, judge: { ...own.config.judge, judge: judgeName } },
      tasks: chosen
    })
  })

const refuse = (source: string, issue: string) => new ConfigError({ source, issues: [issue] })

const presetOf = ({ phase, preset }: PlanSettings): Either.Either<Preset, ConfigError> => {
  const known = presets.find((one) => one === preset)
  if (known === undefined)
    return Either.left(refuse("--preset", `there is no preset '${preset}'; it is ${presets.join(" or ")}`))
  return phase === "p0" ? Either.right(known) : Either.left(refuse("--phase", "workbench has no phases"))
}

const foundIn = ({ found, model }: PlanSettings): Either.Either<Found, ConfigError> => {
  if (model !== null) return Either.left(refuse("--model", "workbench asks several; name them with --models"))
  return found === undefined
    ? Either.left(refuse("plan", "nobody has looked at this machine"))
    : Either.mapLeft(decodeFound(found), (why) => refuse("what was found on this machine", why))
}

/** `run.json` with keys of one's own over it, and `environment` where the machine does not tell its class. */
const ownSettings = (folder: string, file: string | null) =>
  Effect.gen(function* () {
    const config = yield* readConfig(folder)
    if (file === null) return { config, environment: null }
    const refused = (issues: ReadonlyArray<{ readonly place: string; readonly problem: string }>) =>
      new ConfigError({
        source: file,
        issues: issues.map(({ place, problem }) => `${place} ${problem}`.trim())
      })
    const bytes = yield* (yield* Disk).read(file)
    const overlay = yield* Either.mapLeft(
      Either.flatMap(parseFile(file, bytes), (json) => decodeOverlay(file, json)),
      refused
    )
    const { environment = null, ...keys } = overlay
    return { config: { ...config, run: { ...config.run, ...keys } }, environment }
  })

const decodeOverlay = decodeStrictly(
  Schema.partialWith(Schema.Struct({ ...RunConfig.fields, environment: Schema.Literal(...environments) }), {
    exact: true
  })
)
