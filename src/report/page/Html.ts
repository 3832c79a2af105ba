import { safeText } from "../SafeText.js"

/** HTML that is safe as it stands. Made by the functions of this file only. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand inside of an element: text is escaped, HTML is not. */
export type Content = Html | string | number | ReadonlyArray<Html | string | number>

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text for any place in a page: nothing in it is markup, and characters that steer or cannot be seen show as escapes. */
export const escapeHtml = (text: string): string =>
  safeText(text).replace(/[&<>"']/g, (one) => escapes[one] ?? one)

const render = (content: Content): string => {
  if (content instanceof Html) return content.text
  if (typeof content === "string" || typeof content === "number") return escapeHtml(String(content))
  return content.map(render).join("")
}

/** `true` is an attribute without a value, `false` none at all. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** One element. Names and attribute names are ours; values and content may be anybody's. */
export const element = (name: string, attributes: Attributes, content: Content = []): Html => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`))
    .join("")
  return new Html(`<${name}${written}>${render(content)}${isVoid.has(name) ? "" : `</${name}>`}`)
}

const isVoid: ReadonlySet<string> = new Set(["img", "input", "meta", "br"])

/**
 * JSON for a `<script type="application/json">`: no `<`, so that nothing in it ends the element, and no separators that a script parser takes
 * for line ends.
 */
export const embeddedJson = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`
    )
  )

/** A table with a caption. The first column names its row; of the others, those in which nothing begins as a figure does stand to the left. */
export const dataTable = (
  caption: string,
  titles: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | Html>>
): Html => {
  const isText = titles.map((_, column) => column > 0 && !rows.some((row) => isFigure(row[column])))
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, [
    element("table", { class: "sortable" }, [
      element("caption", {}, caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          titles.map((title, column) =>
            element("th", { scope: "col", ...(isText[column] === true ? { class: "text" } : {}) }, title)
          )
        )
      ),
      element(
        "tbody",
        {},
        rows.map(([first = "", ...others]) =>
          element("tr", {}, [
            element("th", { scope: "row" }, first),
            ...others.map((cell, index) =>
              element("td", isText[index + 1] === true ? { class: "text" } : {}, cell)
            )
          ])
        )
      )
    ])
  ])
}

/** A number, alone or with a unit or a remark behind it, or the lack of one; no hash, no day, no sentence that begins with a number. */
const isFigure = (cell: string | Html | undefined): boolean =>
  typeof cell === "string" && /^(?:[+\-−]?\d[\d.,]*(?:$|[^\p{L}\d-]|\p{L}{1,3}(?:$|（))|NA|[—–])/u.test(cell)
