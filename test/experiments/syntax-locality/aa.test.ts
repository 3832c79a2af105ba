import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { audit } from "../../../src/experiments/syntax-locality/audit.js"
import { preregistration } from "../../../src/experiments/syntax-locality/preregistration.js"
import { asSavedPlan, protocolFor, type Saved, saveInMemory } from "./plans.js"

const failedChecks = (saved: Saved): ReadonlyArray<string> =>
  Effect.runSync(audit(asSavedPlan(saved)))
    .filter(({ passed }) => !passed)
    .map(({ name }) => name)

/** The smoke cases as an A/A plan with one trial changed. */
const spoilt = (change: (trial: Saved["trials"][number]) => Saved["trials"][number]): Saved => {
  const saved = saveInMemory("smoke", {}, "p1", true)
  const trials = saved.trials.map((trial, index) => (index === 3 ? change(trial) : trial))
  return { ...saved, trials }
}

describe("the audit of an A/A plan", () => {
  it("passes, and has looked at the bytes of every trial", () => {
    const saved = saveInMemory("smoke", {}, "p1", true)
    const checks = Effect.runSync(audit(asSavedPlan(saved)))
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
    expect(checks.find(({ name }) => name === "both arms of a block send the same bytes")?.checked).toBe(24)
    const others = Effect.runSync(audit(asSavedPlan(saveInMemory("smoke", {}, "p1"))))
    expect(others.some(({ name }) => name.startsWith("both arms"))).toBe(false)
  })

  it("sees an arm that sends something else", () => {
    const saved = spoilt((trial) => ({ ...trial, requestSha256: "0".repeat(64) }))
    expect(failedChecks(saved)).toEqual(["both arms of a block send the same bytes"])
  })

  it("sees an arm that is none of the two", () => {
    const saved = spoilt((trial) => ({
      ...trial,
      caseId: trial.caseId.replace(/aa_[12]$/, "generic_end"),
      factors: { ...trial.factors, style: "generic_end" }
    }))
    expect(failedChecks(saved)).toContain("every matched block has each style once")
  })
})

describe("the preregistration of an A/A plan", () => {
  it("says that the difference is 0, and claims no comparison of notations", () => {
    const counts = { trials: 2048, blocks: 1024 }
    const text = preregistration(protocolFor("main", {}, "p0", true), counts)
    expect(text).toContain("It is 0.")
    expect(text).toContain("2048 trials in 1024 matched blocks of two")
    expect(text).not.toContain("named_end")
    expect(preregistration(protocolFor("main"), counts)).toContain("named_end")
  })
})

it("H6 npm run aa repeats A/A runs, the same on every start, and prints a share of intervals without 0", () => {
  const root = path.resolve(import.meta.dirname, "../../..")
  const start = () =>
    spawnSync(process.execPath, ["scripts/aa.mjs", "--runs", "4", "--preset", "pilot"], {
      cwd: root,
      encoding: "utf8",
      timeout: 60_000
    })
  const [first, second] = [start(), start()]
  expect([first.status, first.stderr]).toEqual([0, ""])
  expect(first.stdout).toMatch(/\| pilot \| +9 × 4 \| +4 \| +(?:0|25|50|75|100)\.0% \|/)
  expect(second.stdout).toBe(first.stdout)
}, 120_000)
