import * as fs from "node:fs"
import * as Layer from "effect/Layer"
import { Processes } from "../../src/runner/RunLock.js"
import { testDisk } from "./liveRuns.js"

const dead = (): never => {
  throw Object.assign(new Error("dead"), { code: "DEAD" })
}

/**
 * The file system of a process that dies in the middle of its n-th change to it: of a write a share arrives, of anything else
 * nothing, and from then on nothing at all. `changes` says how many there were.
 */
export const mortalDisk = (lastChange: number, share = 0.5) => {
  let changes = 0
  /** Whether this change is survived. */
  const survives = (): boolean => {
    if (changes >= lastChange) dead()
    changes += 1
    return changes < lastChange
  }
  const guard =
    <A extends ReadonlyArray<unknown>, B>(call: (...args: A) => B) =>
    (...args: A): B =>
      survives() ? call(...args) : dead()
  const layer = testDisk({
    // The overloads of node:fs are lost in `guard`; the arguments go through as they are.
    openSync: ((file: string, flags: string) =>
      flags === "r" || survives() ? fs.openSync(file, flags) : dead()) as typeof fs.openSync,
    writeSync: ((handle: number, bytes: Uint8Array, offset: number) => {
      if (survives()) return fs.writeSync(handle, bytes, offset)
      fs.writeSync(handle, bytes, offset, Math.floor((bytes.length - offset) * share))
      return dead()
    }) as typeof fs.writeSync,
    ftruncateSync: guard(fs.ftruncateSync),
    renameSync: guard(fs.renameSync),
    linkSync: guard(fs.linkSync),
    rmSync: guard(fs.rmSync)
  })
  return { layer, changes: () => changes }
}

/** The n-th of several processes on one machine, of which only the last one lives. */
export const processNumber = (n: number): Layer.Layer<Processes> =>
  Layer.succeed(Processes, {
    self: { host: "test", pid: 1000 + n, startedAt: String(n) },
    startOf: (pid) => (pid === 1000 + n ? String(n) : null),
    isAlive: (pid) => pid === 1000 + n
  })
