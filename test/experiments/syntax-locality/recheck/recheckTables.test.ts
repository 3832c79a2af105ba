import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { trialColumns } from "../../../../src/experiments/comparison/trialColumns.js"
import { recheckTables } from "../../../../src/experiments/syntax-locality/recheck/recheckTables.js"
import { type Outcome, outcomes } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { renderCsv } from "../../../../src/report/Csv.js"
import { handmade } from "../reporting/handmade.js"
import { fileOf, reportInput, runReport, schedule, scoreRow } from "../reporting/scores.js"

const columns = trialColumns({ preset: "pilot" })

const tablesOf = (scores: ReadonlyArray<ScoreRow>) => ({
  trials: renderCsv(
    columns.map(([name]) => name),
    scores.map((row) => columns.map(([, cell]) => cell(row)))
  ),
  comparisons: fileOf(runReport(reportInput(scores)), "paired-comparisons.csv")
})

const recheck = ({ comparisons, trials }: ReturnType<typeof tablesOf>) =>
  recheckTables({ trials: Buffer.from(trials), comparisons: Buffer.from(comparisons) })

/** One cell of one line, by the names of its column and its place. */
const changed = (csv: string, line: number, column: string, value: string): string => {
  const lines = csv.split("\n").map((text) => text.split(","))
  const place = lines[0]?.indexOf(column) ?? -1
  expect(place).toBeGreaterThan(-1)
  return lines
    .map((cells, index) => (index === line ? cells.map((cell, at) => (at === place ? value : cell)) : cells))
    .map((cells) => cells.join(","))
    .join("\n")
}

describe("the second implementation of the statistics", () => {
  const tables = tablesOf(handmade)

  it("agrees on every line of the hand-made run", () => {
    const lines = tables.comparisons.trimEnd().split("\n").length - 1
    expect(recheck(tables)).toMatchObject({ passed: true, checked: lines, detail: "" })
  })

  it.each([
    ["estimate_pp", "37.6"],
    ["interval_low_pp", "0"],
    ["interval_high_pp", "NA"],
    ["families_available", "4"],
    ["discordant_families", "2"],
    ["nonce_treatment_better", "1"],
    ["baseline_accuracy", "0.5"],
    ["relative_error_reduction", "NA"],
    ["missing_against_treatment_pp", "37.5"],
    ["missing_in_favour_pp", "37.5"]
  ])("names a %s that does not follow from the trials", (column, value) => {
    const found = recheck({ ...tables, comparisons: changed(tables.comparisons, 1, column, value) })
    expect(found.passed).toBe(false)
    expect(found.detail).toContain(`paired-comparisons.csv:2: ${column} is ${value}`)
  })

  it.each([
    ["bootstrap_draws", "NA"],
    ["bootstrap_draws", "100000000000"],
    ["bootstrap_draws", "1e4"],
    ["bootstrap_seed", ""],
    ["bootstrap_seed", "20261005.5"],
    ["bootstrap_seed", "9007199254740993"]
  ])("names a %s of '%s' and draws nothing by it", (column, value) => {
    const found = recheck({ ...tables, comparisons: changed(tables.comparisons, 1, column, value) })
    expect(found.passed).toBe(false)
    expect(found.detail).toContain(
      `paired-comparisons.csv:2: ${column} is ${value}, which is no whole number`
    )
  })

  it("names what an outcome that was changed changes", () => {
    const trials = tables.trials.replace("wrong_answer", "correct")
    expect(trials).not.toBe(tables.trials)
    expect(recheck({ ...tables, trials }).passed).toBe(false)
  })

  it("passes nothing where there is nothing", () => {
    expect(recheckTables({ trials: Buffer.from(""), comparisons: Buffer.from("") }).passed).toBe(false)
  })

  it("agrees on runs with anything missing, with replicates, and with uneven strata", () => {
    const outcome = fc.constantFrom<Outcome>(...outcomes.filter((one) => one !== "not_dispatched"))
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 2 }),
        fc.infiniteStream(outcome),
        (strata, copies, drawn) => {
          const next = (): Outcome => {
            // The stream has no end.
            const { value } = drawn.next()
            return value ?? "correct"
          }
          const rows = strata.flatMap((families, stratum) =>
            Array.from({ length: families }, (_, family) =>
              (["natural", "nonce"] as const).flatMap((regime) =>
                ["generic_end", "named_end", "braces"].flatMap((style) =>
                  Array.from({ length: copies }, (_copy, replicate) =>
                    scoreRow(
                      {
                        family: `f${stratum}-${family}`,
                        depth: 2 ** (stratum + 1),
                        filler: stratum % 2,
                        regime,
                        style,
                        replicate: replicate + 1
                      },
                      next()
                    )
                  )
                )
              )
            ).flat()
          )
          expect(recheck(tablesOf(schedule(rows))).detail).toBe("")
        }
      ),
      { numRuns: 15 }
    )
  })
})
