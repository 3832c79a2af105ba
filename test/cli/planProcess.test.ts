import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { bin, build, end, icl, start } from "./executable.js"
import { lastLine } from "./support.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-plan-"))

beforeAll(async () => {
  expect(await build()).toMatchObject({ code: 0 })
}, 60_000)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const plan = (run: string, env: NodeJS.ProcessEnv = {}) =>
  start(process.execPath, [bin, "plan", "--preset", "main", "--out", run], env)

describe("plan as a process, which writes its requests on a thread", () => {
  it("keeps what is preloaded into the process away from the thread", async () => {
    const preload = path.join(folder, "preload.cjs")
    fs.writeFileSync(preload, 'require("node:worker_threads").isMainThread || process.exit(7)\n')
    const run = path.join(folder, "preloaded")
    expect(await end(plan(run, { NODE_OPTIONS: `--require ${preload}` }))).toMatchObject({ code: 0 })
    expect(fs.readdirSync(path.join(run, "trials"))).toHaveLength(5120)
  }, 60_000)

  it("ends on a signal, and says that what it has begun is no run", async () => {
    const run = path.join(folder, "cut")
    const child = plan(run)
    const ended = end(child)
    while (!fs.existsSync(path.join(run, "trials"))) await sleep(5)
    child.kill("SIGINT")
    const { code, stderr } = await ended
    expect(code).toBe(3)
    expect(lastLine(stderr)).toContain(`next: empty ${run}, then icl-bench plan --preset=main --out=${run}`)
    expect(fs.existsSync(path.join(run, "manifest.json"))).toBe(false)
    const again = await icl("plan", "--preset", "main", "--out", run)
    expect(again).toMatchObject({ code: 2 })
    fs.rmSync(run, { recursive: true })
    expect(await icl("plan", "--preset", "smoke", "--out", run)).toMatchObject({ code: 0 })
  }, 60_000)
})
