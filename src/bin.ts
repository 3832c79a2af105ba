import * as fs from "node:fs"
import * as v8 from "node:v8"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Runtime from "effect/Runtime"
import { meaning } from "./cli/exitCode.js"
import { Inquiry, inquiries } from "./cli/Inquiry.js"
import { type Screen, say, withProgress } from "./cli/progress.js"
import { type Output, respond } from "./cli/respond.js"
import * as Stdin from "./cli/Stdin.js"
import { responsive } from "./cli/scheduler.js"
import { onSignal } from "./cli/signals.js"
import { commandLine } from "./cli/text.js"
import { verbs } from "./cli.js"
import * as Disk from "./records/Disk.js"
import * as RunLock from "./runner/RunLock.js"
import * as Shutdown from "./runner/Shutdown.js"

// V8 takes from the first objects that a line of code makes whether the others will live long. Of ours the first belong to the program and the
// others to a trial: placed among the old ones, they keep all requests in memory until the next full collection.
v8.setFlagsFromString("--no-allocation-site-pretenuring")

const argv = process.argv.slice(2)

/** Until something better is known: a process that runs out of work before it has answered has failed. */
process.exitCode = 1

// Whoever reads our output may stop reading at any time (`icl-bench show … | head`); that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = 1
  })
}

/** The second signal: nothing is waited for. What counts is on disk already; work under way has no end and says so. */
const giveUp = Effect.sync(() => {
  fs.writeSync(2, `exit 130, ${meaning[130]}; next: ${commandLine(...argv)}\n`)
  process.exit(130)
})

const screen: Screen = {
  isTerminal: process.stderr.isTTY,
  columns: process.stderr.columns || 80,
  write: (text) => void process.stderr.write(text)
}

const program = Effect.gen(function* () {
  const handle = yield* onSignal(yield* Shutdown.Shutdown, giveUp)
  const run = Runtime.runFork(yield* Effect.runtime())
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run(handle))
  const asked = yield* Queue.sliding<void>(1)
  for (const signal of inquiries) process.on(signal, () => run(asked.offer(undefined)))
  return yield* respond(verbs, argv).pipe(withProgress(screen), Effect.provideService(Inquiry, asked.take))
})

const live = Layer.mergeAll(
  Disk.layer,
  Stdin.layer,
  Shutdown.layer,
  RunLock.processesLayer,
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => say(screen, String(message)))
  )
)

/** `process.exitCode` and no `process.exit`: output that waits in a pipe still arrives. */
const finish = ({ code, stderr, stdout }: Output): void => {
  process.exitCode = code
  process.stdout.write(stdout)
  process.stderr.write(stderr)
}

Effect.runFork(Effect.provide(program, live), { scheduler: responsive }).addObserver((exit) => {
  if (Exit.isSuccess(exit)) finish(exit.value)
  else finish({ code: 1, stdout: "", stderr: `a fault in icl-bench: ${String(exit.cause)}\n` })
})
