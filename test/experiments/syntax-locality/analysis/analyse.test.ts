import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { trialColumns } from "../../../../src/experiments/comparison/trialColumns.js"
import {
  type AnalysisSettings,
  analyse
} from "../../../../src/experiments/syntax-locality/analysis/analyse.js"
import {
  ownColumns,
  tableColumns
} from "../../../../src/experiments/syntax-locality/analysis/TableColumns.js"
import * as Disk from "../../../../src/records/Disk.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { renderCsv } from "../../../../src/report/Csv.js"
import { temporaryFolder } from "../../../support/runs.js"
import { handmade } from "../reporting/handmade.js"
import { fileOf, reportInput, runReport } from "../reporting/scores.js"

const settings = { columns: ownColumns, contrast: null, resampling: { draws: 10_000, seed: 20261005n } }

const tableOf = (scores: ReadonlyArray<ScoreRow>, preset = "pilot"): string => {
  const columns = trialColumns({ preset })
  return renderCsv(
    columns.map(([name]) => name),
    scores.map((row) => columns.map(([, cell]) => cell(row)))
  )
}

/** Analyses a table's text; what was written, by name. */
const analysed = (table: string, given: Partial<AnalysisSettings> = {}) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const file = path.join(folder, "t.csv")
    const out = path.join(folder, "out")
    fs.writeFileSync(file, table)
    const found = yield* analyse({ ...settings, table: file, out, ...given })
    return {
      found,
      files: Object.fromEntries(
        fs.readdirSync(out).map((name) => [name, fs.readFileSync(path.join(out, name), "utf8")])
      )
    }
  }).pipe(Effect.scoped, Effect.provide(Disk.layer))

const refusal = (table: string, given: Partial<AnalysisSettings> = {}) =>
  Effect.map(Effect.flip(analysed(table, given)), (error) =>
    error.message.replaceAll(/^.*?(?=t\.csv:|out )/gm, "")
  )

const header = "family_id,task,view,style,lexical_regime,depth,filler,replicate,outcome"

/** One stratum, one regime: outcomes of the families f1, f2, … for each style, `1` for correct. */
const simple = (styles: Readonly<Record<string, string>>): string =>
  [
    header,
    ...Object.entries(styles).flatMap(([style, outcomes]) =>
      [...outcomes].map(
        (one, index) =>
          `f${index + 1},scope_lookup,after_close,${style},natural,2,0,1,${one === "1" ? "correct" : "wrong_answer"}`
      )
    )
  ].join("\n")

const cells = (csv: string | undefined): ReadonlyArray<Record<string, string | undefined>> => {
  const [names = [], ...rows] = (csv ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","))
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

describe("analyse", () => {
  it.effect.each(["pilot", "smoke"])("gives a run's own comparisons byte for byte: %s", (preset) =>
    Effect.gen(function* () {
      const report = runReport(reportInput(handmade, { protocol: { preset } }))
      const { files } = yield* analysed(tableOf(handmade, preset))
      expect(files["paired-comparisons.csv"]).toBe(fileOf(report, "paired-comparisons.csv"))
      expect(files["trials.csv"]).toBe(tableOf(handmade, preset))
    })
  )

  it.effect("B = [1,0,1,0] and D = [1,1,0,1] differ by 25 percentage points", () =>
    Effect.gen(function* () {
      const { files } = yield* analysed(simple({ generic_end: "1010", named_end: "1101" }))
      const [first] = cells(files["paired-comparisons.csv"])
      expect(first).toMatchObject({ contrast: "D-B", role: "primary", estimate_pp: "25" })
    })
  )

  it.effect("does not ask for an order of rows or columns, and leaves other columns alone", () =>
    Effect.gen(function* () {
      const { files } = yield* analysed(tableOf(handmade))
      const shuffled = fc.sample(fc.shuffledSubarray([...handmade], { minLength: handmade.length }), {
        numRuns: 1,
        seed: 3
      })[0]
      const again = yield* analysed(tableOf(shuffled ?? []))
      expect(again.files["paired-comparisons.csv"]).toBe(files["paired-comparisons.csv"])
      const [names = "", ...rows] = simple({ generic_end: "1010", named_end: "1101" }).split("\n")
      const swapped = [`note,${names}`, ...rows.map((row) => `"=1,2",${row}`)].join("\r\n")
      const plain = yield* analysed([names, ...rows].join("\n"))
      const noted = yield* analysed(swapped)
      expect(noted.files["paired-comparisons.csv"]).toBe(plain.files["paired-comparisons.csv"])
      expect(noted.files["trials.csv"]).toBe(swapped)
    })
  )

  it.effect("compares any styles, in any strata and regimes, under the table's own names", () =>
    Effect.gen(function* () {
      const rows = ["short", "long"].flatMap((size) =>
        ["f1", "f2", "f3"].flatMap((family) =>
          ["en", "ja"].flatMap((tongue) => [
            `${size}-${family},summary,whole,new,${tongue},${size},1,${size === "long" || tongue === "ja" ? "correct" : "refusal"}`,
            `${size}-${family},summary,whole,old,${tongue},${size},1,wrong_answer`
          ])
        )
      )
      const { files, found } = yield* analysed(
        ["family_id,task,view,style,tongue,size,replicate,outcome", ...rows].join("\n"),
        {
          columns: tableColumns(["size"], "tongue") ?? ownColumns,
          contrast: { treatment: "new", baseline: "old" }
        }
      )
      // long: (1 + 1)/2; short: (0 + 1)/2; their mean 0.75.
      expect(
        cells(files["paired-comparisons.csv"]).map((line) => [
          line["level"],
          line["tongue"],
          line["size"],
          line["estimate_pp"]
        ])
      ).toEqual([
        ["all", "all", "all", "75"],
        ["tongue", "en", "all", "50"],
        ["tongue", "ja", "all", "100"],
        ["size", "all", "long", "100"],
        ["size", "all", "short", "50"]
      ])
      expect(cells(files["paired-comparisons.csv"])[0]).toMatchObject({
        contrast: "new-old",
        role: "exploratory",
        ja_treatment_better: "6",
        en_treatment_better: "3",
        en_tied: "3"
      })
      expect(found.overall).toHaveLength(1)
    })
  )

  it.effect("gives no interval where a trial was not dispatched", () =>
    Effect.gen(function* () {
      const table = `${simple({ generic_end: "10", named_end: "11" })}\nf3,scope_lookup,after_close,named_end,natural,2,0,1,not_dispatched\n`
      const { files, found } = yield* analysed(table)
      expect(found.withheld).toBe("the run is provisional")
      expect(cells(files["paired-comparisons.csv"])[0]?.["interval"]).toBe("not_computed")
    })
  )

  const row = "f1,scope_lookup,after_close,named_end,natural,2,0,1,correct"
  it.effect.each([
    ["", "t.csv:1: the file is empty"],
    [header, "t.csv:1: no trial follows the header"],
    ["family_id,task", /t\.csv:1: there is no column 'view', 'style', 'replicate', 'outcome', 'depth'/],
    [`${header},task\n${row},x`, "t.csv:1: two columns are called 'task'"],
    [`${header}\n${row}\n\n${row}\n`, "t.csv:4: it is the same trial as on line 2"],
    [`${header}\n${row}x\n`, /t\.csv:2: outcome is 'correctx'; it must be one of correct, wrong_answer/],
    [`${header}\n${row.replace(",2,", ",1e3,")}`, /t\.csv:2: depth is '1e3'; it must be a whole number/],
    [`${header}\n${row.replace("f1", "")}\n`, "t.csv:2: family_id is ''; it must not be empty"],
    [`${header}\n${row}\nf2,"scope\u001b[31m"${row.slice(15)}`, /t\.csv:3: task is 'scope\\u\{1b\}\[31m'/],
    [`${header}\n${row},more`, "t.csv:2: it has 10 cells, the header 9"]
  ] as const)("refuses %j", ([table, message]) =>
    Effect.gen(function* () {
      const found = yield* refusal(table)
      expect(found).toMatch(message)
    })
  )

  it.effect("says which styles there are when it has nothing to compare", () =>
    Effect.gen(function* () {
      const table = simple({ one: "10", two: "11" })
      expect(yield* refusal(table)).toMatch(/name --treatment and --baseline. It has one, two$/)
      expect(yield* refusal(table, { contrast: { treatment: "one", baseline: "tow" } })).toMatch(
        /one−tow needs two styles that the table has. It has one, two$/
      )
    })
  )

  it.effect("does not write into a folder that holds something", () =>
    Effect.gen(function* () {
      const out = yield* temporaryFolder
      fs.writeFileSync(path.join(out, "mine"), "")
      const found = yield* Effect.flip(analysed(simple({ generic_end: "1", named_end: "1" }), { out }))
      expect(found._tag).toBe("OutputNotEmpty")
      expect(fs.readdirSync(out)).toEqual(["mine"])
    }).pipe(Effect.scoped)
  )
})
