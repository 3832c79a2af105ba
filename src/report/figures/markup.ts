import { safeLine } from "../SafeText.js"

/** What is read of a DOM node; the plotting library's output has these alone. */
interface DomNode {
  readonly nodeType: number
  readonly localName?: string
  readonly nodeValue?: string | null
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>
  readonly childNodes: Iterable<DomNode>
}

const elementNode = 1
const textNode = 3

/** Text as XML, in content and in quoted attributes alike; nothing that XML forbids is left. */
export const escapeXml = (text: string): string =>
  safeLine(text)
    .replace(/[\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

type Attributes = Readonly<Record<string, string | number>>

/** An element from attributes as plain values and content that is markup already. */
export const tag = (name: string, attributes: Attributes, content: string | null = null): string => {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? coordinates(String(value)) : escapeXml(value)}"`
  )
  return content === null
    ? `<${name}${written.join("")}/>`
    : `<${name}${written.join("")}>${content}</${name}>`
}

/** A piece of text at a place. */
export const textAt = (x: number, y: number, text: string, attributes: Attributes = {}): string =>
  tag("text", { x, y, ...attributes }, escapeXml(text))

/** Writes a node of the plotting library's, without its style sheet: the frame has one. */
export const renderNode = (node: DomNode): string => {
  if (node.nodeType === textNode) return escapeXml(node.nodeValue ?? "")
  if (node.nodeType !== elementNode || node.localName === undefined || node.localName === "style") return ""
  const attributes = [...(node.attributes ?? [])].map(({ name, value }): [string, string] => [
    name,
    geometric.has(name) ? coordinates(value) : value
  ])
  const content = [...node.childNodes].map(renderNode).join("")
  return tag(node.localName, Object.fromEntries(attributes), content === "" ? null : content)
}

const geometric = new Set(
  "d transform x y x1 x2 y1 y2 dx dy width height cx cy r rx ry points viewBox fill-opacity stroke-opacity".split(
    " "
  )
)

/** To the hundredth, so that the last bits of a division do not reach the file. */
const coordinates = (value: string): string =>
  checked(value).replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, (number) =>
    String(Math.round(Number(number) * 100) / 100)
  )

/** A figure that is not a number has no place; it is drawn as NA, and never comes here. */
const checked = (value: string): string => {
  if (/\b(?:NaN|Infinity|undefined)\b/.test(value)) throw new RangeError(`no place in a drawing: ${value}`)
  return value
}
