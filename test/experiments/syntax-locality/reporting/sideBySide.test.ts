import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { compareRuns } from "../../../../src/experiments/syntax-locality/reporting/sideBySide/compareRuns.js"
import type { ComparedRun } from "../../../../src/pipeline/Experiment.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { elements, expectSound, texts } from "../../../support/svg.js"
import { handmade } from "./handmade.js"
import { fileOf, parseCsv, reportInput } from "./scores.js"

const figure = "figures/contrasts-scope-lookup-after-close"

const run = (label: string, scores: ReadonlyArray<ScoreRow>, protocol: object = {}): ComparedRun => ({
  label,
  protocol: { ...reportInput(scores).protocol, ...protocol },
  scores
})

/** The hand-made run with B's answers and D's in each other's place: D−B is −37.5, from −50 to −25. */
const swapped: ReadonlyArray<ScoreRow> = handmade.map((row) => {
  const { style } = row.factors
  const other = style === "named_end" ? "generic_end" : style === "generic_end" ? "named_end" : style
  return { ...row, factors: { ...row.factors, style: other ?? "" }, synthetic_mock: true }
})

const side = (...runs: ReadonlyArray<ComparedRun>) => Effect.runSync(compareRuns(runs))

describe("runs side by side", () => {
  const output = side(run("runs/a", handmade), run("runs/b", swapped, { model: "b-model" }))

  it("draws each run's own contrasts below each other, and none of both", () => {
    const svg = fileOf(output, `${figure}.svg`)
    expectSound(svg)
    const drawn = texts(svg)
    // Worked out by hand in handmade.ts; of D−E nothing is defined.
    expect(drawn).toContain("+37.5 pp [25.0, 50.0] !")
    expect(drawn).toContain("-37.5 pp [-50.0, -25.0] !")
    expect(drawn.filter((text) => text === "1 example-model")).toHaveLength(5)
    expect(drawn.filter((text) => text === "2 b-model")).toHaveLength(5)
  })

  it("has the numbers of the figure beside it, and both files in Markdown and page", () => {
    const rows = parseCsv(fileOf(output, `${figure}.csv`))
    const primary = rows.filter(
      ({ baseline, treatment }) => `${treatment}-${baseline}` === "named_end-generic_end"
    )
    expect(
      primary.map((row) => [row["run"], row["estimate_pp"], row["interval_low_pp"], row["interval_high_pp"]])
    ).toEqual([
      ["runs/a", "37.5", "25", "50"],
      ["runs/b", "-37.5", "-50", "-25"]
    ])
    const markdown = fileOf(output, "compare.md")
    expect(markdown).toContain(`](${figure}.svg)`)
    expect(markdown).toContain(`](${figure}.csv)`)
    const page = fileOf(output, "compare.html")
    expect(page).toContain(
      `src="data:image/svg+xml;base64,${Buffer.from(fileOf(output, `${figure}.svg`)).toString("base64")}"`
    )
    expect(page).toContain(`href="${figure}.csv"`)
  })

  it("says in words what the figure shows, and that a simulated model answered", () => {
    const root = expectSound(fileOf(output, `${figure}.svg`))
    const described = elements(root, "desc")[0]?.textContent ?? ""
    expect(described).toContain("Run 2: runs/b, model b-model, effort low, synthetic_mock")
    expect(described).toContain("D−B (primary), 1 example-model: +37.5 pp, interval +25.0 pp to +50.0 pp")
    expect(described).toContain("D−B (primary), 2 b-model: -37.5 pp, interval -50.0 pp to -25.0 pp")
    expect(texts(fileOf(output, `${figure}.svg`))).toContain("synthetic_mock: simulated model")
    expect(fileOf(output, "compare.html")).toContain("synthetic_mock: a simulated model answered")
  })

  it("leaves a contrast that a run did not plan empty, and tells whose intervals are withheld", () => {
    const short = handmade.filter(({ factors }) => factors["style"] !== "braces")
    const svg = fileOf(side(run("a", handmade), run("b", short, { preset: "smoke" })), `${figure}.svg`)
    const drawn = texts(svg)
    expect(drawn).toContain("not planned")
    expect(drawn).toContain("No interval is given: run 2, smoke is not a sample for conclusions.")
    expect(drawn).toContain("+37.5 pp")
  })

  it("J1 shows a hostile name as text", () => {
    const name = '"><img src=x onerror=1>\u001b[31m\u202e</script>'
    const { files } = side(run(name, handmade), run("b", swapped, { model: name }))
    for (const { content, name: file } of files) {
      expect([file, content.includes("<img src=x")]).toEqual([file, file.endsWith(".csv")])
      expect([file, content.includes("\u001b") || content.includes("\u202e")]).toEqual([file, false])
    }
    expectSound(fileOf({ files, headline: "" }, `${figure}.svg`))
  })
})
