import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readConfig } from "../../../../src/experiments/workbench/config/readConfig.js"
import { unmeasured } from "../../../../src/experiments/workbench/metrics/RunMetrics.js"
import {
  quality,
  reliability,
  setup,
  speed,
  stability
} from "../../../../src/experiments/workbench/scores/axes.js"
import { onCurve } from "../../../../src/experiments/workbench/scores/curve.js"
import {
  economy,
  monthsUntilEven,
  payingPatterns
} from "../../../../src/experiments/workbench/scores/economy.js"
import { scoreSubjects } from "../../../../src/experiments/workbench/scores/scoreSubjects.js"
import {
  confidential,
  endurance,
  ordinaryPc,
  titled,
  waitable
} from "../../../../src/experiments/workbench/scores/shogo.js"
import * as Disk from "../../../../src/records/Disk.js"
import { cloud, local, run, task } from "../support/scored.js"

const folder = fileURLToPath(new URL("../../../../configs/workbench", import.meta.url))
const config = Effect.runSync(Effect.provide(readConfig(folder), Disk.layerWithoutSync))
const { cost, scores } = config

describe("the configuration", () => {
  it("has the specification's weights and numbers of tasks", () => {
    expect(scores.weights).toEqual({
      quality: 35,
      reliability: 20,
      speed: 15,
      economy: 15,
      localValue: 10,
      setup: 5
    })
    expect(config.run.tasks).toEqual({
      "shisya-rules": 6,
      keiyaku: 5,
      gijiroku: 5,
      mail: 4,
      "hyou-csv": 4,
      "code-hozen": 4,
      longctx: 2
    })
    expect(Object.values(scores.shogo).map(({ name }) => name)).toEqual([
      "クラウド代替率",
      "月額破壊力",
      "秘密文書適性",
      "社畜耐性",
      "普通のPC適性",
      "待てる速度か指数"
    ])
  })

  it("says of every price that it is an assumption, until somebody looks it up", () => {
    const prices = [...cost.plans.map(({ monthly }) => monthly), cost.electricityPerKwh]
    for (const price of prices) expect(price.basis === "assumed" || price.source !== undefined).toBe(true)
  })
})

describe("axes", () => {
  const runs = [
    run("local", "t1", 1, { formatKept: true, grounded: true }),
    run("local", "t1", 0, { repeat: 2, formatKept: true, grounded: false }),
    run("local", "t2", 0.8, { formatKept: false }),
    run("local", "t2", 0.8, { repeat: 2, formatKept: true }),
    run("local", "t3", null)
  ]

  it("quality is the mean of tasks by the weights of their categories", () => {
    const tasks = [task("t1"), task("t2", { category: "mail" }), task("t3")]
    const weights = { ...scores, categoryWeights: { ...scores.categoryWeights, mail: 3 } }
    // (1 × 0.5 + 3 × 0.8) / 4 = 0.725; t3 has no score.
    expect(quality(tasks, runs, weights)).toEqual({ value: expect.closeTo(72.5, 10), missing: ["t3"] })
    expect(quality([], [], scores)).toEqual({ value: null, missing: [] })
  })

  it("reliability has three parts, and leaves out what is missing", () => {
    // Repeats of t1 have a standard deviation of 0.5, of t2 none: 1 - 0.25 / 0.5.
    expect(stability(runs)).toBe(0.5)
    expect(stability([run("local", "t1", 1)])).toBe(null)
    // 0.4 × 3/4 + 0.4 × 1/2 + 0.2 × 1/2
    expect(reliability(runs, scores)).toEqual({ value: expect.closeTo(60, 10), missing: [] })
    expect(reliability([run("local", "t1", 1, { formatKept: true })], scores)).toEqual({
      value: 100,
      missing: ["grounded", "stability"]
    })
  })

  it("speed reads two curves for a local model and one for a cloud", () => {
    const metrics = { ...unmeasured, wallMs: 30_000, tokPerSec: 15, tokPerSecKind: "measured" as const }
    const timed = [run("local", "t1", 1, { metrics })]
    // 15 tok/s: 60 points; 30 s: 80 points.
    expect(speed(timed, local, scores)).toEqual({ value: 70, missing: [] })
    expect(speed(timed, cloud("a"), scores)).toEqual({ value: 80, missing: [] })
    expect(speed([run("local", "t1", 1)], local, scores)).toEqual({
      value: null,
      missing: ["tokPerSec", "wallMs"]
    })
  })

  it("setup knows memory for local models alone", () => {
    const crashed = run("local", "t2", null, { metrics: { ...unmeasured, crashed: true } })
    // 0.5 × 0.5 + 0.3 × 1/2 + 0.2 × 1
    expect(setup([run("local", "t1", 1), crashed], { ...local, vramFit: 0.5 }, scores).value).toBeCloseTo(
      60,
      10
    )
    expect(setup([run("a", "t1", 1)], cloud("a"), scores)).toEqual({ value: 100, missing: [] })
    expect(setup([run("local", "t1", 1)], { ...local, vramFit: null }, scores)).toEqual({
      value: 100,
      missing: ["vramFit"]
    })
  })

  it("a curve is straight between its points and flat beyond", () => {
    const curve = [
      [10, 0],
      [20, 100]
    ] as const
    expect([5, 10, 15, 20, 25].map((x) => onCurve(curve, x))).toEqual([0, 0, 50, 100, 100])
  })
})

describe("economy", () => {
  const price = (jpy: number) => ({ jpy, asOf: "2026-11-30", basis: "assumed" as const })
  const plain = {
    ...cost,
    plans: [
      { id: "one", name: "甲", monthly: price(3000) },
      { id: "two", name: "乙", monthly: price(4000) }
    ],
    machines: { ...cost.machines, gaming: { label: "x", initial: price(60_000), watts: 500 } },
    electricityPerKwh: price(30),
    setup: { hours: 4, perHour: price(3000) },
    use: { hoursPerDay: 1, daysPerMonth: 20 },
    horizonMonths: 12,
    patterns: {
      confidential: { hoursByHandPerMonth: 5, leastQuality: 70 },
      heavy: { plan: "two", plans: 2, hoursPerDay: 4 },
      shared: { plan: "one", people: 5, hoursPerDay: 5 },
      light: { plan: "one" }
    }
  }

  it("is what can be computed by hand", () => {
    const { light, patterns } = economy(plain, "gaming", 75)
    // Once: 60,000 + 4 h × 3,000. Electricity of a month: 0.5 kW × h × 20 × 30 = 300 an hour a day.
    expect(patterns.confidential).toMatchObject({
      initialJpy: 72_000,
      localMonthlyJpy: 300,
      replacedMonthlyJpy: 15_000,
      pays: true
    })
    expect(patterns.confidential.months).toBeCloseTo(72_000 / 14_700, 10)
    expect(patterns.heavy).toMatchObject({ localMonthlyJpy: 1200, replacedMonthlyJpy: 8000, pays: true })
    expect(patterns.heavy.months).toBeCloseTo(72_000 / 6800, 10)
    expect(patterns.shared.months).toBeCloseTo(72_000 / 13_500, 10)
    expect(patterns.shared.condition).toBe("5人で1台を使い、各自の甲をやめ、1日5時間動かす")
    expect(light).toMatchObject({ months: expect.closeTo(72_000 / 2700, 10), pays: false })
    expect(payingPatterns(economy(plain, "gaming", 75))).toBe(3)
  })

  it("does not pay by a model that does the work badly, and is open where that was not measured", () => {
    expect(economy(plain, "gaming", 69).patterns.confidential.pays).toBe(false)
    expect(payingPatterns(economy(plain, "gaming", 69))).toBe(2)
    expect(economy(plain, "gaming", null).patterns.confidential.pays).toBe(null)
    expect(payingPatterns(economy(plain, "gaming", null))).toBe(null)
  })

  it("never comes back where nothing is saved, and falls with the price of a plan", () => {
    expect(monthsUntilEven(1000, 0)).toBe(null)
    expect(monthsUntilEven(1000, -5)).toBe(null)
    expect(monthsUntilEven(0, 5)).toBe(0)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (monthly, more) => {
          const at = (jpy: number) =>
            economy(
              {
                ...plain,
                plans: [
                  { id: "one", name: "甲", monthly: price(jpy) },
                  { id: "two", name: "乙", monthly: price(jpy) }
                ]
              },
              "gaming",
              0
            ).patterns.heavy.months ?? Infinity
          expect(at(monthly + more)).toBeLessThanOrEqual(at(monthly))
        }
      )
    )
  })
})

describe("称号", () => {
  const tasks = [task("t1"), task("t2", { category: "keiyaku" }), task("t3", { category: "mail" })]
  const runs = [
    run("local", "t1", 0.9),
    run("local", "t2", 0.5),
    run("local", "t3", 1),
    run("local", "t3", 0.4, { repeat: 2 })
  ]

  it("秘密文書適性 is the mean of confidential tasks, and 0 for a cloud", () => {
    expect(confidential(tasks, runs, local, scores)).toBeCloseTo(70, 10)
    expect(confidential(tasks, runs, cloud("a"), scores)).toBe(0)
    expect(confidential(tasks, [], local, scores)).toBe(null)
  })

  it("社畜耐性 is that of the worst repeat", () => {
    expect(endurance(tasks, runs, scores)).toBeCloseTo(40, 10)
  })

  it("普通のPC適性 is memory times completion, on an ordinary machine", () => {
    const failed = run("local", "t1", null, { metrics: { ...unmeasured, errored: true } })
    expect(ordinaryPc([...runs, failed], { ...local, vramFit: 0.5 })).toBeCloseTo(40, 10)
    expect(ordinaryPc(runs, { ...local, environment: "workstation" })).toBe(null)
  })

  it("待てる速度か指数 is the share of runs that one can wait for", () => {
    const timed = (wallMs: number | null, tokPerSec: number | null) =>
      run("local", "t1", 1, { metrics: { ...unmeasured, wallMs, tokPerSec } })
    expect(waitable([timed(1000, 20), timed(1000, 1), timed(1e6, 20), timed(1000, null)], scores)).toBe(50)
    expect(waitable([timed(null, 20)], scores)).toBe(null)
  })

  it("labels by the first threshold that is reached; what is missing has no label", () => {
    expect(titled("economy", 2, scores).label).toBe("二冠")
    expect(titled("economy", 0, scores).label).toBe("サブスク継続")
    expect(titled("economy", null, scores)).toEqual({ value: null, label: null })
  })
})

describe("scores of subjects", () => {
  const metrics = { ...unmeasured, wallMs: 30_000, tokPerSec: 15, tokPerSecKind: "measured" as const }
  const good = { formatKept: true, grounded: true, metrics }
  const input = {
    tasks: [task("t1"), task("t2", { category: "mail" })],
    subjects: [local, cloud("a")],
    runs: [
      run("local", "t1", 0.8, good),
      run("local", "t2", 0.4, good),
      run("a", "t1", 1, good),
      run("a", "t2", 0.8, good)
    ]
  }
  const all = { scores, cost, resampling: { draws: 1000, seed: 20261005n } }

  it("sum six axes by their weights", () => {
    const [one, other] = scoreSubjects(input, all)
    const paying = payingPatterns(economy(cost, "gaming", 80)) ?? Number.NaN
    expect(one?.axes.quality.value).toBeCloseTo(60, 10)
    expect(one?.axes.economy.value).toBeCloseTo((100 * paying) / 3, 10)
    // 0.35 × 60 + 0.2 × 100 + 0.15 × 70 + 0.15 × economy + 0.1 × 100 + 0.05 × 100
    expect(one?.total).toBeCloseTo(21 + 20 + 10.5 + (15 * paying) / 3 + 10 + 5, 10)
    // The cloud: 0.35 × 90 + 20 + 0.15 × 80 + what is left of economy + 0 + 5
    expect(other?.total).toBeCloseTo(31.5 + 20 + 12 + (15 * (3 - paying)) / 3 + 5, 10)
    // (0.8 / 1 + 0.4 / 0.8) / 2
    expect(one?.shogo.substitution).toEqual({ value: expect.closeTo(65, 10), label: "控え選手級" })
  })

  it("have no total where an axis is missing", () => {
    const untimed = { ...input, runs: input.runs.map((one) => ({ ...one, metrics: unmeasured })) }
    const [one] = scoreSubjects(untimed, all)
    expect(one?.axes.speed.value).toBe(null)
    expect(one?.total).toBe(null)
    expect(one?.axes.quality.value).toBeCloseTo(60, 10)
  })

  it("do not depend on the order of repeats, although sums of doubles do", () => {
    expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1)
    const repeats = [0.1, 0.2, 0.3].map((score, index) => run("local", "t1", score, { repeat: index + 1 }))
    const scored = (runs: typeof repeats) => scoreSubjects({ ...input, runs }, all)
    expect(scored(repeats.toReversed())).toEqual(scored(repeats))
  })

  it("do not depend on the order of arrival", () => {
    const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
    const some = fc.uniqueArray(
      fc.record({
        subject: fc.constantFrom("local", "a", "b"),
        task: fc.constantFrom("t1", "t2", "t3", "t4"),
        repeat: fc.integer({ min: 1, max: 3 }),
        score
      }),
      { selector: (one) => `${one.subject} ${one.task} ${one.repeat}`, maxLength: 36 }
    )
    fc.assert(
      fc.property(
        some.chain((runs) =>
          fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length }))
        ),
        ([runs, shuffled]) => {
          const scored = (list: typeof runs) =>
            scoreSubjects(
              {
                tasks: ["t4", "t1", "t3", "t2"].map((id) => task(id)),
                subjects: [local, cloud("a"), cloud("b")],
                runs: list.map((one) =>
                  run(one.subject, one.task, one.score, { repeat: one.repeat, formatKept: one.score > 0.5 })
                )
              },
              all
            )
          expect(scored(shuffled)).toEqual(scored(runs))
        }
      ),
      { numRuns: 30 }
    )
  })
})
