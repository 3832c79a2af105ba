import { createHash } from "node:crypto"
import { type Content, element, embeddedJson, Html } from "./Html.js"
import { pageScript } from "./pageScript.js"
import { pageStyle } from "./pageStyle.js"

/** What a page needs beside its own words. */
export interface Page {
  readonly title: string
  readonly body: Content
  /** What the trial browser shows; `pageScript.ts` says how it reads it. `null`: the page has none. */
  readonly data: unknown
  /** Of the page's words. Default: English. */
  readonly lang?: "en" | "ja"
  /** CSS behind that of all pages, for what only this one has. */
  readonly style?: string
  /** JavaScript behind that of all pages, likewise. All that it shows of others' text must go through `textContent`. */
  readonly script?: string
}

const skipText = { en: "Skip to the content", ja: "本文へ進む" } as const

const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * One file that needs no other and no network. Its policy allows this page's one style and one script and nothing else, so that even markup
 * which got past the escaping could neither run nor load anything; pictures stand in it as data.
 */
export const page = ({ body, data, lang = "en", script = "", style = "", title }: Page): string => {
  const css = pageStyle + style
  const code = pageScript + script
  const policy = [
    "default-src 'none'",
    `style-src ${source(css)}`,
    `script-src ${source(code)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
  const document = element("html", { lang }, [
    element("head", {}, [
      element("meta", { charset: "utf-8" }),
      element("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
      element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      element("meta", { name: "referrer", content: "no-referrer" }),
      element("title", {}, title),
      element("style", {}, new Html(css))
    ]),
    element("body", {}, [
      element("a", { class: "skip", href: "#main" }, skipText[lang]),
      element("main", { id: "main", tabindex: -1 }, body),
      element("script", { type: "application/json", id: "data" }, embeddedJson(data)),
      element("script", {}, new Html(code))
    ])
  ])
  return `<!doctype html>\n${document.text}\n`
}
