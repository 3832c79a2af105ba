import * as Effect from "effect/Effect"
import { defaultLimits } from "../../../../processes/Command.js"
import { runProcess } from "../../../../processes/runProcess.js"
import type { Cli, CliConfig, CliId } from "./CliConfig.js"
import { cliEnvironment } from "./runCli.js"
import { scratchHome } from "./scratchHome.js"

/** A program of the config, and whether this machine has it. */
export type FoundCli =
  | {
      readonly id: CliId
      readonly installed: true
      /** As it says; stored with every result, because wordings change between versions. */
      readonly version: string
      /** How long it takes to say it: most of what it costs beside the model. */
      readonly startMs: number
      /** It is one of ours that only pretends; all that it answers is sample data. */
      readonly synthetic: boolean
    }
  | { readonly id: CliId; readonly installed: false; readonly reason: string }

const versionLimits = { ...defaultLimits, wallMs: 20_000, outputBytes: 65_536 }

/** Asks every program of the config for its version. That one is missing is an answer, never an error. */
export const discoverClis = (config: CliConfig): Effect.Effect<ReadonlyArray<FoundCli>> =>
  Effect.forEach(config.clis, (cli) => discover(config, cli))

const discover = (config: CliConfig, cli: Cli): Effect.Effect<FoundCli> =>
  Effect.scoped(
    Effect.gen(function* () {
      const scratch = yield* scratchHome({ realHome: null, login: [], files: {} })
      const ended = yield* runProcess({
        program: cli.program,
        args: cli.versionArguments,
        folder: scratch.work,
        environment: yield* cliEnvironment(config, scratch),
        stdin: "",
        limits: versionLimits
      })
      const said = Buffer.from(ended.stdout).toString("utf8")
      const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(said)?.[0]
      if (ended.exitCode !== 0 || version === undefined)
        return absent(cli, `\`${cli.program} ${cli.versionArguments.join(" ")}\` gave no version`)
      const synthetic = /\bsynthetic\b/.test(said)
      return { id: cli.id, installed: true as const, version, startMs: ended.wallMs, synthetic }
    })
  ).pipe(Effect.catchAll((error) => Effect.succeed(absent(cli, error.message))))

const absent = (cli: Cli, reason: string): FoundCli => ({ id: cli.id, installed: false, reason })
