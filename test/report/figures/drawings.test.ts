import { describe, expect, it } from "@effect/vitest"
import { effectPlane } from "../../../src/report/figures/effectPlane.js"
import { heatMap } from "../../../src/report/figures/heatMap.js"
import { histograms } from "../../../src/report/figures/histograms.js"
import { hue } from "../../../src/report/figures/look.js"
import { stackedBars } from "../../../src/report/figures/stackedBars.js"
import { timeline } from "../../../src/report/figures/timeline.js"
import { elements, expectSound, texts } from "../../support/svg.js"
import { caption, hostile } from "./captions.js"

const groups = (svg: string, label: string) =>
  elements(expectSound(svg), "g").filter((group) => group.getAttribute("aria-label") === label)
const rects = (svg: string, label: string) => groups(svg, label).flatMap((group) => elements(group, "rect"))

describe("a heat map", () => {
  const map = (value: number | null, name = "A") =>
    heatMap({
      caption: caption(),
      columns: [name, "B"],
      rows: ["natural"],
      x: { title: "filler", levels: ["0", "32"] },
      y: { title: "depth", levels: ["2"] },
      cells: [
        { column: name, row: "natural", x: "0", y: "2", value },
        { column: "B", row: "natural", x: "32", y: "2", value: 1 }
      ]
    })

  it("has a cell and a number for each known value; the stronger, the greater", () => {
    const svg = map(0.504)
    expect(rects(svg, "cell")).toHaveLength(2)
    expect(texts(svg)).toEqual(expect.arrayContaining(["50", "100"]))
    const opacities = rects(svg, "cell").map((rect) => Number(rect.getAttribute("fill-opacity")))
    expect(Math.min(...opacities)).toBeLessThan(Math.max(...opacities))
    expect(Math.max(...opacities)).toBeLessThanOrEqual(0.6)
  })

  it("an unknown value is a textured cell with NA", () => {
    const svg = map(null)
    expect(texts(svg)).toEqual(expect.arrayContaining(["NA", "NA: no answer to judge"]))
    expect(
      elements(expectSound(svg), "*").some((one) => one.getAttribute("fill") === "url(#example-back)")
    ).toBe(true)
    expect(texts(map(0))).not.toContain("NA")
  })

  it("names may be hostile", () => {
    expect(texts(map(1, hostile))).toContain(hostile)
  })
})

describe("stacked bars", () => {
  const bars = (counts: ReadonlyArray<number>) =>
    stackedBars({
      caption: caption(),
      segments: [
        { label: "right", colour: hue.blue, texture: "plain" },
        { label: "wrong", colour: hue.vermillion, texture: "diagonal" },
        { label: "lost", colour: hue.grey, texture: "dots" }
      ],
      groups: [{ title: "task", bars: [{ label: "A", counts }] }]
    })

  it("are as long as their shares, and textured besides", () => {
    const svg = bars([3, 1, 0])
    const widths = rects(svg, "bar").map((rect) => Number(rect.getAttribute("width")))
    // 700 less margins of 110 and 60: 530 pixels; then the texture over the second piece.
    expect(widths).toEqual([397.5, 132.5, 132.5])
    expect(rects(svg, "bar").at(-1)?.getAttribute("fill")).toBe("url(#example-diagonal)")
  })

  it("say their counts, and in the legend what occurs", () => {
    expect(texts(bars([3, 1, 0]))).toEqual(expect.arrayContaining(["right", "wrong", "3", "1", "of 4"]))
    expect(texts(bars([3, 1, 0]))).not.toContain("lost")
  })

  it("a bar of nothing is NA", () => {
    expect(texts(bars([0, 0, 0]))).toContain("NA: nothing was planned")
  })
})

describe("a plane of effects", () => {
  const plane = (trusted: boolean) =>
    effectPlane({
      caption: caption(),
      labels: ["D−B", "D−E"],
      planes: [
        {
          title: "reading",
          xTitle: "reading",
          yTitle: "generation",
          points: [
            {
              label: "D−B",
              x: 0.1,
              y: -0.1,
              xInterval: { low: 0, high: 0.2 },
              yInterval: { low: -0.2, high: 0 },
              trusted
            },
            { label: "D−E", x: 0, y: 0, xInterval: null, yInterval: null, trusted: false }
          ],
          absent: ["D−C is undefined in reading"]
        }
      ]
    })

  it("has two bars where there are two intervals, one shape a contrast, and NA in words", () => {
    const svg = plane(true)
    expect(groups(svg, "link").flatMap((group) => elements(group, "path"))).toHaveLength(2)
    expect(groups(svg, "dot")).toHaveLength(2)
    expect(texts(svg)).toContain("NA: D−C is undefined in reading")
  })

  it("what cannot be trusted is hollow and dashed", () => {
    const dashes = (svg: string) =>
      groups(svg, "link").filter((group) => group.hasAttribute("stroke-dasharray")).length
    expect([dashes(plane(true)), dashes(plane(false))]).toEqual([0, 1])
    const hollow = (svg: string) =>
      groups(svg, "dot").filter((group) => group.getAttribute("class") === "icl-paper")
    expect([hollow(plane(true)).length, hollow(plane(false)).length]).toEqual([1, 2])
  })
})

describe("histograms", () => {
  const svg = histograms({
    caption: caption(),
    measures: [
      {
        title: "tokens",
        distributions: [
          { label: "A", known: 4, bins: { low: 0, high: 3, counts: [2, 0, 1], beyond: 1 }, median: 1 },
          { label: "B", known: 0, bins: null, median: null }
        ]
      }
    ]
  })

  it("draw a box for each bin with something in it, twice as high for twice as many", () => {
    const heights = rects(svg, "rect").map((rect) => Number(rect.getAttribute("height")))
    expect(heights).toHaveLength(2)
    expect(heights[0]).toBeCloseTo(2 * (heights[1] ?? 0), 1)
  })

  it("say the median, what lies beyond, and NA where nothing is known", () => {
    expect(texts(svg)).toEqual(expect.arrayContaining(["1 ›1", "NA"]))
  })

  it("of nothing known are NA alone", () => {
    const none = { label: "A", known: 0, bins: null, median: null }
    const empty = histograms({ caption: caption(), measures: [{ title: "tokens", distributions: [none] }] })
    expectSound(empty)
    expect(texts(empty)).toContain("NA")
  })
})

describe("a timeline", () => {
  const line = { first: 1, last: 1, start: 0, end: 60 }
  it("has a stretch for each time under way and a sign for each kind of incident", () => {
    const svg = timeline({
      caption: caption(),
      planned: 2,
      duration: 120,
      stretches: [line, { first: 2, last: 2, start: 60, end: 120 }],
      incidents: [
        { ...line, kind: "failed", count: 1 },
        { ...line, kind: "retry", count: 1 }
      ],
      breaks: [{ at: 60, seconds: 7200 }]
    })
    const [first, second] = rects(svg, "rect")
    // 700 less margins of 56 and 16.
    expect(first?.getAttribute("x")).toBe("56")
    expect(first?.getAttribute("width")).toBe("314")
    expect(second?.getAttribute("x")).toBe("370")
    expect(texts(svg)).toEqual(
      expect.arrayContaining(["failed attempt", "retry", "2.0 h", "break, left out"])
    )
    expect(texts(svg)).not.toContain("outcome unknown")
  })

  it.each([
    [0.06, "milliseconds", ["0", "10", "20", "30", "40", "50", "60"]],
    [5, "seconds", ["0.0", "1.0", "2.0", "3.0", "4.0", "5.0"]],
    [600, "minutes", ["0", "2", "4", "6", "8", "10"]],
    [6 * 3600, "hours", ["0", "1", "2", "3", "4", "5", "6"]]
  ] as const)("of %d seconds counts in %s", (duration, unit, labels) => {
    const stretches = [{ first: 1, last: 1, start: 0, end: duration }]
    const svg = timeline({ caption: caption(), planned: 1, duration, stretches, incidents: [], breaks: [] })
    expect(texts(svg)).toContain(`${unit} since the first attempt →`)
    const ticks = groups(svg, "x-axis tick label").flatMap((group) => elements(group, "text"))
    expect(ticks.map(({ textContent }) => textContent)).toEqual(labels)
  })

  it("without an attempt is NA", () => {
    const svg = timeline({
      caption: caption(),
      planned: 2,
      duration: 0,
      stretches: [],
      incidents: [],
      breaks: []
    })
    expectSound(svg)
    expect(texts(svg)).toContain("NA: no attempt has a record")
  })
})
