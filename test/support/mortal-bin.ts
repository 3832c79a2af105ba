/**
 * The command line over a disk that is deadly: with `DIE_AT=N` in the environment the process kills itself at its N-th change to
 * the file system, in the middle of it if it is a write.
 */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { respond } from "../../src/cli/respond.js"
import * as Stdin from "../../src/cli/Stdin.js"
import { verbs } from "../../src/cli.js"
import * as Disk from "../../src/records/Disk.js"
import { processesLayer } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"

const die = (): never => {
  process.kill(process.pid, "SIGKILL")
  throw new Error("dead")
}

/** File calls of which the last one is not survived. */
const mortal = (lastChange: number): Disk.FileCalls => {
  let changes = 0
  const isLast = (): boolean => ++changes === lastChange
  const before =
    <A extends ReadonlyArray<unknown>, B>(call: (...args: A) => B) =>
    (...args: A): B =>
      isLast() ? die() : call(...args)
  return {
    ...fs,
    fsyncSync: before(fs.fsyncSync),
    ftruncateSync: before(fs.ftruncateSync),
    renameSync: before(fs.renameSync),
    linkSync: before(fs.linkSync),
    rmSync: before(fs.rmSync),
    // The overloads are lost in `before`; arguments and results are passed on as they are.
    fdatasync: before(fs.fdatasync) as typeof fs.fdatasync,
    mkdirSync: before(fs.mkdirSync) as typeof fs.mkdirSync,
    writeSync: ((handle: number, bytes: Uint8Array, offset: number): number => {
      if (!isLast()) return fs.writeSync(handle, bytes, offset)
      fs.writeSync(handle, bytes, offset, Math.floor((bytes.length - offset) / 2))
      return die()
    }) as typeof fs.writeSync
  }
}

const services = Layer.mergeAll(
  Layer.succeed(Disk.Disk, Disk.make(mortal(Number(process.env["DIE_AT"] ?? 0)))),
  Stdin.layerOf(""),
  Shutdown.layer,
  processesLayer
)

void Effect.runPromise(Effect.provide(respond(verbs, process.argv.slice(2)), services)).then((output) => {
  process.exitCode = output.code
  process.stdout.write(output.stdout)
  process.stderr.write(output.stderr)
})
