import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { expectSound, texts } from "../../../support/svg.js"
import { parseCsv } from "../../syntax-locality/reporting/scores.js"
import { sampleRun } from "./standInRun.js"

let scope: Scope.CloseableScope
let root = ""

beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  root = await Effect.runPromise(Scope.extend(sampleRun, scope))
}, 120_000)

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const text = (name: string): string => fs.readFileSync(path.join(root, name), "utf8")
const rows = (name: string) => parseCsv(text(`figures/${name}.csv`))
const svg = (name: string): string => text(`figures/${name}.svg`)

interface Run {
  readonly task: string
  readonly score01: number | null
  readonly metrics: { readonly wallMs: number | null; readonly tokPerSec: number | null }
}

const runsOf = (subject: string): ReadonlyArray<Run> =>
  JSON.parse(text(`run-${subject.replace(":", "-")}.json`)).runs

const subjects = ["stand-in:8b", "stand-in:1b", "claude", "gemini"]

const average = (values: ReadonlyArray<number>): number => values.reduce((a, b) => a + b, 0) / values.length

/** One run a task: its score is the task's. */
const scoresOf = (subject: string): ReadonlyMap<string, number> =>
  new Map(runsOf(subject).flatMap(({ score01, task }) => (score01 === null ? [] : [[task, score01]])))

/** The middle of three or the mean of the middle two. */
const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return average(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1))
}

describe("figures of the workbench", () => {
  it.each(["axes", "substitution", "speed-quality", "cost"])(
    "%s is sound, and says that it is a sample",
    (name) => {
      const root = expectSound(svg(name))
      expect(texts(svg(name))).toContain("synthetic_mock: simulated model")
      expect(texts(svg(name)).some((one) => one.includes("実測前サンプル"))).toBe(true)
      expect(root.getElementsByTagName("desc")[0]?.textContent).toContain("実測前サンプル")
      expect(new Set(rows(name).map(({ status }) => status))).toEqual(new Set(["sample"]))
    }
  )

  it("has the qualities that the runs' scores make, and draws these numbers", () => {
    for (const subject of subjects) {
      const quality = 100 * average([...scoresOf(subject).values()])
      const [row] = rows("axes").filter((one) => one["subject"] === subject && one["axis"] === "quality")
      expect(Number(row?.["value"])).toBeCloseTo(quality, 9)
      const [point] = rows("speed-quality").filter((one) => one["subject"] === subject)
      expect(Number(point?.["quality"])).toBeCloseTo(quality, 9)
      expect(texts(svg("axes")).some((one) => Math.abs(Number(one) - quality) <= 0.05 + 1e-9)).toBe(true)
    }
  })

  it("says of what is missing that it is, and never 0", () => {
    // One run a task has no spread.
    const parts = rows("axes").filter((one) => one["axis"] === "reliability")
    expect(parts.map((one) => one["missing_parts"])).toEqual(Array(4).fill("stability"))
    // Four of seven categories were not asked, for four subjects; the legend says it once more.
    const none = rows("substitution").filter(({ substitution }) => substitution === "NA")
    expect(none.length).toBeGreaterThanOrEqual(16)
    expect(texts(svg("substitution")).filter((one) => one.startsWith("欠測"))).toHaveLength(none.length + 1)
    expect(rows("substitution").filter(({ substitution }) => substitution === "0")).toEqual([])
  })

  it("has the 代替率 of the specification: the mean ratio to the best cloud, cut at 1.2", () => {
    const [claude, gemini] = [scoresOf("claude"), scoresOf("gemini")]
    for (const subject of subjects) {
      const ratios = [...scoresOf(subject)].flatMap(([task, score]) => {
        const best = Math.max(claude.get(task) ?? 0, gemini.get(task) ?? 0)
        return best > 0 ? [Math.min(1.2, score / best)] : []
      })
      const [row] = rows("substitution").filter(
        (one) => one["subject"] === subject && one["group"] === "overall"
      )
      expect(Number(row?.["substitution"])).toBeCloseTo(average(ratios), 9)
      expect(Number(row?.["tasks"])).toBe(ratios.length)
    }
  })

  it("has the medians of what was measured", () => {
    for (const subject of subjects) {
      const walls = runsOf(subject).flatMap(({ metrics }) => metrics.wallMs ?? [])
      const [row] = rows("speed-quality").filter((one) => one["subject"] === subject)
      if (walls.length === 0) expect(row?.["wall_seconds_p50"]).toBe("NA")
      else expect(Number(row?.["wall_seconds_p50"])).toBeCloseTo(median(walls) / 1000, 9)
      const flows = runsOf(subject).flatMap(({ metrics }) => metrics.tokPerSec ?? [])
      if (flows.length === 0) expect(row?.["tok_per_sec_p50"]).toBe("NA")
      else expect(Number(row?.["tok_per_sec_p50"])).toBeCloseTo(median(flows), 9)
    }
  })

  it("has the months after which a machine has paid, by hand", () => {
    // A laptop that is there, 4 hours of 3,000 yen to set it up, 60 W at 31 yen a kWh on 20 days.
    const initial = 4 * 3000
    const power = (hours: number): number => 0.06 * hours * 20 * 31
    const even = (pattern: string): ReadonlyArray<number> => [
      ...new Set(
        rows("cost").flatMap((one) =>
          one["pattern"] === pattern && one["initial_jpy"] === "0" ? [Number(one["break_even_months"])] : []
        )
      )
    ]
    expect(even("heavy")[0]).toBeCloseTo(initial / (3 * 3000 - power(4)), 9)
    expect(even("shared")[0]).toBeCloseTo(initial / (5 * 3000 - power(5)), 9)
    expect(even("light").map((months) => months.toFixed(3))).toEqual(
      [...new Set([3000, 3000, 2900])].map((price) => (initial / (price - power(1))).toFixed(3))
    )
    const last = rows("cost").filter((one) => one["pattern"] === "heavy" && one["month"] === "24")
    expect(last.map((one) => Number(one["cumulative_jpy"]))).toEqual([
      expect.closeTo(initial + 24 * power(4), 6),
      24 * 9000
    ])
  })

  it("gives the day of every price, and marks what nobody looked up", () => {
    const drawn = texts(svg("cost")).join("")
    expect(drawn).toContain("8件のうち8件は仮の値（assumed）")
    expect(drawn.match(/2026-11-30、仮の値 assumed/g)).toHaveLength(6)
  })
})
