import * as fs from "node:fs"
import * as os from "node:os"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { parseJsonBytes } from "../json/JsonParser.js"
import { prettyJson } from "../json/JsonWriter.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { RunDirectory } from "../records/RunDirectory.js"

/** Another process writes to this run, or may do so. */
export class RunLocked extends Data.TaggedError("RunLocked")<{
  readonly path: string
  readonly holder: string
  readonly certain: boolean
}> {
  override get message(): string {
    return this.certain
      ? `another process (${this.holder}) is writing to this run; its lock is ${this.path}`
      : `it cannot be told whether ${this.holder} still writes to this run; if it does not, delete ${this.path}`
  }
}

/** Who a process is: a number alone is used again by the system, its start time is not. */
const Holder = Schema.Struct({
  host: Schema.String,
  pid: Schema.Int,
  startedAt: Schema.NullOr(Schema.String)
})
type Holder = typeof Holder.Type

/** What the operating system says of processes; a service so that tests can play other processes. */
export interface ProcessesService {
  readonly self: Holder
  /** Start time of a process of this host in the system's own units, `null` where it cannot be told. */
  readonly startOf: (pid: number) => string | null
  readonly isAlive: (pid: number) => boolean
}

/** This process, and whether another one is alive. */
export class Processes extends Context.Tag("locality/Processes")<Processes, ProcessesService>() {}

/** The fields of `/proc/<pid>/stat` from the third on, after the command name, which may hold spaces and brackets; none where there is no such file. */
const statOf = (pid: number): ReadonlyArray<string> => {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return []
  }
}

/** Field 22. */
const startOf = (pid: number): string | null => statOf(pid)[19] ?? null

/** Field 3: it has ended, and its parent has not asked how. In a container whose first process asks nobody it stays so for ever, and takes signals. */
const hasEnded = (pid: number): boolean => /^[ZXx]/.test(statOf(pid)[0] ?? "")

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (cause) {
    // Any answer but "no such process" means that there is one.
    return !(cause instanceof Error && "code" in cause && cause.code === "ESRCH")
  }
}

/** The processes of this machine, by `/proc` and signal 0. */
export const processesLayer: Layer.Layer<Processes> = Layer.sync(Processes, () => ({
  self: { host: os.hostname(), pid: process.pid, startedAt: startOf(process.pid) },
  startOf,
  isAlive
}))

const decodeHolder = Schema.decodeUnknownEither(Holder)

type Verdict = "dead" | "alive" | "doubtful"

const judge = (holder: Holder, processes: ProcessesService): Verdict => {
  if (holder.host !== processes.self.host) return "doubtful"
  if (!processes.isAlive(holder.pid)) return "dead"
  const startedAt = processes.startOf(holder.pid)
  if (startedAt === null || holder.startedAt === null) return "doubtful"
  return startedAt === holder.startedAt ? "alive" : "dead"
}

/** Who holds the lock of the current run, as far as can be told; `null` when nobody does. */
export interface Writer {
  readonly name: string
  readonly verdict: Verdict
}

const lockFile = "run.lock"

/** Reads the lock without touching it. */
export const currentWriter: Effect.Effect<Writer | null, DiskError, Disk | RunDirectory | Processes> =
  Effect.gen(function* () {
    const found = yield* (yield* Disk).readIfExists((yield* RunDirectory).file(lockFile))
    if (Option.isNone(found)) return null
    const holder = Either.flatMap(parseJsonBytes(found.value), decodeHolder)
    if (Either.isLeft(holder)) return { name: "a process that left an unreadable lock", verdict: "doubtful" }
    const { host, pid } = holder.right
    return { name: `process ${pid} on ${host}`, verdict: judge(holder.right, yield* Processes) }
  })

/**
 * Makes this process the only writer of the current run until the scope closes (specification 9.4, decision 29). A lock that
 * a dead process left is taken over; the result says whose it was, or `null`. A live or doubtful one is refused.
 */
export const acquire: Effect.Effect<
  string | null,
  RunLocked | DiskError,
  Disk | RunDirectory | Processes | Scope
> = Effect.gen(function* () {
  const disk = yield* Disk
  const processes = yield* Processes
  const path = (yield* RunDirectory).file(lockFile)
  const content = `${prettyJson({ ...processes.self })}\n`
  const take = Effect.acquireRelease(disk.create(path, content), () => Effect.ignore(disk.remove(path)))

  const first = yield* Effect.either(take)
  if (Either.isRight(first)) return null
  if (first.left.code !== "EEXIST") return yield* first.left

  const writer = yield* currentWriter
  if (writer !== null && writer.verdict !== "dead") {
    return yield* new RunLocked({ path, holder: writer.name, certain: writer.verdict === "alive" })
  }

  // Of several processes that find the same dead lock, one can move it away; the others fail here and are refused.
  const aside = `${path}.dead-${processes.self.pid}`
  yield* disk.rename(path, aside).pipe(
    Effect.zipRight(take),
    Effect.mapError((error) =>
      error.code === "ENOENT" || error.code === "EEXIST"
        ? new RunLocked({ path, holder: "a process that took over the lock first", certain: true })
        : error
    )
  )
  yield* disk.remove(aside)
  return writer?.name ?? "a process that has just ended"
})
