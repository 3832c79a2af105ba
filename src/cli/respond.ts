import * as path from "node:path"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import packageJson from "../../package.json" with { type: "json" }
import { DiskError } from "../records/Disk.js"
import { DamagedRecord } from "../records/RecordError.js"
import { files } from "../records/RunDirectory.js"
import { safeLine, safeText } from "../report/SafeText.js"
import { Shutdown } from "../runner/Shutdown.js"
import type { Dispatched } from "./dispatch.js"
import { type ExitCode, exitCodeOf, meaning } from "./exitCode.js"
import { help, verbHelp } from "./help.js"
import { readArgv } from "./readArgv.js"
import { commandLine, jsonLine } from "./text.js"
import type { CliServices, Failure, Verb } from "./Verb.js"

/** Everything that a command line leads to, but for progress and the files that it writes. */
export interface Output {
  readonly code: ExitCode
  readonly stdout: string
  /** Its last line says how the command ended and what comes next. */
  readonly stderr: string
}

/** A signal met a verb that has nothing to save before it stops. */
class Interrupted extends Data.TaggedError("Interrupted") {
  override get message(): string {
    return "stopped by a signal before the end"
  }
}

/** Reads a command line strictly, does what it says, and puts what there is to say into one value. Never fails. */
export const respond = (
  verbs: ReadonlyArray<Verb>,
  argv: ReadonlyArray<string>
): Effect.Effect<Output, never, CliServices> => {
  const request = readArgv(verbs, argv)
  switch (request._tag) {
    case "Help":
      return Effect.succeed(printed(request.verb === null ? help(verbs) : verbHelp(request.verb)))
    case "Version":
      return Effect.succeed(printed(`${packageJson.version}\n`))
    case "Refused":
      return Effect.succeed({
        ...usageError(request.verb, request.problem),
        ...(argv.length === 0
          ? { stderr: `${help(verbs)}\n${usageError(null, request.problem).stderr}` }
          : {})
      })
    case "Invocation":
      return Effect.map(Effect.exit(perform(request.verb, request.argv)), (exit) =>
        Exit.match(exit, {
          onSuccess: succeeded,
          onFailure: (cause) => failed(request.verb, request.argv, cause)
        })
      )
  }
}

/** The parser library and the stages are loaded here, so that help and refusals start fast. */
const perform = (
  verb: Verb,
  argv: ReadonlyArray<string>
): Effect.Effect<Dispatched, Failure, CliServices> => {
  const work = Effect.flatMap(
    Effect.promise(() => import("./dispatch.js")),
    ({ dispatch }) => dispatch(verb, argv, packageJson.version)
  )
  const stopped = Effect.flatMap(Shutdown, (shutdown) => Effect.zipRight(shutdown.await, new Interrupted()))
  return verb.stopsGracefully ? work : Effect.raceFirst(work, stopped)
}

const printed = (stdout: string): Output => ({ code: 0, stdout, stderr: "" })

const usageError = (verb: Verb | null, problem: string): Output => ({
  code: 2,
  stdout: "",
  stderr: `exit 2, ${meaning[2]}: ${problem}; next: ${commandLine(...(verb === null ? [] : [verb.name]), "--help")}\n`
})

const succeeded = ({ asJson, result }: Dispatched): Output => ({
  code: result.code,
  stdout: asJson
    ? result.json === undefined
      ? ""
      : jsonLine(result.json)
    : result.lines.map((line) => `${safeText(line)}\n`).join(""),
  stderr: closing(result.code, result.next)
})

const failed = (verb: Verb, argv: ReadonlyArray<string>, cause: Cause.Cause<Failure>): Output => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  if (failure === null) {
    const again = `report this, with the command ${commandLine(...argv)}`
    return {
      code: 1,
      stdout: "",
      stderr: `a fault in icl-bench: ${safeText(Cause.pretty(cause))}\n${closing(1, again)}`
    }
  }
  const code = isNamedInput(failure, argv) ? 2 : exitCodeOf(failure)
  if (code === 2) return usageError(verb, safeLine(failure.message))
  return {
    code,
    stdout: "",
    stderr: `${safeText(failure.message)}\n${closing(code, advice(verb, failure, argv))}`
  }
}

/** A file that the command line names and that cannot be read: the command line is at fault. */
const isNamedInput = (failure: Failure, argv: ReadonlyArray<string>): boolean =>
  failure instanceof DiskError &&
  failure.operation === "read" &&
  argv.some((word) => word === failure.path || word.endsWith(`=${failure.path}`))

/** The last line on stderr: how the command ended, and what to type next. */
const closing = (code: ExitCode, next: string): string =>
  `${safeLine(`exit ${code}, ${meaning[code]}; next: ${next}`)}\n`

/** What to type after a failure. */
const advice = (verb: Verb, failure: Failure, argv: ReadonlyArray<string>): string => {
  // Scores can be made again from the saved replies.
  if (failure instanceof DamagedRecord && path.basename(failure.path) === files.scores)
    return commandLine("score", "--run", path.dirname(failure.path))
  const out = argv.find((word) => word.startsWith("--out="))?.slice("--out=".length)
  // What a plan has begun is no run, and no plan goes on with it.
  if (verb.name === "plan" && out !== undefined && ["Interrupted", "DiskError"].includes(failure._tag))
    return `empty ${out}, then ${commandLine(...argv)}`
  switch (failure._tag) {
    case "IntegrityError":
    case "DamagedRecord":
      return "restore what is named above from a copy, or plan a new run"
    case "TableRefused":
      return `correct the table, then ${commandLine(...argv)}`
    default:
      return commandLine(...argv)
  }
}
