import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { styles } from "../../../../../src/experiments/syntax-locality/lang/Syntax.js"
import type { ReportInput, ReportOutput } from "../../../../../src/pipeline/Experiment.js"
import type { ScoreRow } from "../../../../../src/records/ScoreRow.js"
import { elements, expectSound, texts } from "../../../../support/svg.js"
import { handmade } from "../handmade.js"
import { fileOf, parseCsv, reportInput, runReport, schedule, scoreRow } from "../scores.js"

const reportOf = (scores: ReadonlyArray<ScoreRow>, rest: Partial<ReportInput> = {}): ReportOutput =>
  // What a figure shows does not depend on the correct answers, which differ in shape between tasks.
  runReport(reportInput(scores, { gold: () => undefined, ...rest }))

const svgs = ({ files }: ReportOutput) => files.filter(({ name }) => name.endsWith(".svg"))
const svgOf = (output: ReportOutput, name: string) => fileOf(output, `figures/${name}.svg`)
const tableOf = (output: ReportOutput, name: string) => parseCsv(fileOf(output, `figures/${name}.csv`))

/** Both reading tasks and generation, with every style. */
const allTasks = schedule(
  (["scope_lookup", "active_stack", "ast_to_source"] as const).flatMap((task) =>
    ["f1", "f2"].flatMap((family) =>
      styles.map((style, index) =>
        scoreRow(
          { task, view: task === "ast_to_source" ? "complete" : "after_close", family, style },
          (index + family.length + task.length) % 3 === 0 ? "wrong_answer" : "correct"
        )
      )
    )
  )
)

describe("the figures of a report", () => {
  const output = reportOf(handmade)

  it("are an SVG and its numbers each, and report.md links to both with a text", () => {
    const names = output.files.flatMap(({ name }) => /^figures\/(.*)\.svg$/.exec(name)?.[1] ?? [])
    expect(names).toEqual([
      "outcomes",
      "timeline",
      "contrasts",
      "usage-scope-lookup-after-close",
      "accuracy-scope-lookup-after-close",
      "primary-by-slice"
    ])
    const report = fileOf(output, "report.md")
    for (const name of names) {
      expect(report).toMatch(new RegExp(`!\\[Figure: [^\\]]+\\]\\(figures/${name}\\.svg\\)`))
      expect(report).toContain(`](figures/${name}.csv)`)
      expect(tableOf(output, name).length).toBeGreaterThan(0)
    }
  })

  it("are well-formed, described, and of no more than drawing elements", () => {
    for (const { content } of svgs(reportOf(allTasks))) expectSound(content)
    for (const { content } of svgs(output)) {
      const root = expectSound(content)
      expect(elements(root, "desc")[0]?.textContent?.length).toBeGreaterThan(40)
    }
  })

  it("have ids of their own, so that all of them fit into one page", () => {
    const ids = svgs(reportOf(allTasks)).flatMap(({ content }) =>
      elements(expectSound(content), "*").flatMap((element) => element.getAttribute("id") ?? [])
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("H12 have the same bytes for any order of the scores", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...handmade], { minLength: handmade.length }), (shuffled) => {
        expect(svgs(reportOf(shuffled))).toEqual(svgs(output))
      }),
      { numRuns: 5 }
    )
  })

  it("H12 have the same bytes after other figures", () => {
    reportOf(allTasks)
    expect(svgs(reportOf(handmade))).toEqual(svgs(output))
  })

  it("of simulated answers say so in every drawing and every table", () => {
    const simulated = reportOf(allTasks.map((row) => ({ ...row, synthetic_mock: true })))
    expect(svgs(simulated).length).toBeGreaterThan(8)
    for (const { content, name } of svgs(simulated)) {
      expect(texts(content)).toContain("synthetic_mock: simulated model")
      const rows = parseCsv(fileOf(simulated, name.replace(".svg", ".csv")))
      expect(new Set(rows.map((row) => row["synthetic_mock"]))).toEqual(new Set(["true"]))
    }
    for (const { content } of svgs(output)) expect(content).not.toContain("synthetic_mock")
  })

  it("J1 take a model's name for text, whatever it is", () => {
    for (const model of ['"><img src=x onerror=1>', "]]><script>1</script>", "NaN", "\u202e\ud800&amp;"]) {
      for (const { content } of svgs(reportOf(handmade, { protocol: { model } }))) {
        expectSound(content)
        expect(content).not.toMatch(/<img|<script|\u202e/)
      }
    }
    const named = reportOf(handmade, { protocol: { model: '"><img src=x onerror=1>' } })
    expect(texts(svgOf(named, "outcomes")).join("\n")).toContain('model "><img src=x onerror=1>;')
  })

  it("an empty run has none", () => {
    expect(svgs(reportOf([]))).toEqual([])
  })
})

describe("what they show", () => {
  const output = reportOf(handmade)

  it("the contrasts are those that handmade.ts computes", () => {
    const shown = texts(svgOf(output, "contrasts"))
    expect(shown).toEqual(
      expect.arrayContaining(["+37.5 pp [25.0, 50.0] !", "+12.5 pp [-25.0, 50.0] !", "3 / 4", "NA"])
    )
    expect(tableOf(output, "contrasts").map((row) => row["estimate_pp"])).toEqual([
      "37.5",
      "NA",
      "12.5",
      "12.5",
      "12.5"
    ])
  })

  it("without intervals the contrasts are points, with the reason", () => {
    for (const [preset, reason] of [
      ["smoke", "No interval is given: smoke is not a sample for conclusions."],
      ["pilot", "No interval is given: the run is provisional."]
    ] as const) {
      const scores =
        preset === "smoke"
          ? handmade
          : [...handmade, { ...scoreRow({ family: "f9" }, "not_dispatched"), position: 40 }]
      const shown = texts(svgOf(reportOf(scores, { protocol: { preset } }), "contrasts"))
      expect(shown).toContain(reason)
      expect(shown).toContain("no interval")
      expect(shown.filter((text) => text.includes("["))).toEqual([])
    }
  })

  it("accuracy has a cell for each style, regime, depth and filler that was planned", () => {
    const rows = tableOf(output, "accuracy-scope-lookup-after-close")
    expect(rows).toHaveLength(5 * 2 * 2)
    // D in nonce at depth 4, filler 32: f3 is wrong and f4 is lost.
    expect(
      rows.find(
        (row) => row["style"] === "named_end" && row["lexical_regime"] === "nonce" && row["depth"] === "4"
      )
    ).toMatchObject({ model_evaluable: "1", correct: "0", accuracy: "0" })
  })

  it("a cell without an answer to judge is NA", () => {
    const lost = schedule([
      scoreRow({ style: "named_end" }, "decode_failure"),
      scoreRow({ style: "generic_end" }, "correct")
    ])
    const found = reportOf(lost)
    expect(texts(svgOf(found, "accuracy-scope-lookup-after-close"))).toContain("NA")
    expect(tableOf(found, "accuracy-scope-lookup-after-close").map((row) => row["accuracy"])).toEqual([
      "1",
      "NA"
    ])
    expect(
      tableOf(found, "usage-scope-lookup-after-close").filter((row) => row["median"] === "NA")
    ).toHaveLength(4)
  })

  it("outcomes add up to the planned trials", () => {
    for (const { planned, style, synthetic_mock, task, view, ...counts } of tableOf(output, "outcomes")) {
      expect(Object.values(counts).reduce((sum, count) => sum + Number(count), 0)).toBe(Number(planned))
      expect([style, task, view, synthetic_mock]).not.toContain(undefined)
    }
  })

  it("usage counts every judged answer once for each measure", () => {
    const rows = tableOf(output, "usage-scope-lookup-after-close")
    const tokens = rows.filter((row) => row["measure"] === "input_tokens")
    expect(tokens.reduce((sum, row) => sum + Number(row["answers"]), 0)).toBe(38)
  })

  it("reading against generation has every contrast for each reading task", () => {
    const found = reportOf(allTasks)
    const rows = tableOf(found, "reading-against-generation")
    expect(rows).toHaveLength(2 * 5)
    const inReading = tableOf(found, "contrasts").find(
      (row) => row["task"] === "active_stack" && row["contrast"] === "D-B"
    )
    const inPlane = rows.find(
      (row) => row["reading_task"] === "active_stack" && row["contrast"] === "named_end - generic_end"
    )
    expect(Number(inPlane?.["reading_estimate"]) * 100).toBeCloseTo(Number(inReading?.["estimate_pp"]), 6)
  })
})

describe("a point of the plane", () => {
  /** D is right in all families, B in one: of twelve families eleven disagree, and an interval of them can be trusted. */
  const told = (task: "scope_lookup" | "ast_to_source", families: number) =>
    Array.from({ length: families }, (_, index) => index).flatMap((index) =>
      ["generic_end", "named_end"].map((style) =>
        scoreRow(
          { task, view: task === "ast_to_source" ? "complete" : "after_close", family: `f${index}`, style },
          style === "named_end" || index === 0 ? "correct" : "wrong_answer"
        )
      )
    )
  const hollow = (written: number): boolean => {
    const output = reportOf(schedule([...told("scope_lookup", 12), ...told("ast_to_source", written)]))
    return svgOf(output, "reading-against-generation").includes('class="icl-paper" aria-label="dot"')
  }

  it("is full where both intervals can be trusted, and hollow where one cannot", () => {
    expect(hollow(12)).toBe(false)
    expect(hollow(5)).toBe(true)
  })
})

describe("the timeline", () => {
  it("counts attempts, retries and unknown outcomes, and says what has no record", () => {
    const lost = handmade.map((row, position) => (position === 0 ? { ...row, attempts: 2 } : row))
    const output = reportOf(lost, {
      attempts: ({ position }) =>
        Effect.succeed(
          position === 1
            ? [1, 2].map((attempt) => ({
                attempt,
                startedAtMs: attempt * 1000,
                durationMs: 500,
                failed: attempt === 1,
                ambiguous: attempt === 1
              }))
            : [{ attempt: 1, startedAtMs: position * 1000, durationMs: 500, failed: false, ambiguous: false }]
        )
    })
    const shown = texts(svgOf(output, "timeline")).join(" ")
    expect(shown).toContain(
      "Attempts: 41, of 40 trials; retries: 1; failed attempts: 1, of which with an unknown outcome: 1"
    )
    expect(shown).toContain("1 attempts have no record of their time")
    expect(tableOf(output, "timeline").filter((row) => row["kind"] !== "under_way")).toEqual([
      {
        kind: "ambiguous",
        first_trial: "2",
        last_trial: "2",
        start_s: "1",
        end_s: "1.5",
        attempts: "1",
        synthetic_mock: "false"
      },
      {
        kind: "retry",
        first_trial: "2",
        last_trial: "2",
        start_s: "2",
        end_s: "2.5",
        attempts: "1",
        synthetic_mock: "false"
      }
    ])
  })

  it("of a large run stays small, and every attempt is in it", () => {
    const many = schedule(
      Array.from({ length: 1000 }, (_, index) => index).flatMap((index) =>
        ["generic_end", "named_end"].map((style) =>
          scoreRow({ family: `f${index}`, style }, "correct", { attempts: 3 })
        )
      )
    )
    const output = reportOf(many, { protocol: { preset: "smoke" } })
    expect(svgOf(output, "timeline").length).toBeLessThan(150_000)
    const retries = tableOf(output, "timeline").filter((row) => row["kind"] === "retry")
    expect(retries.reduce((sum, row) => sum + Number(row["attempts"]), 0)).toBe(4000)
  })
})
