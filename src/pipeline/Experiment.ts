import type { Effect } from "effect/Effect"
import type { Either } from "effect/Either"
import type { Json, JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import type { ProtocolId } from "../llm/Protocol.js"
import type { SimulatedModel } from "../llm/simulated/SimulatedModel.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { RowDecoder } from "../records/JsonFiles.js"
import type { Outcome } from "../records/Outcome.js"
import type { Factors, PlannedTrial } from "../records/PlannedTrial.js"
import type { DamagedRecord, ReadError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import type { CsvCell } from "../report/Csv.js"
import type { FinishedCall, JudgementCall } from "../runner/Continuation.js"
import type { Spending } from "../runner/Spending.js"
import type { Gold } from "./Gold.js"
import type { ConfigError, PlanRefused, RunConflict, UnknownProfile } from "./PipelineError.js"
import type { PlanningAid, ScoredRun } from "./Planning.js"

export type { ReadError }

/** What the command line says about a plan; everything else comes from the preset's file. */
export interface PlanSettings {
  readonly preset: string
  readonly phase: "p0" | "p1"
  /** A file whose keys override the preset's. */
  readonly configPath: string | null
  /** Already resolved by the caller: flag, then environment; `null` leaves it to the configuration. */
  readonly model: string | null
  readonly replicates: number | null
  /** Two arms of one treatment instead of the treatments, to see what the whole pipeline finds where there is nothing. Not given: no. */
  readonly aa?: boolean
  /** Files of one's own instead of the preset's problems. Not given: the preset's. */
  readonly problems?: { readonly problems: string; readonly answers: string } | null
  /** Which of several models and tasks, by name, and who judges. Not given, and `null` within: what the experiment takes by itself. */
  readonly selection?: {
    readonly models: ReadonlyArray<string> | null
    readonly tasks: ReadonlyArray<string> | null
    readonly judge: string | null
  }
  /** What was looked up on this machine, for an experiment that plans by it; its own to read. */
  readonly found?: JsonObject
}

/** One prompt of the plan, before it has an identity. Replicates of it are separate trials. */
export interface PlannedCase {
  readonly caseId: string
  readonly goldId: string
  /** Cases of one matched block share everything but the treatment. */
  readonly block: string
  readonly factors: Factors
  readonly request: LlmRequest
  /** How its model is reached, where that is not for the whole plan to say. Left out: as the plan's endpoint is. */
  readonly protocol?: ProtocolId
  /** The rest of its line in `cases.jsonl`: sizes, offsets, whatever a reader of the data needs. */
  readonly record: JsonObject
}

/** A file of the plan besides cases, gold and schedule, such as `families.jsonl`. */
export interface PlannedFile {
  readonly name: string
  readonly rows: Iterable<Json>
}

/** Everything that a protocol determines. Iterables may be read more than once and must not hold all prompts at a time. */
export interface Plan {
  readonly files: ReadonlyArray<PlannedFile>
  readonly gold: Iterable<{ readonly goldId: string; readonly answer: Gold<Json> }>
  readonly cases: Iterable<PlannedCase>
  readonly replicates: number
  readonly scheduleSeed: bigint
  /** In which order trials are sent. Left out: shuffled by `scheduleSeed`, so that no arm runs before another as a whole (7.5). */
  readonly order?: "as_planned"
  /** Whether requests carry `"truncation":"disabled"`; some servers reject the field. */
  readonly truncation: "disabled" | "omit"
  /** Where a request's format goes: into its own field, or as words into the instructions, for servers without one. Left out: `native`. */
  readonly structuredOutput?: "native" | "prompt"
}

/** One thing that an audit looked at. A failed check stops the run. */
export interface AuditCheck {
  readonly name: string
  readonly passed: boolean
  /** How many things were looked at; a check of nothing has not passed. */
  readonly checked: number
  /** What was found: of a failure the first few places, of a description its figures. */
  readonly detail: string
}

/** The saved plan, as an audit reads it. */
export interface SavedPlan {
  readonly protocol: JsonObject
  readonly trials: ReadonlyArray<PlannedTrial>
  /** The lines of one file, each decoded as it is read; errors name the file and the line. */
  readonly rows: <A>(name: string, decoder: RowDecoder<A>) => Effect<ReadonlyArray<A>, ReadError>
  readonly request: (trial: PlannedTrial) => Effect<LlmRequest, ReadError>
}

/** A model call that ended with a reply. */
export type { FinishedCall }

/** Trials of several model calls, such as a body that is sent back with what is wrong with it. */
export interface Conversation {
  /**
   * What to ask after the finished calls, oldest first; `null`: the trial is over. Each call is a generation under the limits, with attempts and
   * retries of its own, and nothing else goes between: a wrong answer must not show in what is asked next. Gold is here for what only the
   * evaluator may know, and no request can hold it.
   */
  readonly next: (
    trial: PlannedTrial,
    gold: Gold<Json>,
    calls: ReadonlyArray<FinishedCall>
  ) => Effect<LlmRequest | null, ReadError, Disk | RunDirectory>
  /**
   * The same calls always give the same request: then a saved one is compared before it is sent, and `verify` derives all of them again. Where
   * `next` has effects, what was saved once stands.
   */
  readonly reproducible: boolean
}

/**
 * A judge's call about an answer, for what no program can judge. It is made once, after the trial's own calls have ended with a reply, under the same
 * limits; however it ends, the trial's end stays what it was.
 */
export interface Judgement {
  /** Derived from nothing but the plan and the saved calls; `null`: there is nothing to ask about this trial. */
  readonly ask: (
    trial: PlannedTrial,
    gold: Gold<Json>,
    calls: ReadonlyArray<FinishedCall>
  ) => Effect<JudgementCall | null, ReadError, Disk | RunDirectory>
}

/** A model's answer, judged by a program. */
export interface Grade {
  /** One of those that are missing, where what is needed to judge the answer is missing, such as a judge's reply. */
  readonly outcome: Outcome
  readonly reason: string | null
  readonly auxiliaryCorrect: 0 | 1 | null
  readonly diagnostics: Readonly<Record<string, string | number | null>>
}

/** A column of `trials.csv`. */
export type TrialColumn = readonly [name: string, cell: (row: ScoreRow) => CsvCell]

/** One start of `run` or `resume`, as `events.jsonl` tells it. */
export interface Invocation {
  readonly startedAt: string
  readonly endedAt: string | null
  readonly mode: "mock" | "live"
  /** `profile/seed` of a simulated model. */
  readonly simulated: string | null
}

/** One HTTP attempt, as its record tells it. */
export interface AttemptTime {
  /** 1-based, within its call; every one after the first is a retry. */
  readonly attempt: number
  /** Milliseconds since 1970, UTC. */
  readonly startedAtMs: number
  readonly durationMs: number
  /** No reply that could be decoded. */
  readonly failed: boolean
  /** Nobody knows whether the model answered. */
  readonly ambiguous: boolean
}

/** What a trial was asked and what it answered. */
export interface Dialogue {
  readonly request: LlmRequest
  /** The whole graded text; `null` where there is no reply to read. */
  readonly answer: string | null
  /** What was asked and answered after `request` and before `answer`, where a trial had several calls; the last answer is `answer`. */
  readonly later?: ReadonlyArray<LaterTurn>
}

/** A reply, and the request that followed from it. */
export interface LaterTurn {
  readonly reply: string
  readonly request: LlmRequest
}

/** What a report is made from: saved files only. */
export interface ReportInput {
  readonly protocol: JsonObject
  readonly protocolHash: string
  readonly datasetHash: string
  readonly invocations: ReadonlyArray<Invocation>
  /** In schedule order. */
  readonly scores: ReadonlyArray<ScoreRow>
  /** What all attempts of each trial cost, by the ledger; `null` where none was kept, as for a simulated model. */
  readonly costs: ReadonlyMap<string, Spending> | null
  readonly gold: (goldId: string) => Gold<Json> | undefined
  /** The prompt of a trial, as it was sent. */
  readonly request: (trial: PlannedTrial) => Effect<LlmRequest, ReadError>
  /** The recorded attempts of a trial, ascending. */
  readonly attempts: (row: ScoreRow) => Effect<ReadonlyArray<AttemptTime>, ReadError>
  /** What a trial was asked and what it answered. */
  readonly transcript: (trial: PlannedTrial) => Effect<Dialogue, ReadError>
}

/** One of several runs that are compared. */
export interface ComparedRun {
  /** The folder, as the user named it. */
  readonly label: string
  readonly protocol: JsonObject
  /** In schedule order. */
  readonly scores: ReadonlyArray<ScoreRow>
}

/** What `report` and `compare` write: texts by file name, from the folder that they lie in. */
export interface ReportOutput {
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: string }>
  /** Names at the top of the run's folder that are this report's alone: `verify` refuses a file of such a name that is not among `files`. Absent: none. */
  readonly reserved?: RegExp
  /** A few lines of plain text for a terminal: the headline table. */
  readonly headline: string
}

/**
 * An experiment is a value: how to plan trials, how to check the plan, how an answer is graded, how the results read.
 * The engine does the rest, and the only way from here to a model is through it.
 */
export interface Experiment {
  readonly id: string
  /** Names of the factors that make a condition, in the order in which tables show them; the last is the treatment. */
  readonly conditionFactors: ReadonlyArray<string>
  /** Turns settings and configuration files into the protocol: a JSON object that determines the whole plan. */
  readonly resolve: (settings: PlanSettings) => Effect<JsonObject, ConfigError | DiskError, Disk>
  /** Pure: the same protocol gives the same plan, byte for byte, on every machine. */
  readonly derive: (protocol: JsonObject) => Either<Plan, PlanRefused>
  readonly audit: (saved: SavedPlan) => Effect<ReadonlyArray<AuditCheck>, ReadError>
  /** Absent: every trial is its planned call. */
  readonly conversation?: Conversation
  /** Absent: no judge is asked. */
  readonly judgement?: Judgement
  /**
   * Judges the reply that ended a trial; `earlier` are those of the calls before it, oldest first, and `judgement` is the judge's, if there is one
   * to read. An effect where grading looks at more than these, such as files that a model wrote; nothing is asked of a model any more.
   */
  readonly grade: (
    trial: PlannedTrial,
    gold: Gold<Json>,
    response: LlmResponse,
    earlier: ReadonlyArray<LlmResponse>,
    judgement: LlmResponse | null
  ) => Grade | Effect<Grade, ReadError, Disk | RunDirectory>
  /** `trials.csv`, for programs that read tables: one line a planned trial. */
  readonly trialColumns: (protocol: JsonObject) => ReadonlyArray<TrialColumn>
  readonly report: (input: ReportInput) => Effect<ReportOutput, ReadError, Disk | RunDirectory>
  /** Several runs of the same questions side by side; absent where an experiment has nothing to show. */
  readonly compare?: (runs: ReadonlyArray<ComparedRun>) => Effect<ReportOutput, ReadError>
  /** Figures of the written report computed again, from the files beside it and by code that the report does not share. */
  readonly recheck?: (read: (name: string) => Effect<Uint8Array, DiskError>) => Effect<AuditCheck, ReadError>
  /** Sections of text about one trial beside prompt, answer and grade, e.g. the program's structure. */
  readonly describe: (
    saved: SavedPlan,
    trial: PlannedTrial
  ) => Effect<ReadonlyArray<{ title: string; text: string }>, ReadError>
  /** Whether live requests need a frozen protocol: runs whose results are meant to be confirmatory. */
  readonly needsFreeze: (protocol: JsonObject) => boolean
  /** In plain words, before the first answer: question, estimand, grid, stopping rule, analyses, what would change our mind. Markdown. */
  readonly preregistration: (
    protocol: JsonObject,
    counts: { readonly trials: number; readonly blocks: number }
  ) => string
  /** A stand-in for a model; of a given run, it may know what the `protocol` holds. */
  readonly simulatedModel: (
    profile: string,
    protocol: JsonObject | null
  ) => Effect<SimulatedModel, UnknownProfile | ConfigError | DiskError, Disk>
  /** What differences a run of `target` could detect; absent where an experiment cannot tell. */
  readonly power?: (
    pilot: ScoredRun,
    target: PlanSettings
  ) => Effect<PlanningAid, ConfigError | PlanRefused | RunConflict | ReadError, Disk>
  /** Whether a run is too easy or too hard to tell its arms apart; absent where an experiment has no rule for that. */
  readonly assess?: (run: ScoredRun) => Either<PlanningAid, RunConflict | DamagedRecord>
}
