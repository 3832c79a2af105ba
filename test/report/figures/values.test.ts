import { describe, expect, it } from "@effect/vitest"
import { lineChart } from "../../../src/report/figures/lineChart.js"
import { hue } from "../../../src/report/figures/look.js"
import { scatter } from "../../../src/report/figures/scatter.js"
import { type ValueBar, valueBars } from "../../../src/report/figures/valueBars.js"
import { elements, expectSound, placeOf, texts } from "../../support/svg.js"
import { caption, hostile } from "./captions.js"

const groups = (svg: string, label: string) =>
  elements(expectSound(svg), "g").filter((group) => group.getAttribute("aria-label") === label)
const rects = (svg: string) => groups(svg, "bar").flatMap((group) => elements(group, "rect"))

describe("bars of figures of their own", () => {
  const bars = (...own: ReadonlyArray<Partial<ValueBar>>) =>
    valueBars({
      caption: caption(),
      kinds: [
        { label: "home", colour: hue.vermillion, texture: "plain" },
        { label: "away", colour: hue.blue, texture: "diagonal" }
      ],
      panels: [
        {
          title: "quality",
          bars: own.map((one) => ({ label: "A", kind: 0, value: null, interval: null, note: "", ...one }))
        }
      ],
      max: 100,
      reference: { value: 100, label: "the best" },
      words: { missing: "missing", interval: "interval" }
    })

  it("are as long as their figures: 350 pixels less margins of 132 and 78 are 140", () => {
    const widths = rects(bars({ value: 50 }, { value: 25 })).map((rect) => Number(rect.getAttribute("width")))
    expect(widths).toEqual([70, 35])
  })

  it("tells 0 from what is missing", () => {
    const zero = bars({ value: 0 })
    expect(texts(zero)).toContain("0.0")
    expect(texts(zero)).not.toContain("missing")
    expect(rects(zero).filter((rect) => rect.getAttribute("fill")?.startsWith("url") === true)).toEqual([])
    const missing = bars({ value: null })
    expect(texts(missing).filter((one) => one === "missing")).toHaveLength(2)
    expect(texts(missing)).not.toContain("0.0")
    expect(groups(missing, "bar").map((group) => group.getAttribute("fill"))).toContain(hue.grey)
  })

  it("tells kinds by a texture as well as by colour", () => {
    const fills = (svg: string) => rects(svg).map((rect) => rect.getAttribute("fill"))
    expect(fills(bars({ value: 50, kind: 1 }))).toEqual([hue.blue, "url(#example-diagonal)"])
    expect(fills(bars({ value: 50 }))).toEqual([hue.vermillion])
  })

  it("draws an interval where there is one, and two bars of one name", () => {
    const svg = bars({ value: 50, interval: { low: 40, high: 60 } }, { value: 50 })
    expect(groups(svg, "link").flatMap((group) => elements(group, "path"))).toHaveLength(1)
    expect(texts(svg)).toContain("interval")
    expect(texts(svg).filter((one) => one === "A")).toHaveLength(2)
    expect(texts(bars({ value: 50 }))).not.toContain("interval")
  })

  it("names may be hostile", () => {
    expect(texts(bars({ value: 1, label: hostile.slice(0, 19) }))).toContain(hostile.slice(0, 19))
  })
})

describe("points against points", () => {
  const points = (...own: ReadonlyArray<readonly [x: number, y: number]>) =>
    scatter({
      caption: caption(),
      kinds: [
        { label: "home", shape: "circle", colour: hue.vermillion, hollow: false },
        { label: "away", shape: "square", colour: hue.blue, hollow: true }
      ],
      names: own.map((_, index) => ({ label: `name ${index}`, kind: index % 2 })),
      yMax: 100,
      panels: [
        {
          title: "speed",
          xTitle: "seconds",
          yTitle: "quality",
          points: own.map(([x, y], name) => ({ name, x, y })),
          absent: ["3 nobody: missing"]
        }
      ]
    })

  it("has a filled sign for one kind and a hollow one for the other, numbers as in the legend, and who is missing", () => {
    const svg = points([1, 50], [2, 80])
    expect(groups(svg, "dot").map((group) => group.getAttribute("class"))).toEqual([null, "icl-paper"])
    expect(texts(svg)).toEqual(
      expect.arrayContaining(["1 name 0", "2 name 1", "1", "2", "3 nobody: missing"])
    )
  })

  it("puts the greater further right and higher", () => {
    const [low, high] = groups(points([1, 20], [2, 80]), "dot").map((group) => {
      const [circle] = elements(group, "circle")
      const [path] = elements(group, "path")
      if (path !== undefined) return placeOf(path)
      return [Number(circle?.getAttribute("cx")), Number(circle?.getAttribute("cy"))]
    })
    expect(high?.[0]).toBeGreaterThan(low?.[0] ?? Infinity)
    expect(high?.[1]).toBeLessThan(low?.[1] ?? 0)
  })

  it("keeps the numbers of points on one another apart", () => {
    const places = (svg: string) =>
      groups(svg, "text")
        .filter((group) => /^[123]$/.test(group.textContent ?? ""))
        .map((group) => group.getAttribute("transform"))
    expect(new Set(places(points([1, 50], [1, 50]))).size).toBe(2)
    // The third is near the second alone, and the second has made room for the first.
    const chain = places(points([1, 50], [1, 46], [1, 42]))
    const right = (place: string | null | undefined) => /translate\(([-\d.]+)/.exec(place ?? "")?.[1]
    expect(right(chain[1])).not.toBe(right(chain[2]))
  })

  it("of short times has ticks that differ", () => {
    const ticks = texts(points([0.01, 50])).filter((one) => /^0\.0\d+$/.test(one))
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(ticks.length).toBeGreaterThan(2)
  })
})

describe("curves", () => {
  const svg = lineChart({
    caption: caption(),
    panels: [
      {
        title: "cost",
        xTitle: "months",
        yTitle: "yen",
        lines: [
          {
            label: "own",
            points: [
              { x: 0, y: 10 },
              { x: 10, y: 10 }
            ]
          },
          {
            label: "theirs",
            points: [
              { x: 0, y: 0 },
              { x: 10, y: 20 }
            ]
          }
        ],
        meetings: [
          { x: 5, y: 10, label: "5 months" },
          { x: 5, y: 10, label: "5 months" }
        ],
        notes: ["a note of the panel"]
      }
    ]
  })

  it("are told apart by their dashes, and meet where they are said to, once", () => {
    const dashes = groups(svg, "line").map((group) => group.getAttribute("stroke-dasharray"))
    expect(new Set(dashes).size).toBe(2)
    expect(texts(svg).filter((one) => one === "5 months")).toHaveLength(1)
    expect(texts(svg)).toEqual(expect.arrayContaining(["own", "theirs", "a note of the panel", "months →"]))
  })

  it("goes where its points are: a level line stays level, a dearer one ends higher", () => {
    const ends = groups(svg, "line").map((group) =>
      (elements(group, "path")[0]?.getAttribute("d") ?? "").match(/[-\d.]+/g)?.map(Number)
    )
    expect(ends[0]?.[1]).toBe(ends[0]?.[3])
    expect(ends[1]?.[3]).toBeLessThan(ends[0]?.[3] ?? 0)
  })
})
