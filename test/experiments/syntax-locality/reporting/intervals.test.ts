import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ComparableTrial } from "../../../../src/experiments/comparison/ComparableTrial.js"
import { compareAll } from "../../../../src/experiments/comparison/Comparison.js"
import { comparisonsCsv } from "../../../../src/experiments/comparison/comparisonsCsv.js"
import {
  type Regime,
  regimes,
  tasks,
  type View,
  views
} from "../../../../src/experiments/syntax-locality/Factors.js"
import { type Style, styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { contrasts } from "../../../../src/experiments/syntax-locality/reporting/contrasts.js"
import { design as ours } from "../../../../src/experiments/syntax-locality/reporting/design.js"
import { report } from "../../../../src/experiments/syntax-locality/reporting/report.js"
import type { Json } from "../../../../src/json/Json.js"
import { JavaRandom, shuffle } from "../../../../src/random/JavaRandom.js"
import { correctness, type Outcome, outcomes } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { renderCsv } from "../../../../src/report/Csv.js"
import { handmade } from "./handmade.js"
import { fileOf, parseCsv, reportInput, runReport, schedule, scoreRow } from "./scores.js"

/** Families of B and D: the first `right` ones of each are correct. */
const pairs = (count: number, b: number, d: number, depth = 2): ReadonlyArray<ScoreRow> =>
  Array.from({ length: count }, (_, index) => ({ family: `f${index}`, depth })).flatMap((place, index) => [
    scoreRow({ ...place, style: "generic_end" }, index < b ? "correct" : "wrong_answer"),
    scoreRow({ ...place, style: "named_end" }, index < d ? "correct" : "wrong_answer")
  ])

const overall = (scores: ReadonlyArray<ScoreRow>, preset = "main") =>
  parseCsv(
    fileOf(runReport(reportInput(schedule(scores), { protocol: { preset } })), "paired-comparisons.csv")
  )[0]

const textOf = (scores: ReadonlyArray<ScoreRow>, preset = "main") =>
  fileOf(runReport(reportInput(schedule(scores), { protocol: { preset } })), "report.md")

describe("the draws of a report", () => {
  const failureOf = (bootstrap: Json) =>
    Either.flip(Effect.runSync(Effect.either(report(reportInput(handmade, { protocol: { bootstrap } })))))

  it("H9 are the frozen 10,000 from the frozen seed, and no others", () => {
    const seed = "20261005"
    for (const draws of [0, 1, 2, -1, 9_999, 10_001, 1_000_000, "10000", null]) {
      expect(failureOf({ draws, seed })).toMatchObject({
        right: { _tag: "DamagedRecord", path: "protocol.json" }
      })
    }
    for (const bootstrap of [{ draws: 10_000, seed: "1" }, { draws: 10_000 }, null, 10_000]) {
      expect(failureOf(bootstrap)).toMatchObject({ right: { path: "protocol.json" } })
    }
    expect(Either.isLeft(failureOf({ draws: 10_000, seed }))).toBe(true)
  })
})

describe("an interval in paired-comparisons.csv", () => {
  it("is there with bounds, draws and seed; the reason is for where there is none", () => {
    // 40 families, 14 for D. In a draw Binomial(40, 14/40) of them: 8 and 20 are its 2.5th and 97.5th percentiles.
    expect(overall(pairs(40, 20, 34))).toMatchObject({
      interval: "computed",
      estimate_pp: "35",
      interval_low_pp: "20",
      interval_high_pp: "50",
      interval_reason: "NA",
      interval_too_narrow_to_trust: "false",
      bootstrap_draws: "10000",
      bootstrap_seed: "20261005",
      families_per_stratum_min: "40",
      families_per_stratum_max: "40",
      discordant_families: "14"
    })
  })

  it("says that it rests on too few families of a stratum, or on too few that disagree", () => {
    const narrow = (scores: ReadonlyArray<ScoreRow>) => overall(scores)?.["interval_too_narrow_to_trust"]
    const words = "interval too narrow to trust"
    expect(narrow(pairs(40, 20, 30))).toBe("false")
    expect(narrow(pairs(40, 20, 29))).toBe("true")
    expect(textOf(pairs(40, 20, 30))).not.toContain(words)
    expect(textOf(pairs(40, 20, 29))).toContain(words)
    const second = (count: number) =>
      pairs(count, 1, count, 4).map((row) => ({ ...row, trialId: `${row.trialId}4` }))
    expect(narrow([...pairs(40, 20, 30), ...second(6)])).toBe("false")
    expect(narrow([...pairs(40, 20, 30), ...second(5)])).toBe("true")
    expect(textOf([...pairs(40, 20, 30), ...second(5)])).toContain(
      "(5 to 40 families per stratum, 14 discordant families); interval too narrow to trust"
    )
  })

  it("H3 H11 degenerate ones have no bounds, in no file", () => {
    const identical = pairs(16, 0, 16)
    const strata = pairs(16, 5, 11).map((row, index) => {
      const depth = 2 + Math.floor(index / 2)
      return { ...row, factors: { ...row.factors, depth } }
    })
    for (const scores of [identical, strata, pairs(16, 16, 16)]) {
      expect(overall(scores)).toMatchObject({
        interval: "degenerate",
        interval_low_pp: "NA",
        interval_high_pp: "NA",
        interval_too_narrow_to_trust: "NA",
        bootstrap_draws: "10000"
      })
      expect(textOf(scores)).toContain("no interval, because every bootstrap draw gave the same difference")
      expect(textOf(scores)).not.toMatch(/pp to [-+0-9]/)
    }
    expect(overall(pairs(16, 16, 16))).toMatchObject({ estimate_pp: "0", ceiling_or_floor: "ceiling" })
    expect(overall(pairs(16, 0, 0))).toMatchObject({ estimate_pp: "0", ceiling_or_floor: "floor" })
    expect(textOf(pairs(16, 16, 16))).toMatch(/\| remarks +\| +ceiling \|/)
  })

  it("smoke and provisional runs have none, nor McNemar's p; nor has an undefined estimate an interval", () => {
    const none = {
      interval_low_pp: "NA",
      interval_high_pp: "NA",
      bootstrap_draws: "NA",
      bootstrap_seed: "NA"
    }
    expect(overall(pairs(40, 20, 34), "smoke")).toMatchObject({
      ...none,
      interval: "not_computed",
      interval_reason: "smoke is not a sample for conclusions",
      mcnemar_exact_p: "NA"
    })
    const unfinished = [
      ...pairs(40, 20, 34),
      scoreRow({ family: "late", style: "named_end" }, "not_dispatched")
    ]
    expect(overall(unfinished)).toMatchObject({
      ...none,
      interval: "not_computed",
      interval_reason: "the run is provisional",
      mcnemar_exact_p: "NA"
    })
    const lost = [
      ...pairs(40, 20, 34),
      scoreRow({ family: "lost", depth: 4, style: "named_end" }, "transport_failure"),
      scoreRow({ family: "lost", depth: 4, style: "generic_end" }, "correct")
    ]
    expect(overall(lost)).toMatchObject({
      ...none,
      interval: "not_computed",
      interval_reason: "1 of 2 planned strata have no available family",
      estimate_pp: "NA"
    })
  })

  it("McNemar's exact p stands where one regime has one answer a style", () => {
    // 10 to 0: one outcome of 2^10 in each tail.
    expect(overall(pairs(40, 20, 30))?.["mcnemar_exact_p"]).toBe(String(2 / 1024))
    const both = (["natural", "nonce"] as const).flatMap((regime) =>
      pairs(40, 20, 30).map((row) => ({ ...row, factors: { ...row.factors, regime } }))
    )
    const rows = parseCsv(fileOf(runReport(reportInput(schedule(both))), "paired-comparisons.csv"))
    expect(rows.map(({ level, mcnemar_exact_p }) => [level, mcnemar_exact_p])).toEqual([
      ["all", "NA"],
      ["regime", String(2 / 1024)],
      ["regime", String(2 / 1024)],
      ["depth", "NA"],
      ["filler", "NA"]
    ])
    const twice = [...pairs(40, 20, 30), ...pairs(40, 20, 30).map((row) => ({ ...row, replicate: 2 }))]
    expect(overall(twice)).toMatchObject({ mcnemar_exact_p: "NA", natural_treatment_better: "10" })
  })

  it("opposite disagreements of two regimes stay visible where they cancel", () => {
    // In natural words D is ahead in families 20 to 29, in nonce words B is, in the same ones.
    const scores = [
      ...pairs(40, 20, 30),
      ...pairs(40, 30, 20).map((row) => ({ ...row, factors: { ...row.factors, regime: "nonce" } }))
    ]
    expect(overall(scores)).toMatchObject({
      estimate_pp: "0",
      interval: "degenerate",
      discordant_families: "10",
      natural_treatment_better: "10",
      natural_baseline_better: "0",
      nonce_treatment_better: "0",
      nonce_baseline_better: "10"
    })
    expect(textOf(scores)).toContain("(40 families per stratum, 10 discordant families)")
  })
})

describe("any table of trials", () => {
  const known = <A extends string>(values: ReadonlyArray<A>, value: string | undefined): A => {
    const found = values.find((one) => one === value)
    if (found === undefined) throw new Error(`${value} is none of ${values.join(", ")}`)
    return found
  }

  /** What a stranger could have in a file: no hashes, no positions, no lexicons, and any order. */
  const tableOf = (scores: ReadonlyArray<ScoreRow>): string =>
    renderCsv(
      ["family_id", "task", "view", "style", "lexical_regime", "depth", "filler", "replicate", "outcome"],
      shuffle(scores, new JavaRandom(5n)).map(({ factors, replicate, outcome }) => [
        ...["familyId", "task", "view", "style", "regime"].map((name) => String(factors[name])),
        Number(factors["depth"]),
        Number(factors["filler"]),
        replicate,
        outcome
      ])
    )

  const readTable = (table: string): ReadonlyArray<ComparableTrial> =>
    parseCsv(table).map((row) => ({
      at: {
        familyId: row["family_id"] ?? "",
        task: known(tasks, row["task"]),
        view: known<View>(views, row["view"]),
        style: known<Style>(styles, row["style"]),
        regime: known<Regime>(regimes, row["lexical_regime"]),
        depth: Number(row["depth"]),
        filler: Number(row["filler"])
      },
      row: {
        replicate: Number(row["replicate"]),
        correct: correctness(known<Outcome>(outcomes, row["outcome"]))
      }
    }))

  /** 3 × 3 strata of 4 families, both views and regimes, five styles, two replicates, any outcome but `not_dispatched`. */
  const random = new JavaRandom(11n)
  const design = schedule(
    [2, 4, 16].flatMap((depth) =>
      [0, 32, 128].flatMap((filler) =>
        [1, 2, 3, 10].flatMap((index) =>
          (["before_close", "after_close"] as const).flatMap((view) =>
            regimes.flatMap((regime) =>
              styles.flatMap((style) =>
                [1, 2].map((replicate) => {
                  const family = `d${depth}-f${filler}-${index}`
                  const outcome = outcomes[Math.max(0, random.nextInt(20) - 9)] ?? "correct"
                  return scoreRow({ depth, filler, family, view, regime, style, replicate }, outcome)
                })
              )
            )
          )
        )
      )
    )
  )

  it("with the columns of a trial gives the run's own paired-comparisons.csv, byte for byte", () => {
    for (const scores of [handmade, design]) {
      const own = fileOf(runReport(reportInput(scores)), "paired-comparisons.csv")
      const compared = compareAll(readTable(tableOf(scores)), {
        contrasts,
        resampling: { draws: 10_000, seed: 20261005n },
        withheld: null,
        design: ours
      })
      expect(comparisonsCsv(compared, { synthetic: false, regimes: ours.order.regimes })).toBe(own)
    }
    expect(design.some(({ outcome }) => outcome === "not_dispatched")).toBe(false)
  })

  it("has other intervals and the same estimates for another seed", () => {
    const compare = (seed: bigint) =>
      compareAll(readTable(tableOf(design)), {
        contrasts: [{ treatment: "typed_end", baseline: "padded_end" }],
        resampling: { draws: 1_000, seed },
        withheld: null,
        design: ours
      })
    const [a, b] = [compare(1n), compare(2n)]
    // After and before: all, 2 regimes, 3 depths, 3 fillers.
    expect(a).toHaveLength(18)
    expect(a.map(({ difference }) => difference)).toEqual(b.map(({ difference }) => difference))
    expect(a.map(({ interval }) => interval)).not.toEqual(b.map(({ interval }) => interval))
  })
})
