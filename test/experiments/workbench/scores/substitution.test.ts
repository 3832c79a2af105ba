import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maximumBias, rateOfEquals } from "../../../../src/experiments/workbench/scores/maximumBias.js"
import { meanScores } from "../../../../src/experiments/workbench/scores/Scored.js"
import {
  cloudBest,
  highestRatio,
  rateInterval,
  substitution
} from "../../../../src/experiments/workbench/scores/substitution.js"
import { JavaRandom } from "../../../../src/random/JavaRandom.js"
import { cloud, local, run, task } from "../support/scored.js"

describe("代替率", () => {
  const subjects = [local, cloud("a"), cloud("b")]
  const runs = [
    run("a", "t1", 1),
    run("a", "t1", 0.5, { repeat: 2 }),
    run("b", "t1", 0.6),
    run("a", "t2", 0),
    run("b", "t2", 0),
    run("a", "t3", 0.5),
    run("b", "t3", null),
    run("a", "t4", 1),
    run("local", "t1", 0.6),
    run("local", "t2", 1),
    run("local", "t3", 0.9),
    run("local", "t4", null)
  ]
  const tasks = [
    task("t1", { environments: { laptop: 0.5, gaming: 1, workstation: 0 } }),
    task("t2"),
    task("t3", { category: "mail", environments: { laptop: 1, gaming: 1, workstation: 0 } }),
    task("t4", { category: "mail", environments: { laptop: 0, gaming: 1, workstation: 1 } }),
    task("t5")
  ]
  const best = cloudBest(runs, subjects)
  const own = new Map([
    ["t1", 0.6],
    ["t2", 1],
    ["t3", 0.9]
  ])

  it("takes the best of means over repeats, above 0", () => {
    // t1: max((1 + 0.5) / 2, 0.6); t2 has no best above 0; b has no score on t3.
    expect([...best]).toEqual([
      ["t1", 0.75],
      ["t3", 0.5],
      ["t4", 1]
    ])
  })

  it("is the mean of clamped ratios, what is missing left out and counted", () => {
    const rates = substitution(tasks, own, best)
    // 0.6 / 0.75 = 0.8, and 0.9 / 0.5 = 1.8 is cut to 1.2.
    expect(rates.ratios.get("t1")).toBeCloseTo(0.8, 12)
    expect(rates.ratios.get("t3")).toBe(highestRatio)
    expect(rates.overall).toEqual({ value: expect.closeTo(1, 12), tasks: 2, of: 3 })
    expect(rates.byCategory["shisya-rules"]).toEqual({ value: expect.closeTo(0.8, 12), tasks: 1, of: 1 })
    expect(rates.byCategory.mail).toEqual({ value: 1.2, tasks: 1, of: 2 })
    expect(rates.byCategory.keiyaku).toEqual({ value: null, tasks: 0, of: 0 })
    // (0.5 × 0.8 + 1 × 1.2) / 1.5
    expect(rates.byEnvironment.laptop).toEqual({ value: expect.closeTo(1.6 / 1.5, 12), tasks: 2, of: 2 })
    expect(rates.byEnvironment.workstation).toEqual({ value: null, tasks: 0, of: 1 })
  })

  it("is missing without clouds, and not 0", () => {
    expect(substitution(tasks, own, new Map()).overall).toEqual({ value: null, tasks: 0, of: 0 })
  })

  const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
  const scores = fc.array(fc.tuple(score, score, score), { minLength: 1, maxLength: 6 })

  it("lies between 0 and 1.2, is 1 for a cloud without a rival, and falls when a rival comes", () => {
    fc.assert(
      fc.property(scores, (rows) => {
        const all = rows.map((_, index) => task(`t${index}`))
        const table = rows.flatMap(([l, a, b], index) => [
          run("local", `t${index}`, l),
          run("a", `t${index}`, a),
          run("b", `t${index}`, b)
        ])
        const of = (id: string) => meanScores(table.filter(({ subject }) => subject === id))
        const alone = cloudBest(table, [cloud("a")])
        const both = cloudBest(table, [cloud("a"), cloud("b")])
        const rate = substitution(all, of("local"), both).overall.value
        if (rate !== null) {
          expect(rate).toBeGreaterThanOrEqual(0)
          expect(rate).toBeLessThanOrEqual(highestRatio + 1e-12)
        }
        const itself = substitution(all, of("a"), alone).overall.value
        if (alone.size > 0) expect(itself).toBeCloseTo(1, 12)
        for (const [id, ratio] of substitution(all, of("local"), alone).ratios) {
          expect(substitution(all, of("local"), both).ratios.get(id)).toBeLessThanOrEqual(ratio)
        }
      })
    )
  })
})

describe("the interval of a rate", () => {
  it("draws tasks by java.util.Random, as an independent loop does", () => {
    const ratios = [0.2, 0.8, 1, 1.2, 0.5]
    const random = new JavaRandom(20261005n)
    const means = Array.from({ length: 1000 }, () => {
      let sum = 0
      for (let place = 0; place < ratios.length; place++)
        sum += ratios[random.nextInt(ratios.length)] ?? Number.NaN
      return sum / ratios.length
    }).sort((a, b) => a - b)
    const interval = rateInterval(ratios, { draws: 1000, seed: 20261005n })
    // Position 999 × 0.025 = 24.975, and 999 × 0.975 = 974.025.
    const at = (below: number, part: number): number =>
      (means[below] ?? 0) + part * ((means[below + 1] ?? 0) - (means[below] ?? 0))
    expect(interval?.low).toBeCloseTo(at(24, 0.975), 12)
    expect(interval?.high).toBeCloseTo(at(974, 0.025), 12)
  })

  it("is missing where nothing differs", () => {
    const resampling = { draws: 1000, seed: 1n }
    expect(rateInterval([], resampling)).toBe(null)
    expect(rateInterval([0.5], resampling)).toBe(null)
    expect(rateInterval([1, 1, 1], resampling)).toBe(null)
  })
})

describe("the bias of a maximum", () => {
  const resampling = { draws: 20_000, seed: 20261005n }

  it("is what can be computed by hand for two clouds with one pass in two repeats", () => {
    // A cloud's mean drawn again is 0, 1/2, 1 with 1/4, 1/2, 1/4. The larger of two: 1 with 7/16, 1/2 with 8/16. That is 0.6875 instead of 0.5.
    const found = maximumBias(
      [
        [
          [0, 1],
          [0, 1]
        ]
      ],
      resampling
    )
    expect(found?.best).toBe(0.5)
    expect(found?.bias).toBeCloseTo(0.1875, 2)
  })

  it("is none with one cloud on average, none where repeats agree, and missing without scores", () => {
    expect(maximumBias([[[0, 1]]], resampling)?.bias).toBeCloseTo(0, 2)
    expect(maximumBias([[[0.5, 0.5], [0.4]]], resampling)).toEqual({ best: 0.5, bias: 0 })
    expect(maximumBias([[], [[]]], resampling)).toBe(null)
  })

  it("makes equals look worse than they are, the more clouds and the fewer repeats the more", () => {
    const base = { chance: 0.5, tasks: 30, trials: 400, seed: 20261005n }
    // With one cloud and one repeat, tasks that the cloud fails drop out, and of the others the equal passes half.
    expect(rateOfEquals({ ...base, clouds: 1, repeats: 1 })).toBeCloseTo(0.5, 1)
    const one = rateOfEquals({ ...base, clouds: 1, repeats: 3 })
    const three = rateOfEquals({ ...base, clouds: 3, repeats: 3 })
    const more = rateOfEquals({ ...base, clouds: 3, repeats: 50 })
    expect(three).toBeLessThan(one)
    expect(more).toBeGreaterThan(three)
    expect(rateOfEquals({ ...base, chance: 1, clouds: 3, repeats: 1 })).toBe(1)
  })
})
