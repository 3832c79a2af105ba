import { describe, expect, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { escapeXml, renderNode, tag, textAt } from "../../../src/report/figures/markup.js"
import { parseSvg } from "../../support/svg.js"
import { hostile } from "./captions.js"

const { document } = parseHTML("<p></p>")

const element = (name: string, attributes: Readonly<Record<string, string>>, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.textContent = text
  return node
}

describe("text in markup", () => {
  it.each([hostile, "a & b < c > d \"e\" 'f'", "]]>", "日本語 🙂"])("%j reads back as itself", (text) => {
    const root = parseSvg(tag("svg", { "data-name": text }, escapeXml(text)))
    expect(root.textContent).toBe(text)
    expect(root.getAttribute("data-name")).toBe(text)
    expect(parseSvg(`<svg>${renderNode(element("text", { title: text }, text))}</svg>`).textContent).toBe(
      text
    )
  })

  it("what XML cannot hold, and what steers or cannot be seen, shows as an escape", () => {
    expect(escapeXml("a\u0000b\u001b[31m\u202e\ud800\ufffe\ufeffz")).toBe(
      "a\\u{0}b\\u{1b}[31m\\u{202e}\\u{d800}\ufffd\\u{feff}z"
    )
  })
})

describe("coordinates", () => {
  const rendered = (name: string, attributes: Readonly<Record<string, string>>, text = "") =>
    parseSvg(renderNode(element(name, attributes, text)))

  it("are rounded to hundredths, in paths and transforms too", () => {
    const path = rendered("path", {
      d: "M0.005,1.23456L-3.14159,1e-9Z",
      transform: "translate(229.99999999999997,5)"
    })
    expect(path.getAttribute("d")).toBe("M0.01,1.23L-3.14,0Z")
    expect(path.getAttribute("transform")).toBe("translate(230,5)")
  })

  it("digits of other attributes and of texts stay", () => {
    const text = rendered("text", { "aria-label": "0.12345", fill: "#123456" }, "3.14159")
    expect(text.getAttribute("aria-label")).toBe("0.12345")
    expect(text.getAttribute("fill")).toBe("#123456")
    expect(text.textContent).toBe("3.14159")
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("%s has no place", (number) => {
    expect(() => textAt(number, 0, "here")).toThrow(RangeError)
    expect(() => renderNode(element("path", { d: `M0,${number}` }))).toThrow(RangeError)
  })
})

it("a style sheet of the library's is left out", () => {
  const group = element("g", {})
  group.append(element("style", {}, "text { fill: red }"), element("rect", { width: "1" }))
  expect(renderNode(group)).toBe('<g><rect width="1"/></g>')
})
