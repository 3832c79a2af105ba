import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { ConfigError } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { decodeStrictly, parseFile } from "../tasks/strictJson.js"
import { Candidates } from "./Candidates.js"
import { CostConfig } from "./CostConfig.js"
import { EnvironmentsConfig, JudgeConfig, RunConfig } from "./RunConfig.js"
import { ScoresConfig } from "./ScoresConfig.js"

/** Everything below `configs/workbench` that is no task and no adapter. */
export interface WorkbenchConfig {
  readonly scores: ScoresConfig
  readonly cost: CostConfig
  readonly judge: JudgeConfig
  readonly run: RunConfig
  readonly environments: EnvironmentsConfig
}

/** Reads the five files of a folder. A ConfigError names the file and every key at fault. */
export const readConfig = (folder: string): Effect.Effect<WorkbenchConfig, ConfigError | DiskError, Disk> =>
  Effect.all({
    scores: readFile(path.join(folder, "scores.json"), ScoresConfig),
    cost: readFile(path.join(folder, "cost.json"), CostConfig),
    judge: readFile(path.join(folder, "judge.json"), JudgeConfig),
    run: readFile(path.join(folder, "run.json"), RunConfig),
    environments: readFile(path.join(folder, "environments.json"), EnvironmentsConfig)
  })

/** The models that a plan looks for, from the same folder. */
export const readCandidates = (folder: string): Effect.Effect<Candidates, ConfigError | DiskError, Disk> =>
  readFile(path.join(folder, "candidates.json"), Candidates)

const readFile = <A, I>(
  file: string,
  schema: Schema.Schema<A, I>
): Effect.Effect<A, ConfigError | DiskError, Disk> =>
  Effect.flatMap(
    Effect.flatMap(Disk, (disk) => disk.read(file)),
    (bytes) =>
      Either.mapLeft(
        Either.flatMap(parseFile(file, bytes), (json) => decodeStrictly(schema)(file, json)),
        (issues) =>
          new ConfigError({
            source: file,
            issues: issues.map(({ place, problem }) => (place === "" ? problem : `${place} ${problem}`))
          })
      )
  )
