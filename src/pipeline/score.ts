import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Json } from "../json/Json.js"
import { renderJsonLine } from "../json/JsonLines.js"
import type { HttpExchange } from "../llm/HttpExchange.js"
import type { LlmResponse, TokenUsage } from "../llm/LlmResponse.js"
import type { Protocol } from "../llm/Protocol.js"
import { protocolOf } from "../llm/protocols.js"
import { callId, judgementId, trialOfCall } from "../records/Call.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import { correctness, type Outcome } from "../records/Outcome.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord, type NotARun } from "../records/RecordError.js"
import { files, RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import {
  type AttemptMeta,
  hasTerminal,
  readAttempt,
  readTerminal,
  savedAttempts,
  type Terminal
} from "../records/TrialRecord.js"
import { csvLine } from "../report/Csv.js"
import { LedgerReplay, ledgerFile } from "../runner/Ledger.js"
import { Progress } from "../runner/Progress.js"
import * as RecordLog from "../runner/RecordLog.js"
import type { Experiment, Grade, ReadError } from "./Experiment.js"
import { type Gold, goldDamageAsError } from "./Gold.js"
import { readGold, readProtocol } from "./SavedRun.js"
import * as Stage from "./Stage.js"

export interface ScoreSummary {
  readonly planned: number
  readonly terminal: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
}

/**
 * Grades what was saved, into one line of `scores.jsonl` and of `trials.csv` for each planned trial in schedule order. Each
 * body goes through the same decoder as when it arrived; nothing is asked of a model. The same files give the same bytes.
 */
export const score = (
  experiment: Experiment
): Stage.Stage<ScoreSummary, NotARun | ReadError, Disk | RunDirectory> =>
  Stage.make({
    name: "score",
    reads: [
      files.manifest,
      files.protocol,
      files.gold,
      files.schedule,
      "trials/*/terminal.json",
      "trials/*/attempt-*"
    ],
    writes: [files.scores, files.trials],
    run: Effect.gen(function* () {
      const directory = yield* RunDirectory
      yield* readVerifiedManifest
      const trials = yield* readSchedule
      const gold = yield* readGold
      const open = yield* readOpenTrials

      // Bytes, because a line as text can hold on to the body that its excerpt comes from.
      const lines: Array<Buffer> = []
      const columns = experiment.trialColumns(yield* readProtocol)
      const table = [Buffer.from(csvLine(columns.map(([name]) => name)))]
      const outcomes: Partial<Record<Outcome, number>> = {}
      let terminal = 0
      const progress = yield* Progress
      for (const trial of trials) {
        progress.tell({ stage: "score", done: lines.length, total: trials.length })
        const row = yield* scoreTrial(experiment, trial, gold, open)
        lines.push(Buffer.from(renderJsonLine(row)))
        table.push(Buffer.from(csvLine(columns.map(([, cell]) => cell(row)))))
        outcomes[row.outcome] = (outcomes[row.outcome] ?? 0) + 1
        terminal += row.terminal ? 1 : 0
      }
      // Each in one step at the end: others may score the same run at the same time.
      const disk = yield* Disk
      yield* disk.replace(directory.file(files.trials), Buffer.concat(table))
      yield* disk.replace(directory.file(files.scores), Buffer.concat(lines))
      return { planned: trials.length, terminal, outcomes }
    })
  })

/** One line of `scores.jsonl`, from the saved files of one trial. */
export const scoreTrial = (
  experiment: Experiment,
  trial: PlannedTrial,
  gold: ReadonlyMap<string, Gold<Json>>,
  open: ReadonlySet<string>
): Effect.Effect<ScoreRow, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const terminal = yield* readEnd(trial.trialId)
    if (terminal === null) {
      if (open.has(trial.trialId))
        return { ...missing(trial, "ambiguous_outcome", null), reason: notConcluded }
      const began =
        (experiment.conversation !== undefined || experiment.judgement !== undefined) &&
        (yield* savedAttempts(trial.trialId)).length > 0
      return { ...missing(trial, "not_dispatched", null), reason: began ? betweenCalls : null }
    }
    if (terminal.conclusion !== "response") return missing(trial, terminal.conclusion, terminal)

    const response = yield* readResponse(trial, terminal)
    const earlier = yield* readEarlier(trial, terminal)
    const judgement = yield* readJudgement(terminal)
    const answer = gold.get(trial.goldId)
    const path = (yield* RunDirectory).file(files.gold)
    if (answer === undefined) {
      return yield* new DamagedRecord({ path, line: 0, reason: `there is no gold answer ${trial.goldId}` })
    }
    const grading = Effect.suspend(() => {
      const grade = experiment.grade(trial, answer, response, earlier, judgement)
      return Effect.isEffect(grade) ? grade : Effect.succeed(grade)
    })
    const grade = yield* goldDamageAsError(grading, path, trial.goldId)
    return graded(trial, terminal, response, earlier, grade)
  })

/** `null`: the trial is not over. Most are, so this is asked of the disk only where nothing could be read. */
const readEnd = (trialId: string): Effect.Effect<Terminal | null, ReadError, Disk | RunDirectory> =>
  Effect.catchTag(readTerminal(trialId), "DiskError", (error) =>
    Effect.flatMap(hasTerminal(trialId), (over) => (over ? Effect.fail(error) : Effect.succeed(null)))
  )

const notConcluded = "a request left, and no start of the run has concluded the trial yet; resume the run"

const betweenCalls = "a call of the trial was answered, and its next one was not sent; resume the run"

/** Trials with a request that left and that the ledger neither settled nor released. */
export const readOpenTrials: Effect.Effect<ReadonlySet<string>, ReadError, Disk | RunDirectory> = Effect.gen(
  function* () {
    const ledger = new LedgerReplay()
    yield* RecordLog.read((yield* RunDirectory).file(ledgerFile), ledger.replay)
    return new Set([...ledger.open.values()].map(({ trialId }) => trialOfCall(trialId)))
  }
)

/** The reply that decided a trial, decoded again from its saved bytes. */
export const readResponse = (
  trial: PlannedTrial,
  terminal: Terminal
): Effect.Effect<LlmResponse, ReadError, Disk | RunDirectory> =>
  readReply(trial, callId(trial.trialId, terminal.calls ?? 1), terminal.decidingAttempt)

/** The replies of the calls before, oldest first: each the last attempt of its call. */
export const readEarlier: (
  trial: PlannedTrial,
  terminal: Terminal
) => Effect.Effect<ReadonlyArray<LlmResponse>, ReadError, Disk | RunDirectory> = Effect.fnUntraced(function* (
  trial,
  { calls = 1 }
) {
  if (calls === 1) return none
  const earlier: Array<LlmResponse> = []
  for (let call = 1; call < calls; call += 1) {
    const id = callId(trial.trialId, call)
    earlier.push(yield* readReply(trial, id, (yield* savedAttempts(id)).at(-1) ?? 1))
  }
  return earlier
})

const none: ReadonlyArray<LlmResponse> = []

/** What the judge of a trial replied; `null`: nothing that can be read. */
export const readJudgement: (
  terminal: Terminal
) => Effect.Effect<LlmResponse | null, ReadError, Disk | RunDirectory> = Effect.fnUntraced(function* ({
  judgement,
  trialId
}) {
  if (judgement === undefined || judgement.conclusion !== "response") return null
  const id = judgementId(trialId)
  const { meta, exchange } = yield* readAttempt(id, judgement.decidingAttempt)
  return yield* decodedReply(protocolOf(meta), id, meta, exchange)
})

/** Attempts of the last call whose saved replies could have been graded, of a trial that ended without one: there is none in an honest run. */
export const hiddenReplies: (
  trial: PlannedTrial,
  terminal: Terminal
) => Effect.Effect<ReadonlyArray<number>, DiskError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, terminal) {
    if (terminal.conclusion === "response") return []
    const call = callId(trial.trialId, terminal.calls ?? 1)
    const hidden: Array<number> = []
    for (const attempt of yield* savedAttempts(call)) {
      const reply = yield* Effect.either(readReply(trial, call, attempt))
      if (Either.isRight(reply) && reply.right.status !== "failed") hidden.push(attempt)
    }
    return hidden
  }
)

const readReply: (
  trial: PlannedTrial,
  call: string,
  attempt: number
) => Effect.Effect<LlmResponse, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, call, attempt) {
    const { meta, exchange } = yield* readAttempt(call, attempt)
    const protocol = protocolOf(trial)
    if (protocolOf(meta) !== protocol) {
      return yield* new DamagedRecord({
        path: (yield* RunDirectory).trialFile(call, trialFiles.attemptMeta(attempt)),
        line: 0,
        reason: `it does not speak ${protocol.id}, which was planned`
      })
    }
    return yield* decodedReply(protocol, trial.trialId, meta, exchange)
  }
)

const decodedReply: (
  protocol: Protocol,
  trialId: string,
  meta: AttemptMeta,
  exchange: HttpExchange | null
) => Effect.Effect<LlmResponse, DamagedRecord, RunDirectory> = Effect.fnUntraced(
  function* (protocol, trialId, meta, exchange) {
    const decoded = exchange === null ? undefined : protocol.decodeResponse(exchange, meta.maxOutputTokens)
    if (decoded !== undefined && Either.isRight(decoded)) return decoded.right
    return yield* new DamagedRecord({
      path: (yield* RunDirectory).trialFile(trialId, trialFiles.terminal),
      line: 0,
      reason: `it speaks of a response, but the saved body is none (${decoded?.left.message ?? "there is no body"})`
    })
  }
)

const trialMs = ({ timing }: Terminal): number => timing.attemptMs + timing.backoffMs

/** By assignment: an object literal defines what follows a spread one by one, which takes longer than the grading. */
const rowOf = (trial: PlannedTrial, scored: Omit<ScoreRow, keyof PlannedTrial>): ScoreRow =>
  Object.assign({}, trial, scored)

const missing = (trial: PlannedTrial, outcome: Outcome, terminal: Terminal | null): ScoreRow =>
  rowOf(trial, {
    terminal: terminal !== null,
    outcome,
    correct: correctness(outcome),
    reason: terminal?.reason ?? null,
    auxiliaryCorrect: null,
    notes: [],
    diagnostics: {},
    answerExcerpt: null,
    answerLength: null,
    answerSha256: null,
    responseId: null,
    returnedModel: null,
    usage: null,
    attempts: terminal?.attempts ?? 0,
    trialMs: terminal === null ? null : trialMs(terminal),
    synthetic_mock: terminal?.synthetic_mock ?? false
  })

const graded = (
  trial: PlannedTrial,
  terminal: Terminal,
  response: LlmResponse,
  earlier: ReadonlyArray<LlmResponse>,
  grade: Grade
): ScoreRow =>
  rowOf(trial, {
    terminal: true,
    outcome: grade.outcome,
    correct: correctness(grade.outcome),
    reason: grade.reason,
    auxiliaryCorrect: grade.auxiliaryCorrect,
    notes: earlier.length === 0 ? notesOf(response) : [...new Set([...earlier, response].flatMap(notesOf))],
    diagnostics: grade.diagnostics,
    answerExcerpt: excerpt(response.text),
    answerLength: response.text.length,
    answerSha256: sha256Hex(response.text),
    responseId: response.responseId,
    returnedModel: response.returnedModel,
    usage: usageOf(response, earlier),
    attempts: terminal.attempts,
    trialMs: trialMs(terminal),
    synthetic_mock: terminal.synthetic_mock
  })

const notesOf = (response: LlmResponse): ReadonlyArray<string> => [
  ...response.notes,
  ...(response.usage?.totalDerived ? ["usage_total_derived"] : []),
  ...response.unknownParts.map((part) => `unknown:${part}`)
]

/** Of all calls together; a count that one of them does not tell is unknown. */
const usageOf = (response: LlmResponse, earlier: ReadonlyArray<LlmResponse>): ScoreRow["usage"] => {
  let sum = response.usage === null ? null : usageFields(response.usage)
  for (const { usage } of earlier) {
    if (sum === null || usage === null) return null
    sum = addUsage(sum, usageFields(usage))
  }
  return sum
}

type Usage = NonNullable<ScoreRow["usage"]>

const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  cachedInputTokens: addKnown(a.cachedInputTokens, b.cachedInputTokens),
  cacheWriteTokens: addKnown(a.cacheWriteTokens, b.cacheWriteTokens),
  reasoningTokens: addKnown(a.reasoningTokens, b.reasoningTokens)
})

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b

const usageFields = (usage: TokenUsage): NonNullable<ScoreRow["usage"]> => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  totalTokens: usage.totalTokens,
  cachedInputTokens: usage.cachedInputTokens,
  cacheWriteTokens: usage.cacheWriteTokens,
  reasoningTokens: usage.reasoningTokens
})

/** The first 200 UTF-16 units, one less where that would split a surrogate pair. */
const excerpt = (text: string): string => {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(199)) ? 199 : 200
  return text.slice(0, end)
}
