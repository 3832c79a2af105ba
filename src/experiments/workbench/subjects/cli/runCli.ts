import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CliReport } from "../../../../llm/cli/CliReport.js"
import { readEvents } from "../../../../llm/cli/looseJson.js"
import { classifier } from "../../../../llm/cli/messageRules.js"
import { outputTexts, readers } from "../../../../llm/cli/readers.js"
import { childEnvironment } from "../../../../processes/ChildEnvironment.js"
import { defaultLimits } from "../../../../processes/Command.js"
import { lineReader } from "../../../../processes/outputLines.js"
import type { StartError } from "../../../../processes/ProcessError.js"
import { type Ended, runProcess } from "../../../../processes/runProcess.js"
import type { Cli, CliConfig, CliMode } from "./CliConfig.js"
import { contextAbove, scratchHome } from "./scratchHome.js"

/** One prompt for one program, once: nothing here tries again. */
export interface CliRequest {
  readonly cli: Cli
  readonly mode: CliMode
  readonly prompt: string
  /** Where an agent works; a question has an empty folder instead. Nothing above it may be meant for such programs. */
  readonly directory: string | null
  /** Null: the program's own choice. */
  readonly model: string | null
  /** The most turns of an agent, for programs that know such a limit. */
  readonly turns: number
  readonly wallMs: number
}

export interface CliRun {
  readonly report: CliReport
  /** The raw transcript: bytes as they came. */
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  readonly exitCode: number | null
  readonly signal: string | null
  readonly ending: Ended["ending"]
  /** From the start of the program to its end, with what it needs for itself. */
  readonly wallMs: number
  /** To its first byte, which need not be the model's. */
  readonly firstOutputMs: number | null
  /** What was started, for the record; the prompt is not in it. */
  readonly command: ReadonlyArray<string>
}

/** A run that would have read what was not meant for it. */
export class ForeignContext extends Data.TaggedError("locality/ForeignContext")<{
  readonly directory: string
  readonly found: string
}> {
  override get message(): string {
    return `${this.found} lies above ${this.directory}, and such programs read it; work in a folder elsewhere, such as one below the system's temporary folder`
  }
}

export const cliArguments = (request: CliRequest, directory: string): ReadonlyArray<string> => {
  const { cli, mode, model, turns } = request
  const fixed = cli.arguments[mode].map((argument) =>
    argument.replace("{directory}", () => directory).replace("{turns}", String(turns))
  )
  if (model === null) return fixed
  const named = cli.modelArguments.map((argument) => argument.replace("{model}", () => model))
  // A `-` for the standard input stays last.
  return fixed.at(-1) === "-" ? [...fixed.slice(0, -1), ...named, "-"] : [...fixed, ...named]
}

/**
 * Starts a program headless with the prompt on its standard input, in a scratch home and an environment without keys, and reads what it says.
 * Whatever goes wrong after the start is a failure within the report.
 */
export const runCli = (
  config: CliConfig,
  request: CliRequest
): Effect.Effect<CliRun, StartError | ForeignContext> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { cli, mode } = request
      const realHome = Option.getOrNull(yield* Effect.orDie(Config.option(Config.string("HOME"))))
      const scratch = yield* scratchHome({ realHome, login: cli.login, files: cli.homeFiles[mode] })
      const directory = request.directory ?? scratch.work
      const found = contextAbove(directory, config.contextFiles)
      if (found !== null) return yield* new ForeignContext({ directory, found })
      const environment = yield* cliEnvironment(config, scratch)
      const { hasAnswered, read } = readers[cli.id]
      const args = cliArguments(request, directory)
      const ended = yield* runProcess({
        program: cli.program,
        args,
        folder: directory,
        environment,
        stdin: request.prompt,
        limits: { ...defaultLimits, wallMs: request.wallMs },
        hasAnswered: lineReader((line) => readEvents(line).events.some(hasAnswered))
      })
      return {
        report: read(
          { ...outputTexts(ended), exitCode: ended.exitCode, ending: ended.ending },
          classifier(cli.messages)
        ),
        stdout: ended.stdout,
        stderr: ended.stderr,
        exitCode: ended.exitCode,
        signal: ended.signal,
        ending: ended.ending,
        wallMs: ended.wallMs,
        firstOutputMs: ended.firstOutputMs,
        command: [cli.program, ...args]
      }
    })
  )

/** What the config allows of ours, and a home that is not ours. */
export const cliEnvironment = (
  config: CliConfig,
  scratch: { readonly home: string; readonly temporary: string }
): Effect.Effect<Readonly<Record<string, string>>> =>
  childEnvironment({
    pass: config.environment.pass,
    set: { ...config.environment.set, HOME: scratch.home, TMPDIR: scratch.temporary }
  })
