import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Disk from "../../src/records/Disk.js"
import { temporaryFolder } from "../support/runs.js"

/** The real calls, and a list of those that decide about durability. */
const recording = (fail: (call: string, count: number) => string | null = () => null) => {
  const log: Array<string> = []
  const names = new Map<number, string>()
  const counts = new Map<string, number>()
  const note = (call: string, what: string): void => {
    const count = (counts.get(call) ?? 0) + 1
    counts.set(call, count)
    const code = fail(call, count)
    if (code !== null) throw Object.assign(new Error(code), { code })
    log.push(`${call} ${what}`)
  }
  const nameOf = (handle: number): string => names.get(handle) ?? "?"
  const calls: Disk.FileCalls = {
    ...fs,
    openSync: (file, flags) => {
      const handle = fs.openSync(file, flags)
      names.set(handle, path.basename(String(file)))
      return handle
    },
    // The overloads of node:fs are not worth repeating: Disk passes a handle, bytes and an offset.
    writeSync: ((handle: number, bytes: Uint8Array, offset: number) => {
      note("write", nameOf(handle))
      return fs.writeSync(handle, bytes, offset)
    }) as typeof fs.writeSync,
    fsyncSync: (handle) => {
      note("sync", nameOf(handle))
      fs.fsyncSync(handle)
    },
    fdatasync: ((handle: number, done: (cause: Error | null) => void) => {
      try {
        note("datasync", nameOf(handle))
      } catch (cause) {
        return void setImmediate(() => done(cause instanceof Error ? cause : null))
      }
      fs.fdatasync(handle, done)
    }) as typeof fs.fdatasync,
    renameSync: (from, to) => {
      note("rename", `${path.basename(String(from))} ${path.basename(String(to))}`)
      fs.renameSync(from, to)
    }
  }
  return { disk: Disk.make(calls), log }
}

describe("Disk", () => {
  it.scoped("a file of any length reads in pieces as the bytes that it holds", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk } = recording()
      for (const length of [0, 1, 1 << 18, 700_001]) {
        const file = path.join(folder, `${length}`)
        const content = Buffer.from(Array.from({ length }, (_, index) => (index * 31) % 251))
        fs.writeFileSync(file, content)
        const pieces: Array<Buffer> = []
        yield* disk.readInPieces(file, (piece) => pieces.push(Buffer.from(piece)))
        expect(Buffer.concat(pieces).equals(content)).toBe(true)
      }
      const missing = yield* Effect.flip(disk.readInPieces(path.join(folder, "none"), () => {}))
      expect(missing.code).toBe("ENOENT")
    })
  )

  it.scoped(
    "a durable replacement is synced before its name changes, and its folder after (decision 19)",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { disk, log } = recording()
        yield* disk.replace(path.join(folder, "terminal.json"), "{}\n", "durable")
        expect(log).toEqual([
          "write terminal.json.partial",
          "sync terminal.json.partial",
          "rename terminal.json.partial terminal.json",
          `sync ${path.basename(folder)}`
        ])
        expect(fs.readdirSync(folder)).toEqual(["terminal.json"])
      })
  )

  it.scoped(
    "files that are placed together have their contents first, and share the sync of their folder",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { disk, log } = recording()
        const both = [
          [path.join(folder, "body"), "b"],
          [path.join(folder, "meta"), "m"]
        ] as const
        yield* disk.replaceAll(both, "durable")
        const durable = [...log]
        expect(durable).toEqual([
          "write body.partial",
          "sync body.partial",
          "rename body.partial body",
          "write meta.partial",
          "sync meta.partial",
          "rename meta.partial meta",
          `sync ${path.basename(folder)}`
        ])
        log.length = 0
        yield* disk.replaceAll(both)
        expect(log).toEqual(durable.filter((line) => !line.startsWith("sync")))
        yield* disk.replaceAll([], "durable")
        expect(fs.readdirSync(folder)).toEqual(["body", "meta"])
        const refused = yield* Effect.flip(
          recording((call, count) => (call === "sync" && count === 2 ? "ENOSPC" : null)).disk.replaceAll(
            both,
            "durable"
          )
        )
        expect(refused).toMatchObject({ operation: "write", path: path.join(folder, "meta"), code: "ENOSPC" })
        expect(fs.readdirSync(folder)).toEqual(["body", "meta"])
      })
  )

  it.scoped("a durable folder has its name on the disk before anything stands in it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk, log } = recording()
      yield* disk.makeFolder(path.join(folder, "call-2"), "durable")
      yield* disk.replace(path.join(folder, "call-2", "request.json"), "{}", "durable")
      expect(log).toEqual([
        `sync ${path.basename(folder)}`,
        "write request.json.partial",
        "sync request.json.partial",
        "rename request.json.partial request.json",
        "sync call-2"
      ])
    })
  )

  it.scoped("a plain replacement is the same without syncs", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk, log } = recording()
      yield* disk.replace(path.join(folder, "a"), "x")
      expect(log).toEqual(["write a.partial", "rename a.partial a"])
    })
  )

  it.scoped("appends that meet share a sync, keep their order, and return after it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk, log } = recording()
      const file = path.join(folder, "log")
      const appender = yield* disk.appender(file, "durable")
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => `${index}\n`),
        (line) => appender.append(line),
        { concurrency: "unbounded", discard: true }
      )
      expect(fs.readFileSync(file, "utf8")).toBe(
        Array.from({ length: 40 }, (_, index) => `${index}\n`).join("")
      )
      // The first goes alone, the other 39 wait for its sync and go together.
      expect(log.filter((entry) => entry.startsWith("datasync"))).toHaveLength(2)
      expect(log.at(-1)).toBe("datasync log")
    })
  )

  it.scoped(
    "a log is not closed before what was appended to it is there, whoever has stopped to wait for it",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { disk, log } = recording()
        const scope = yield* Scope.make()
        const appender = yield* Scope.extend(disk.appender(path.join(folder, "log"), "durable"), scope)
        const writers = yield* Effect.forEach(["1\n", "2\n", "3\n"], (line) =>
          Effect.fork(appender.append(line))
        )
        yield* Effect.yieldNow()
        yield* Fiber.interruptAll(writers)
        yield* Scope.close(scope, Exit.void)
        expect(fs.readFileSync(path.join(folder, "log"), "utf8")).toBe("1\n2\n3\n")
        expect(log.slice(-4)).toEqual(["write log", "datasync log", "write log", "datasync log"])
      })
  )

  it.scoped("writers that go on after a sync share the next one", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk, log } = recording()
      const appender = yield* disk.appender(path.join(folder, "log"), "durable")
      const writer = Effect.forEach(Array.from({ length: 20 }), () => appender.append("x\n"), {
        discard: true
      })
      yield* Effect.replicateEffect(writer, 3, { concurrency: "unbounded", discard: true })
      // The very first append goes alone.
      expect(log.filter((entry) => entry.startsWith("datasync"))).toHaveLength(21)
    })
  )

  it.scoped(
    "E15 a full disk fails the append and every one after it, so that no record stands behind a torn one",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { disk, log } = recording((call, count) => (call === "write" && count === 3 ? "ENOSPC" : null))
        const appender = yield* disk.appender(path.join(folder, "log"), "durable")
        yield* appender.append("1\n")
        yield* appender.append("2\n")
        const third = yield* Effect.flip(appender.append("3\n"))
        expect(third).toMatchObject({ _tag: "DiskError", code: "ENOSPC" })
        const fourth = yield* Effect.flip(appender.append("4\n"))
        expect(fourth.code).toBe("ENOSPC")
        expect(log.filter((entry) => entry.startsWith("write"))).toHaveLength(2)
      })
  )

  it.scoped("a failed sync is a failed append", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { disk } = recording((call) => (call === "datasync" ? "EIO" : null))
      const appender = yield* disk.appender(path.join(folder, "log"), "durable")
      expect((yield* Effect.flip(appender.append("1\n"))).code).toBe("EIO")
    })
  )

  it.scoped("a file that is created leaves one alone that a dead process of the same number has linked", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const lock = path.join(folder, "run.lock")
      fs.writeFileSync(lock, "the dead one's")
      fs.linkSync(lock, `${lock}.${process.pid}`)
      expect((yield* Effect.flip(Disk.make(fs).create(lock, "ours"))).code).toBe("EEXIST")
      expect(fs.readFileSync(lock, "utf8")).toBe("the dead one's")
      expect(fs.readdirSync(folder)).toEqual(["run.lock"])
    })
  )

  it.scoped("a file that is not there is none, and anything else is an error with its name", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const disk = Disk.make(fs)
      expect((yield* disk.readIfExists(path.join(folder, "no")))._tag).toBe("None")
      expect(yield* disk.list(path.join(folder, "no"))).toEqual([])
      const error = yield* Effect.flip(disk.readIfExists(folder))
      expect(error.message).toContain(folder)
      expect(error.message).toContain("EISDIR")
      yield* disk.create(path.join(folder, "once"), "1")
      expect((yield* Effect.flip(disk.create(path.join(folder, "once"), "2"))).code).toBe("EEXIST")
    })
  )

  it.scoped("a file that cannot be looked for is not taken for one that is missing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const disk = Disk.make(fs)
      const [file, loop] = [path.join(folder, "file"), path.join(folder, "loop")]
      fs.writeFileSync(file, "")
      fs.symlinkSync(loop, loop)
      expect(yield* disk.exists(file)).toBe(true)
      expect(yield* disk.exists(path.join(folder, "no"))).toBe(false)
      expect(yield* disk.exists(path.join(file, "no"))).toBe(false)
      const error = yield* Effect.flip(disk.exists(loop))
      expect(error).toMatchObject({ path: loop, code: "ELOOP" })
    })
  )

  it.scoped("E15 a write that found no room leaves nothing beside the file", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const full = recording((call) => (call === "write" ? "ENOSPC" : null)).disk
      fs.writeFileSync(path.join(folder, "report.md"), "the last one")
      for (const write of [
        full.create(path.join(folder, "run.lock"), "1"),
        full.replace(path.join(folder, "report.md"), "2")
      ]) {
        expect((yield* Effect.flip(write)).code).toBe("ENOSPC")
      }
      expect(fs.readdirSync(folder)).toEqual(["report.md"])
      expect(fs.readFileSync(path.join(folder, "report.md"), "utf8")).toBe("the last one")
    })
  )
})
