import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { bytesText } from "../../../json/BytesText.js"
import { currentAttempt } from "../../../llm/AttemptKey.js"
import { cli } from "../../../llm/cli/CliProtocol.js"
import { type Envelope, exchangeOf } from "../../../llm/cli/Envelope.js"
import { promptOf } from "../../../llm/cli/RequestCodec.js"
import type { LlmClientService } from "../../../llm/LlmClient.js"
import { TransportError } from "../../../llm/LlmError.js"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import { StartError } from "../../../processes/ProcessError.js"
import type { Overlay } from "../agent/overlay.js"
import type { Cli, CliConfig } from "../subjects/cli/CliConfig.js"
import { type CliRun, runCli } from "../subjects/cli/runCli.js"
import { changesIn, type WorkFiles, workFolder } from "./workFolder.js"

/** What a call may take and is given beside its prompt. */
export interface CallFacts {
  readonly files: WorkFiles
  readonly turns: number
  readonly minutes: number
}

/** A program as this machine has it now. */
export interface InstalledCli {
  readonly version: string
  readonly synthetic: boolean
}

/**
 * Programs of subscriptions as a client: each call is one start, and its exchange holds all that was printed. A program that cannot be started has sent
 * nothing. An agent gets a folder of its own, whose changes go into the record.
 */
export const make = (options: {
  readonly config: CliConfig
  readonly installed: ReadonlyMap<string, InstalledCli>
  /** By the name of a call in the records. */
  readonly factsOf: (callId: string) => CallFacts
}): LlmClientService => ({
  generate: Effect.fnUntraced(function* (request: LlmRequest) {
    const adapter = options.config.clis.find(({ id }) => id === request.model)
    const known = options.installed.get(request.model)
    if (adapter === undefined || known === undefined) return yield* notStarted("not_found")
    const key = yield* FiberRef.get(currentAttempt)
    const facts = options.factsOf(key?.trialId ?? "")
    const ran = yield* runOnce(options.config, adapter, request, facts).pipe(
      Effect.mapError((error) => notStarted(error instanceof StartError ? error.reason : "foreign_context"))
    )
    const exchange = exchangeOf(envelopeOf(ran, adapter, known))
    return yield* cli.decodeResponse(exchange, request.maxOutputTokens)
  }),
  countInputTokens: () => Effect.dieMessage("nobody counts the tokens of a program")
})

const notStarted = (code: string) => new TransportError({ stage: "connect", code, ambiguousOutcome: false })

interface Ran {
  readonly run: CliRun
  /** `null`: it was no agent. */
  readonly changes: Overlay | null
}

const runOnce = (config: CliConfig, adapter: Cli, request: LlmRequest, facts: CallFacts) =>
  Effect.scoped(
    Effect.gen(function* () {
      const agent = request.mode === "agent"
      const directory = agent ? yield* workFolder(facts.files) : null
      const run = yield* runCli(config, {
        cli: adapter,
        mode: agent ? "agent" : "qa",
        prompt: promptOf(request),
        directory,
        // The subject is the program with whatever model it takes by itself: that is what people pay for.
        model: null,
        turns: facts.turns,
        wallMs: Math.round(facts.minutes * 60_000)
      })
      const ran: Ran = {
        run,
        changes: directory === null ? null : yield* changesIn(directory, facts.files)
      }
      return ran
    })
  )

const envelopeOf = ({ changes, run }: Ran, { id, messages }: Cli, known: InstalledCli): Envelope => ({
  formatVersion: 1,
  program: id,
  version: known.version,
  command: run.command,
  exitCode: run.exitCode,
  signal: run.signal,
  ending: run.ending,
  wallMs: Math.round(run.wallMs),
  firstOutputMs: run.firstOutputMs === null ? null : Math.round(run.firstOutputMs),
  stdout: bytesText(run.stdout),
  stderr: bytesText(run.stderr),
  rules: messages.map(({ kind, pattern }) => ({ kind, pattern })),
  files: changes,
  synthetic_mock: known.synthetic || run.report.synthetic
})
