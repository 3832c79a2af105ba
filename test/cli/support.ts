import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Output, respond } from "../../src/cli/respond.js"
import * as Stdin from "../../src/cli/Stdin.js"
import type { Verb } from "../../src/cli/Verb.js"
import * as Disk from "../../src/records/Disk.js"
import { processesLayer } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"

/** A command line in this process, on the real file system. */
export const icl = (
  verbs: ReadonlyArray<Verb>,
  argv: ReadonlyArray<string>,
  options: { readonly stdin?: string; readonly shutdown?: Layer.Layer<Shutdown.Shutdown> } = {}
): Effect.Effect<Output> =>
  respond(verbs, argv).pipe(
    Effect.provide(
      Layer.mergeAll(
        Disk.layer,
        Stdin.layerOf(options.stdin ?? ""),
        options.shutdown ?? Shutdown.layer,
        processesLayer
      )
    )
  )

export const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? ""
