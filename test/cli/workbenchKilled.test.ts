import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { contents } from "../support/runs.js"
import { bin, build, end, root, start } from "./executable.js"

let folder = ""

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
  expect(await build()).toMatchObject({ code: 0 })
}, 300_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const searched = [
  path.join(root, "examples", "fake-clis"),
  path.dirname(process.execPath),
  "/usr/bin",
  "/bin"
].join(":")

const icl = (scenario: string, ...argv: ReadonlyArray<string>) => {
  const child = start(process.execPath, [bin, ...argv], {
    PATH: searched,
    HOME: folder,
    ICL_FAKE_SCENARIO: scenario
  })
  child.stdin?.end()
  return child
}

const limits = [
  "--execute",
  "--max-generation-calls=50",
  "--max-http-attempts=100",
  "--max-minutes=5",
  "--quiet"
]

const namesOf = (run: string, end: RegExp) =>
  Object.keys(contents(path.join(run, "trials"))).filter((name) => end.test(name))

describe("a run of programs that is killed", () => {
  it("loses no trial and asks none twice; what was under way is ambiguous, and everything adds up", async () => {
    const run = path.join(folder, "run")
    const planned = await end(
      icl(
        "answer",
        "plan",
        "--experiment=workbench",
        "--preset=all",
        "--base-url=http://127.0.0.1:9",
        "--models=gemini,codex",
        "--tasks=gijiroku/eigyou-teirei,code-hozen/wareki-mojisuu",
        "--repeat=2",
        `--out=${run}`
      )
    )
    expect(planned).toMatchObject({ code: 0 })

    // Each answer takes two seconds, so that the kill meets one under way.
    const child = icl("slow", "run", "--run", run, ...limits)
    const ended = end(child)
    while (namesOf(run, /terminal\.json$/).length < 2) await sleep(50)
    await sleep(500)
    child.kill("SIGKILL")
    expect((await ended).signal).toBe("SIGKILL")
    const before = namesOf(run, /terminal\.json$/).length
    expect(before).toBeLessThan(8)

    expect(await end(icl("answer", "resume", "--run", run, ...limits))).toMatchObject({ code: 0 })
    expect(namesOf(run, /terminal\.json$/)).toHaveLength(8)
    const ends = namesOf(run, /terminal\.json$/).map(
      (name) => JSON.parse(fs.readFileSync(path.join(run, "trials", name), "utf8")).conclusion
    )
    expect(ends.filter((conclusion) => conclusion === "ambiguous_outcome")).toHaveLength(1)
    expect(ends.filter((conclusion) => conclusion === "response")).toHaveLength(7)
    // The one that was under way has no reply, and the others have one each.
    expect(namesOf(run, /attempt-001-body\.txt$/)).toHaveLength(7)
    expect(namesOf(run, /attempt-002/)).toEqual([])

    for (const verb of ["score", "report", "verify"]) {
      expect(await end(icl("answer", verb, "--run", run))).toMatchObject({ code: 0 })
    }
    expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("ambiguous_outcome")
  }, 300_000)
})
