import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Disk, type DiskError } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { RunDirectory } from "../records/RunDirectory.js"
import { fieldsOf, type Line, parse } from "./plainFields.js"
import { reportedTokens } from "./reportedTokens.js"

/*
 * What `reconcile` reads: saved files as a stranger would, with the platform's own JSON reader.
 */

export interface TrialBooks {
  readonly trialId: string
  readonly terminal: Line | null
  /** The planned call, and those that followed from replies. */
  readonly calls: readonly [CallBooks, ...Array<CallBooks>]
  /** The call to a judge of the trial's answer. */
  readonly judgement: CallBooks | null
  /** Folders of calls without one before them, or with a name that no call has. */
  readonly stray: ReadonlyArray<string>
}

/** One model call. The first has its trial's name, a later one `<trialId>/call-2` and so on, which is its folder, too. */
export interface CallBooks {
  readonly trialId: string
  readonly attempts: ReadonlyArray<SavedAttempt>
  readonly requestSha256: string | null
  /** As sent, for what a lost attempt reserved. */
  readonly outputLimit: unknown
}

/** Of an attempt's record only what is compared: a run has many. */
export interface SavedAttempt {
  readonly attempt: unknown
  readonly trialId: unknown
  readonly requestSha256: unknown
  readonly recordedSha256: unknown
  readonly bodySha256: string | null
  /** Tokens that the reply reports; `null`: none, or not in a form that can be read. */
  readonly billed: number | null
}

export const textOf = (file: string) =>
  Effect.gen(function* () {
    const bytes = yield* (yield* Disk).readIfExists(file)
    return Option.getOrNull(Option.map(bytes, (found) => Buffer.from(found).toString("utf8")))
  })

export const readLines = (name: string) =>
  Effect.gen(function* () {
    const text = yield* textOf((yield* RunDirectory).file(name))
    return text === null
      ? []
      : text
          .split("\n")
          .filter((line) => line !== "")
          .map(parse)
  })

export const readTrial = (trialId: string): Effect.Effect<TrialBooks, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const run = yield* RunDirectory
    const names = yield* (yield* Disk).list(run.trialFolder(trialId))
    const terminal = yield* textOf(run.trialFile(trialId, "terminal.json"))
    const later = names.filter((name) => name.startsWith("call-"))
    const expected = later.map((_, index) => `call-${index + 2}`)
    return {
      trialId,
      terminal: terminal === null ? null : parse(terminal),
      calls: [
        yield* readCall(trialId, names),
        ...(yield* Effect.forEach(expected, (name) => readCall(`${trialId}/${name}`)))
      ],
      judgement: names.includes("judgement") ? yield* readCall(`${trialId}/judgement`) : null,
      stray: later.filter((name) => !expected.includes(name)).map((name) => `${trialId}/${name}`)
    }
  })

const readCall = (
  trialId: string,
  listed: ReadonlyArray<string> | null = null
): Effect.Effect<CallBooks, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const run = yield* RunDirectory
    const attempts: Array<SavedAttempt> = []
    for (const name of listed ?? (yield* disk.list(run.trialFolder(trialId)))) {
      if (!name.endsWith("-meta.json")) continue
      const meta = parse((yield* textOf(run.trialFile(trialId, name))) ?? "null")
      const body = yield* disk.readIfExists(run.trialFile(trialId, name.replace("-meta.json", "-body.txt")))
      attempts.push({
        attempt: meta["attempt"],
        trialId: meta["trialId"],
        requestSha256: meta["requestSha256"],
        recordedSha256: recordedHashOf(meta["reply"]),
        bodySha256: Option.getOrNull(Option.map(body, (bytes) => sha256Hex(bytes))),
        billed: Option.getOrNull(
          Option.map(body, (bytes) => reportedTokens(meta["protocol"], Buffer.from(bytes).toString("utf8")))
        )
      })
    }
    const request = yield* textOf(run.trialFile(trialId, "request.json"))
    const sent = parse(request ?? "null")
    return {
      trialId,
      attempts,
      requestSha256: request === null ? null : sha256Hex(request),
      outputLimit: sent["max_output_tokens"] ?? sent["max_tokens"] ?? fieldsOf(sent["options"])["num_predict"]
    }
  })

const recordedHashOf = (reply: unknown): unknown =>
  reply !== null && typeof reply === "object" && "bodySha256" in reply ? reply.bodySha256 : null
