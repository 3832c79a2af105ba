import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { parseHTML } from "linkedom"
import { afterAll, beforeAll } from "vitest"
import { texts } from "../../../support/svg.js"
import { parseCsv } from "../../syntax-locality/reporting/scores.js"
import { hostile, hostileRun, shown, wholeLength } from "./hostile.js"

let scope: Scope.CloseableScope
let root = ""
let html = ""

beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  root = await Effect.runPromise(Scope.extend(hostileRun, scope))
  html = fs.readFileSync(path.join(root, "report.html"), "utf8")
}, 120_000)

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** The page without what stands inside of its own style and scripts. */
const markup = (): string => html.replace(/(<(style|script)\b[^>]*>)[\s\S]*?(<\/\2>)/g, "$1$3")

const known = new Set(
  "html head meta title style body a main script h1 h2 h3 h4 p div section article nav table caption thead tbody tr th td ul ol li dl dt dd details summary pre code strong span figure img figcaption fieldset legend label select option button".split(
    " "
  )
)

describe("report.html of the workbench", () => {
  it("is well formed: every element that opens closes, in order", () => {
    const open: Array<string> = []
    for (const [, close, name = ""] of markup().matchAll(/<(\/?)([a-z0-9]+)(?:\s[^<>]*)?>/gi)) {
      if (close === "/") expect([open.pop(), open.length]).toEqual([name, open.length])
      else if (!["meta", "img"].includes(name)) open.push(name)
    }
    expect(open).toEqual([])
    // Nothing else begins with an angle bracket.
    expect(markup().replace(/<!doctype html>|<\/?[a-z0-9]+(?:\s[^<>]*)?>/gi, "")).not.toMatch(/[<>]/)
  })

  it("J1 J2 holds no markup but its own, whatever models write", () => {
    const { document } = parseHTML(html)
    const all = [...document.querySelectorAll("*")]
    expect(all.filter((one) => !known.has(one.localName)).map((one) => one.localName)).toEqual([])
    expect(
      all
        .flatMap((one) => [...one.attributes].map(({ name }) => name))
        .filter((name) => name.startsWith("on"))
    ).toEqual([])
    expect(document.querySelectorAll("script")).toHaveLength(2)
    expect(document.querySelectorAll("style")).toHaveLength(1)
    expect([...document.querySelectorAll("img")].every((one) => one.closest("figure") !== null)).toBe(true)
    // No byte that steers a terminal, turns text round or cannot be seen.
    expect(html.match(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2028\u2029\ufeff]/g)).toBeNull()
  })

  it("shows it as text, in answers, in calls of tools and in reasons of the judge", () => {
    const { document } = parseHTML(html)
    const articles = [...document.querySelectorAll("article")]
    expect(articles).toHaveLength(12)
    for (const article of articles) {
      const answer = article.querySelector("pre")?.textContent ?? ""
      const kind = article.getAttribute("data-subject")?.startsWith("stand-in") === true ? "local" : "cloud"
      for (const text of shown(kind)) expect(answer).toContain(text)
    }
    const agents = articles.filter((one) => one.getAttribute("data-category") === "code-hozen")
    const calls = agents.flatMap((one) => [...one.querySelectorAll("ol li")].map((item) => item.textContent))
    // Two local agents, two calls each, the first of which is none.
    expect(calls).toHaveLength(4)
    expect(calls.filter((call) => call?.endsWith("不正"))).toHaveLength(2)
    expect(calls[0]).toContain(hostile.markup)
    const mail = articles.find((one) => one.getAttribute("data-category") === "mail")
    expect(mail?.textContent).toContain("judgeの理由")
    expect(mail?.querySelector(".layers")?.textContent).toContain(hostile.markup)
  })

  it("J5 cuts an answer of 200,000 characters, says so, and links to all of it", () => {
    const { document } = parseHTML(html)
    const long = [...document.querySelectorAll("article")].filter(
      (one) => one.getAttribute("data-subject") === "stand-in:1b"
    )
    expect(long).toHaveLength(3)
    for (const article of long) {
      expect(article.querySelector("pre")?.textContent?.length).toBeLessThan(5_000)
      expect(article.textContent).toContain(`回答（${wholeLength}字、初めの部分）`)
      const link = [...article.querySelectorAll("a")].find((one) => one.textContent === "応答の記録")
      const file = path.join(root, link?.getAttribute("href") ?? "")
      expect(fs.statSync(file).size).toBeGreaterThan(wholeLength)
    }
    expect(html.length).toBeLessThan(1_000_000)
  })

  it("links to nothing that is not there", () => {
    const { document } = parseHTML(html)
    const hrefs = [...document.querySelectorAll("a")].map((one) => one.getAttribute("href") ?? "")
    const missing = hrefs.filter((href) =>
      href.startsWith("#")
        ? document.getElementById(href.slice(1)) === null
        : !fs.existsSync(path.join(root, href))
    )
    expect(missing).toEqual([])
    expect(hrefs.filter((href) => href.includes("/judgement/")).length).toBeGreaterThan(0)
  })

  it("leaves a total out where an axis is missing, in its figure too", () => {
    // Neither rules nor contracts were asked, so nobody can say whether it pays where nothing may leave.
    const rows = parseCsv(fs.readFileSync(path.join(root, "figures/axes.csv"), "utf8"))
    const missing = rows.filter(({ value }) => value === "NA")
    expect(missing.filter(({ axis }) => axis === "total").length).toBeGreaterThan(0)
    const drawn = texts(fs.readFileSync(path.join(root, "figures/axes.svg"), "utf8"))
    // Once more in the legend.
    expect(drawn.filter((one) => one === "欠測")).toHaveLength(missing.length + 1)
  })

  it("tells who was not there and what a person should look at", () => {
    const { document } = parseHTML(html)
    const table = (caption: string) =>
      [...document.querySelectorAll("table")].find(
        (one) => one.querySelector("caption")?.textContent === caption
      )
    expect(table("いなかった相手")?.textContent).toContain("there is no such program")
    expect(table("見るべき走")?.textContent).toContain("judgeが自分を採点した")
    expect(document.querySelectorAll("article[data-audit=yes]").length).toBe(
      table("見るべき走")?.querySelectorAll("tbody tr").length
    )
    expect(document.querySelector(".banner")?.textContent).toContain("実測前サンプル")
    expect(document.documentElement.getAttribute("lang")).toBe("ja")
  })
})
