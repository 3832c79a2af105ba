import { describe, expect, it } from "@effect/vitest"
import { forestPlot, type ShownEffect } from "../../../src/report/figures/forestPlot.js"
import { elements, expectSound, placeOf, texts } from "../../support/svg.js"
import { caption, hostile } from "./captions.js"

const effect = (rest: Partial<ShownEffect> = {}): ShownEffect => ({
  group: "task",
  label: "D−B",
  primary: false,
  estimate: 0.25,
  undefinedBecause: null,
  interval: { low: 0, high: 0.5 },
  trusted: true,
  sample: "4 / 4",
  remark: "",
  ...rest
})

const plot = (effects: ReadonlyArray<ShownEffect>, rest = {}) =>
  forestPlot({ caption: caption(rest), effects, sides: ["B ahead", "D ahead"], sampleTitle: "families" })

const withClass = (svg: string, name: string) =>
  elements(expectSound(svg), "g").filter((group) => group.getAttribute("aria-label") === name)

/** Centres of the dots, by the path's transform. */
const dots = (svg: string) =>
  withClass(svg, "dot").flatMap((group) => [...elements(group, "circle"), ...elements(group, "path")])

describe("a forest plot", () => {
  it("has a mark for each estimate and a bar with two ends for each interval", () => {
    const svg = plot([
      effect(),
      effect({ label: "D−E", trusted: false }),
      effect({ label: "D−C", interval: null })
    ])
    expect(dots(svg)).toHaveLength(3)
    expect(withClass(svg, "link").flatMap((group) => elements(group, "path"))).toHaveLength(2 + 4)
  })

  it("puts marks where a linear scale has them", () => {
    // From −0.02 to 0.52 with room of 6 % of 0.5 on both sides: −0.03 to 0.53, over the pixels from 150 to 430.
    const svg = plot([effect(), effect({ label: "zero", estimate: 0 })])
    const at = (value: number) => 150 + ((value + 0.03) / 0.56) * 280
    const centres = dots(svg).map((dot) => Number(dot.getAttribute("cx") ?? placeOf(dot)[0]))
    expect(centres[0]).toBeCloseTo(at(0.25), 1)
    expect(centres[1]).toBeCloseTo(at(0), 1)
  })

  it("tells trusted, not trusted and none apart by line and shape, and says so in words", () => {
    const trusted = plot([effect()])
    const narrow = plot([effect({ trusted: false, remark: "!" })])
    const none = plot([effect({ interval: null })])
    expect(texts(trusted)).toContain("95 % interval")
    expect(texts(trusted)).not.toContain("interval too narrow to trust")
    const dashed = (svg: string) =>
      withClass(svg, "link").filter((group) => group.getAttribute("stroke-dasharray") === "4 3")
    expect(dashed(narrow)).toHaveLength(1)
    expect(dashed(trusted)).toHaveLength(0)
    expect(texts(narrow)).toContain("interval too narrow to trust")
    expect(texts(narrow)).toContain("+25.0 pp [0.0, 50.0] !")
    expect(texts(none)).toContain("no interval")
    expect(texts(none)).toContain("+25.0 pp")
  })

  it("an undefined estimate is NA and has no mark", () => {
    const svg = plot([effect({ estimate: null, interval: null, undefinedBecause: "empty" })])
    expect(dots(svg)).toHaveLength(0)
    expect(texts(svg).filter((text) => text === "NA")).toHaveLength(2)
  })

  it("names each group once and marks the primary contrast", () => {
    const svg = plot([effect({ primary: true }), effect({ label: "D−E" }), effect({ group: "other" })])
    expect(texts(svg).filter((text) => text === "task" || text === "other")).toEqual(["task", "other"])
    expect(texts(svg)).toContain("D−B (primary)")
    expect(texts(svg).filter((text) => text === "4 / 4")).toHaveLength(3)
  })

  it("texts may be hostile", () => {
    const svg = plot([effect({ group: hostile, label: hostile, remark: hostile })], {
      subject: hostile,
      title: hostile,
      alt: hostile,
      notes: [hostile]
    })
    expectSound(svg)
    expect(texts(svg).filter((text) => text === hostile)).toHaveLength(5)
    expect(svg).not.toContain("<img")
  })

  it("says in the drawing and in its title that answers were simulated", () => {
    const svg = plot([effect()], { synthetic: true })
    expect(texts(svg)).toContain("synthetic_mock: simulated model")
    expect(elements(expectSound(svg), "title")[0]?.textContent).toContain("synthetic_mock")
    expect(plot([effect()])).not.toContain("synthetic_mock")
  })

  it("nothing at all is drawn, too", () => {
    expectSound(plot([]))
  })
})
