import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import * as RunLock from "../../src/runner/RunLock.js"
import { temporaryFolder } from "../support/runs.js"

/** This process is 10 of `here`, started at "100"; 11 lives since "200", 12 lives without a known start, others are gone. */
const processes = Layer.succeed(RunLock.Processes, {
  self: { host: "here", pid: 10, startedAt: "100" },
  isAlive: (pid: number) => pid === 10 || pid === 11 || pid === 12,
  startOf: (pid: number) => (pid === 10 ? "100" : pid === 11 ? "200" : null)
})

const withLock = (holder: object | string | null) =>
  Effect.gen(function* () {
    const root = yield* temporaryFolder
    const file = path.join(root, "run.lock")
    if (holder !== null) fs.writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify(holder))
    const result = yield* Effect.scoped(
      Effect.map(RunLock.acquire, (takenFrom) => ({ takenFrom, held: fs.readFileSync(file, "utf8") }))
    ).pipe(Effect.provide(Layer.mergeAll(Disk.layer, RunDirectory.layer(root), processes)), Effect.either)
    return { result, left: fs.readdirSync(root) }
  })

describe("RunLock", () => {
  it.scoped("is held while the scope is open and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { result, left } = yield* withLock(null)
      expect(result).toMatchObject({ _tag: "Right", right: { takenFrom: null } })
      expect(left).toEqual([])
    })
  )

  for (const [what, holder] of [
    ["a process that is gone", { host: "here", pid: 99, startedAt: "1" }],
    ["an earlier process whose number was given to another one", { host: "here", pid: 11, startedAt: "150" }]
  ] as const) {
    it.scoped(`takes over the lock of ${what}`, () =>
      Effect.gen(function* () {
        const { result, left } = yield* withLock(holder)
        expect(result).toMatchObject({ _tag: "Right", right: { takenFrom: `process ${holder.pid} on here` } })
        expect(left).toEqual([])
      })
    )
  }

  for (const [what, holder, certain] of [
    ["a live process", { host: "here", pid: 11, startedAt: "200" }, true],
    ["a process of another machine", { host: "there", pid: 99, startedAt: "1" }, false],
    ["a live process without a known start", { host: "here", pid: 12, startedAt: "1" }, false],
    ["nobody knows whom", "not json", false]
  ] as const) {
    it.scoped(`refuses the lock of ${what}, and names its file`, () =>
      Effect.gen(function* () {
        const { result, left } = yield* withLock(holder)
        expect(result).toMatchObject({ _tag: "Left", left: { _tag: "RunLocked", certain } })
        if (result._tag === "Left") expect(result.left.message).toContain("run.lock")
        expect(left).toEqual(["run.lock"])
      })
    )
  }

  it("knows itself", () => {
    const self = Effect.runSync(Effect.provide(RunLock.Processes, RunLock.processesLayer))
    expect(self.isAlive(process.pid)).toBe(true)
    expect(self.startOf(process.pid)).toBe(self.self.startedAt)
  })

  it.runIf(process.platform === "linux")("takes a process that nobody waits for to be dead", async () => {
    // The shell becomes a program that waits for no child.
    const parent = spawn("sh", ["-c", "sh -c 'read line' < /dev/zero & echo $!; exec sleep 60"])
    try {
      const pid = Number(String((await once(parent.stdout, "data"))[0]))
      const { isAlive, startOf } = Effect.runSync(Effect.provide(RunLock.Processes, RunLock.processesLayer))
      expect(isAlive(pid)).toBe(true)
      await expect.poll(() => fs.readlinkSync(`/proc/${parent.pid}/exe`)).toContain("sleep")
      process.kill(pid, "SIGKILL")
      await expect.poll(() => isAlive(pid)).toBe(false)
      expect(startOf(pid)).not.toBeNull()
    } finally {
      parent.kill("SIGKILL")
    }
  })
})
