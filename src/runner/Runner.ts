import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { Disk } from "../records/Disk.js"
import type { ReadError } from "../records/RecordError.js"
import { RunDirectory } from "../records/RunDirectory.js"
import type { ScheduledTrial } from "../records/Schedule.js"
import type { Terminal } from "../records/TrialRecord.js"
import { type ConductOptions, conductTrial, plannedRequest } from "./conductTrial.js"
import type { Gate, Need, NotSent } from "./Gate.js"
import { MeteredClient, type MeteredClientService } from "./MeteredClient.js"
import * as Outages from "./Outages.js"
import { Progress } from "./Progress.js"
import type { Pending } from "./pendingBlocks.js"
import { Shutdown } from "./Shutdown.js"
import { isLimit, type Stop, type StopSign } from "./StopSign.js"
import * as Supply from "./Supply.js"
import type { NotCounted } from "./TokenCounter.js"

export interface RunnerOptions extends ConductOptions {
  /** Trials under way at the same time. */
  readonly concurrency: number
  /** How long requests under way may go on after somebody asked to stop. */
  readonly graceMs: number
  /** Of the run: where there are several, one that is out of order does not stop the others. */
  readonly models: number
  /** From the start of this invocation; `null`: no limit. */
  readonly maxMinutes: number | null
  /** For whoever looks at the progress: what was spent so far. */
  readonly notes: () => ReadonlyArray<string>
}

export interface Dispatched {
  /** Trials that this invocation brought to their end. */
  readonly concluded: number
  /** Of those, the ones whose reply can be judged. */
  readonly withResponse: number
  /** Trials that have a reply, and wait for room for their next call. */
  readonly underWay: number
  /** Some of them were answered by a simulated model. */
  readonly synthetic: boolean
  /** What kept pending trials from being sent; `null` if nothing did. */
  readonly stop: Stop | null
}

/** While this file stands in the run directory, nothing new is sent. */
export const pauseFile = "PAUSE"

/**
 * Brings trials to their end, block after block in the given order, a bounded number at a time. Whatever stops the invocation lets trials under
 * way finish and starts no others. What a server or a model does is an end like any other; only failures of our own
 * files fail here, after the trials under way have ended.
 */
export const runTrials = (
  { blocks, count: total }: Pick<Pending, "blocks" | "count">,
  gate: Gate,
  stopSign: StopSign,
  options: RunnerOptions
): Effect.Effect<Dispatched, ReadError, MeteredClient | Shutdown | Disk | RunDirectory> =>
  Effect.gen(function* () {
    const shutdown = yield* Shutdown
    const disk = yield* Disk
    const directory = yield* RunDirectory
    const meter = yield* MeteredClient
    const outages = Outages.make(options.models, meter, stopSign)
    const tally = { concluded: 0, withResponse: 0, underWay: 0, unreached: false, synthetic: false }
    const progress = yield* Progress
    const seen = { retries: 0, ambiguous: 0 }
    const notes = () => [
      ...options.notes(),
      ...(seen.retries > 0 ? [`${seen.retries} retries`] : []),
      ...(seen.ambiguous > 0 ? [`${seen.ambiguous} ambiguous`] : [])
    ]
    let failure: ReadError | null = null
    /** What has no room for another block. The blocks that were admitted before it was reached are still finished. */
    let limit: Stop | null = null

    /** Looks at everything that can ask for a stop; true if nothing does. */
    const mayStart = Effect.gen(function* () {
      if (yield* shutdown.isRequested) yield* stopSign.raise(asked)
      else if (yield* disk.exists(directory.file(pauseFile))) yield* stopSign.raise(paused)
      return !(yield* stopSign.isRaised)
    })

    const keep = (error: ReadError) =>
      Effect.suspend(() => {
        failure ??= error
        return stopSign.raise({ reason: "disk", advice: error.message })
      })

    const follow = (model: string, terminal: Terminal | null, sent = true) =>
      Effect.suspend(() => {
        tally.concluded += terminal === null ? 0 : 1
        tally.withResponse += terminal?.conclusion === "response" ? 1 : 0
        tally.synthetic ||= terminal?.synthetic_mock ?? false
        tally.unreached ||= terminal === null
        seen.retries += Math.max(0, (terminal?.attempts ?? 0) - (terminal?.calls ?? 1))
        seen.ambiguous += terminal?.conclusion === "ambiguous_outcome" ? 1 : 0
        progress.tell({ stage: "run", done: tally.concluded, total, notes })
        return sent ? outages.follow(model, terminal) : Effect.void
      })

    const conduct = ({ trial, request }: Ready) =>
      Effect.flatMap(mayStart, (may) =>
        may
          ? Effect.flatMap(conductTrial(trial, request, options, mayStart), (end) => {
              if (end.type === "over") return follow(request.model, end.terminal, end.sent)
              tally.underWay += end.answered ? 1 : 0
              return end.outage ? follow(request.model, null) : Effect.void
            })
          : Effect.void
      ).pipe(Effect.catchAll(keep))

    /** Whether the tokens of all its trials are known: nobody has to be asked for them. */
    const isCounted = (block: ReadonlyArray<ScheduledTrial>) =>
      Effect.map(Effect.forEach(block, meter.isCounted), (counted) => !counted.includes(false))

    const freshOf = (block: ReadonlyArray<ScheduledTrial>) =>
      Effect.map(Effect.forEach(block, meter.isFresh), (fresh) => fresh.filter(Boolean).length)

    const setAside = Effect.fnUntraced(function* (block: ReadonlyArray<ScheduledTrial>) {
      yield* gate.expect(block.length, freshOf(block))
      // Only token counts take time, and fibers for what takes none cost more than it does.
      const concurrency = (yield* isCounted(block)) ? 1 : options.concurrency
      // Each to its end: a stop that one of them meets must not cut the others' counts.
      const prepared = yield* Effect.forEach(block, (trial) => Effect.either(prepare(trial, meter)), {
        concurrency
      })
      const ready = (yield* Effect.all(prepared)).flatMap(Option.toArray)
      yield* gate.admit(ready.flatMap(({ need }) => (need === null ? [] : [need])))
      return ready
    })

    /** The trials of a block once there is room for all of it, none otherwise. */
    const admit = (block: ReadonlyArray<ScheduledTrial>) =>
      Effect.flatMap(
        mayStart,
        (may): ReturnType<typeof setAside> => (may && limit === null ? setAside(block) : Effect.succeed([]))
      ).pipe(
        Effect.catchTags({
          NotSent: ({ stop }) =>
            Effect.suspend(() => {
              if (!isLimit(stop)) return Effect.as(stopSign.raise(stop), [])
              limit ??= stop
              return Effect.succeed([])
            }),
          NotCounted: () => Effect.as(follow("", null), [])
        }),
        Effect.catchAll((error) => Effect.as(keep(error), []))
      )

    /** Nothing has to be asked for before the block can be admitted, or it will not be admitted at all. */
    const isReady = (block: ReadonlyArray<ScheduledTrial>) =>
      Effect.flatMap(stopSign.isRaised, (stopped) =>
        stopped || limit !== null ? Effect.succeed(true) : isCounted(block)
      ).pipe(
        // To admit the block is to find the same again, and to tell.
        Effect.orElseSucceed(() => true)
      )

    /** Blocks that may be counted at once; without room for one, a block is admitted when the one before is under way. */
    const ahead = options.synthetic ? 0 : Math.floor(options.concurrency / 4)
    const together = Math.max(1, ahead)
    /** Blocks that are admitted together: several where token counts take time, so that nobody waits for them when a trial ends. */
    const nextGroup = Effect.gen(function* () {
      const group: Array<ReadonlyArray<ScheduledTrial>> = []
      for (let next = blocks.next(); next.done !== true; next = blocks.next()) {
        group.push(next.value)
        if (group.length >= together || (group.length === 1 && (yield* isReady(next.value)))) return group
      }
      return group
    })
    /** The trials of the next group; `null` behind the last. */
    const admitted = Effect.flatMap(nextGroup, (group) =>
      group.length === 0
        ? Effect.succeed(null)
        : Effect.map(Effect.forEach(group, admit, { concurrency: group.length }), (ready) => ready.flat())
    )

    const dispatch = Effect.gen(function* () {
      const next =
        ahead === 0 ? yield* Supply.onDemand(admitted) : yield* Supply.ahead(admitted, options.concurrency)
      const worker = Effect.gen(function* () {
        for (let ready = yield* next; ready !== null; ready = yield* next) {
          yield* conduct(ready)
          // A simulated model waits for nothing, and nobody else would get a turn before its last trial.
          if (options.synthetic) yield* Effect.yieldNow()
        }
      })
      yield* Effect.replicateEffect(worker, options.concurrency, { concurrency: "unbounded", discard: true })
    }).pipe(Effect.scoped)

    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Effect.forkScoped(Effect.zipRight(shutdown.await, stopSign.raise(asked)))
        const { maxMinutes } = options
        if (maxMinutes !== null) {
          yield* Effect.forkScoped(Effect.delay(stopSign.raise(timeIsUp(maxMinutes)), maxMinutes * 60_000))
        }
        const running = yield* Effect.fork(dispatch)
        const graceIsOver = Effect.flatMap(stopSign.await, ({ reason }) =>
          reason === "signal" || reason === "pause" ? Effect.sleep(options.graceMs) : Effect.never
        )
        yield* Effect.raceFirst(Fiber.join(running), Effect.zipRight(graceIsOver, Fiber.interrupt(running)))
      })
    )

    if (limit !== null) yield* stopSign.raise(limit)
    const stopped = yield* meter.stoppedModels
    if (stopped.size > 0) yield* stopSign.raise(Outages.modelsStopped(stopped))
    if (tally.unreached) yield* stopSign.raise(Outages.unreached)
    if (failure !== null) return yield* Effect.fail<ReadError>(failure)
    const { concluded, synthetic, underWay, withResponse } = tally
    return { concluded, withResponse, underWay, synthetic, stop: Option.getOrNull(yield* stopSign.current) }
  })

const asked: Stop = { reason: "signal", advice: "stopped on request" }

const paused: Stop = {
  reason: "pause",
  advice: `the run directory holds a file ${pauseFile}; remove it to go on`
}

const timeIsUp = (minutes: number): Stop => ({
  reason: "time_limit",
  advice: `--max-minutes ${minutes} are over; resume to go on`
})

interface Ready {
  readonly trial: ScheduledTrial
  readonly request: LlmRequest
  /** `null`: the trial ends without a send, from what an earlier process saved. */
  readonly need: Need | null
}

/** Nothing, where nothing more is asked of the trial's model. */
const prepare = (
  trial: ScheduledTrial,
  meter: MeteredClientService
): Effect.Effect<Option.Option<Ready>, ReadError | NotSent | NotCounted, Disk | RunDirectory> =>
  Effect.flatMap(plannedRequest(trial), (request) =>
    meter.need(trial, request).pipe(
      Effect.map((need) => Option.some({ trial, request, need })),
      Effect.catchTag("ModelStopped", () => Effect.succeedNone)
    )
  )
