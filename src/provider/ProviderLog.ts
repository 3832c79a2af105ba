import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { DiskError } from "../records/Disk.js"
import type { Operation } from "./Fault.js"

/** One line of the provider's log. The first line of a request is written before it is answered. */
export type LogEntry =
  | {
      readonly event: "received"
      /** Counts the requests of this provider from 1. */
      readonly n: number
      /** ISO 8601, UTC. */
      readonly at: string
      /** `null`: no such path. */
      readonly operation: Operation | null
      /** SHA-256 of the body's bytes. */
      readonly requestSha256: string
      /** How often these bytes have come, this time included. */
      readonly seen: number
      readonly httpStatus: number
      readonly fault: string | null
      /** What a real provider would put on the bill, also for a reply that gets lost. */
      readonly billedTokens: number
    }
  | {
      readonly event: "ended"
      readonly n: number
      readonly at: string
      /** Whether the whole reply was handed to the network. */
      readonly outcome: "answered" | "lost"
    }

export type Record = (entry: LogEntry) => void

/**
 * A JSON Lines file, appended to. Each entry is written before the call returns: what the log says of a request survives whatever
 * happens to the client afterwards.
 */
export const openLog = (path: string): Effect.Effect<Record, DiskError, Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => ({ handle: fs.openSync(path, "a"), open: true }),
      catch: (cause) =>
        new DiskError({
          operation: "open",
          path,
          code: cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error"
        })
    }),
    (file) =>
      Effect.sync(() => {
        file.open = false
        fs.closeSync(file.handle)
      })
  ).pipe(
    Effect.map(
      (file): Record =>
        (entry) => {
          if (file.open) fs.writeSync(file.handle, `${JSON.stringify(entry)}\n`)
        }
    )
  )
