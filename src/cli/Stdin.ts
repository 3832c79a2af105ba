import { addAbortSignal } from "node:stream"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskError } from "../records/Disk.js"

/** Standard input, read to its end. */
export interface StdinService {
  readonly read: Effect.Effect<Uint8Array, DiskError>
}

export class Stdin extends Context.Tag("locality/Stdin")<Stdin, StdinService>() {}

/** The process's own standard input. An interruption closes it, so that a process that nobody types to can end. */
export const layer: Layer.Layer<Stdin> = Layer.succeed(Stdin, {
  read: Effect.tryPromise({
    try: async (signal) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of addAbortSignal(signal, process.stdin)) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    },
    catch: () => new DiskError({ operation: "read", path: "standard input", code: "unreadable" })
  })
})

/** For tests: a standard input that says `text`. */
export const layerOf = (text: string): Layer.Layer<Stdin> =>
  Layer.succeed(Stdin, { read: Effect.sync(() => new TextEncoder().encode(text)) })
