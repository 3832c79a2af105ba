import { expect } from "@effect/vitest"
import { DOMParser, type Element } from "@xmldom/xmldom"

/** Reads an SVG as XML; whatever is not well-formed throws. */
export const parseSvg = (svg: string): Element => {
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`)
    }
  })
  const root = parser.parseFromString(svg, "image/svg+xml").documentElement
  if (root === null) throw new Error("there is no element")
  return root
}

export const elements = (root: Element, name: string): ReadonlyArray<Element> => [
  ...root.getElementsByTagName(name)
]

/** The texts that are drawn, in document order. */
export const texts = (svg: string): ReadonlyArray<string> =>
  elements(parseSvg(svg), "text").map((element) => element.textContent ?? "")

/** The numbers of a mark's own `translate`. */
export const placeOf = (element: Element): readonly [x: number, y: number] => {
  const [, x = "", y = ""] =
    /translate\(([-\d.]+),([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? []
  return [Number(x), Number(y)]
}

const drawn = "svg title desc style defs pattern g path rect circle line text tspan".split(" ")

/** What every figure keeps, whatever it shows. Returns its root. */
export const expectSound = (svg: string): Element => {
  const root = parseSvg(svg)
  const all = [root, ...elements(root, "*")]
  const ids = all.flatMap((element) => element.getAttribute("id") ?? [])
  const attributes = all.flatMap((element) =>
    [...element.attributes].map(({ name, value }) => ({ name, value }))
  )
  const targets = attributes.flatMap(({ value }) => /url\(#?(.*?)\)/.exec(value)?.[1] ?? [])
  const labels = (root.getAttribute("aria-labelledby") ?? "").split(" ")
  expect(root.getAttribute("role")).toBe("img")
  expect(labels.map((id) => all.find((one) => one.getAttribute("id") === id)?.localName)).toEqual([
    "title",
    "desc"
  ])
  expect(new Set(ids).size).toBe(ids.length)
  expect(all.filter(({ localName }) => !drawn.includes(localName ?? ""))).toEqual([])
  expect(
    attributes.filter(({ name }) => name.startsWith("on") || name === "style" || name.endsWith("href"))
  ).toEqual([])
  expect(attributes.filter(({ value }) => /NaN|Infinity|undefined|null/.test(value))).toEqual([])
  expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  return root
}
