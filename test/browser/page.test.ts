import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import type { ScoreRow } from "../../src/records/ScoreRow.js"
import { handmade } from "../experiments/syntax-locality/reporting/handmade.js"
import {
  fileOf,
  reportInput,
  runReport,
  schedule,
  scoreRow
} from "../experiments/syntax-locality/reporting/scores.js"
import { checkable, tooWide, useBrowser, violations } from "./browser.js"

/** Text as a model might write it to reach whoever reads about it (J1, J2). */
const hostile = {
  image: `"><img src=x onerror="window.pwned=1">`,
  script: `</script><script>window.pwned=1</script>`,
  ansi: "\u001b[31mred\u001b[0m\u0007",
  bidi: "abc\u202edcba\u202c\u200b\ufeff",
  comment: "<!-- <script>",
  long: "長".repeat(200)
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-page-"))
const open = useBrowser()

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const writePage = (name: string, scores: ReadonlyArray<ScoreRow>): string => {
  const file = path.join(folder, `${name}.html`)
  fs.writeFileSync(file, fileOf(runReport(reportInput(scores)), "report.html"))
  return file
}

/** The hand-made run, its first answers replaced by hostile ones. */
const hostileRun = (): string => {
  const texts = Object.values(hostile)
  return writePage(
    "hostile",
    handmade.map((row, index) => {
      const text = texts[index]
      return text === undefined
        ? row
        : { ...row, answerExcerpt: text, reason: text, returnedModel: text, answerLength: 200_000 }
    })
  )
}

const countText = (page: Page) => page.locator("#count").textContent()

describe("report.html in a browser", () => {
  it("J1 J2 shows hostile text as text, and lets nothing of it run or load", async () => {
    const { complaints, page } = await open(hostileRun())
    const seen: Array<string> = []
    const buttons = page.locator("#trials tbody button")
    for (let index = 0; index < Object.keys(hostile).length; index++) {
      await buttons.nth(index).click()
      seen.push((await page.locator("#family").textContent()) ?? "")
      await page.keyboard.press("Escape")
    }
    const all = seen.join("\n")
    for (const text of [hostile.image, hostile.script, hostile.comment, hostile.long])
      expect(all).toContain(text)
    expect(all).toContain("\\u{1b}[31mred\\u{1b}[0m\\u{7}")
    expect(all).toContain("abc\\u{202e}dcba\\u{202c}\\u{200b}\\u{feff}")
    expect(await page.evaluate("window.pwned")).toBeUndefined()
    expect(await page.locator("img:not(figure > img)").count()).toBe(0)
    expect(await page.locator("figure > img").count()).toBeGreaterThan(3)
    expect(complaints).toEqual([])
  })

  it("filters, and counts what it shows", async () => {
    const { complaints, page } = await open(writePage("handmade", handmade))
    expect(await countText(page)).toBe(`1 to 25 of ${handmade.length} trials`)
    await page.selectOption("select[name=style]", { label: "named_end" })
    await page.selectOption("select[name=outcome]", { label: "wrong_answer" })
    const wanted = handmade.filter(
      ({ factors, outcome }) => factors["style"] === "named_end" && outcome === "wrong_answer"
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(await countText(page)).toBe(`1 to ${wanted.length} of ${wanted.length} trials`)
    expect(await page.locator("#trials tbody tr").count()).toBe(wanted.length)
    expect(complaints).toEqual([])
  })

  it("opens a family with the keyboard alone, its five styles side by side, and gives the focus back", async () => {
    const { page } = await open(writePage("keyboard", handmade))
    const button = page.locator("#trials tbody button").first()
    await button.focus()
    await page.keyboard.press("Enter")
    expect(await page.locator("#family article h4").allTextContents()).toEqual([
      "braces",
      "generic_end",
      "named_end",
      "padded_end",
      "typed_end"
    ])
    await page.keyboard.press("Escape")
    expect(await page.locator("#family").isVisible()).toBe(false)
    expect(
      await page.evaluate("document.activeElement === document.querySelector('#trials tbody button')")
    ).toBe(true)
  })

  it("links to the files of a trial", async () => {
    const { page } = await open(writePage("links", handmade))
    await page.locator("#trials tbody button").first().click()
    const links = await page.locator("#family a").all()
    const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")))
    const ids = handmade
      .filter(({ block }) => block === handmade[0]?.block)
      .map(({ trialId }) => `trials/${trialId}/request.json`)
    expect(hrefs).toEqual(expect.arrayContaining(ids))
  })

  it("sorts tables by their figures", async () => {
    const { page } = await open(writePage("sort", handmade))
    const table = page.locator("table.sortable").last()
    await table.locator("thead button").nth(1).click()
    const shares = (await table.locator("tbody tr td:nth-child(2)").allTextContents()).map(Number.parseFloat)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(await table.locator("thead th").nth(1).getAttribute("aria-sort")).toBe("ascending")
  })

  it.each([
    ["wide, light", 1280, "light"],
    ["narrow, dark", 390, "dark"]
  ] as const)("has nothing that an accessibility checker finds: %s", async (_, width, colorScheme) => {
    const { page } = await open(hostileRun(), checkable(width, colorScheme))
    expect(await violations(page)).toEqual([])
    await page.locator("#trials tbody button").first().click()
    expect(await violations(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  })

  it("prints dark on white, whatever the screen, with whole tables and without what needs a mouse", async () => {
    const { complaints, page } = await open(writePage("print", handmade), {
      // A4 between its margins, in CSS pixels.
      viewport: { width: 703, height: 1000 },
      colorScheme: "dark"
    })
    expect(await page.locator("#browser").isVisible()).toBe(true)
    const ink = () => page.evaluate("getComputedStyle(document.body).color")
    const onScreen = await ink()
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    expect(await ink()).toBe("rgb(27, 27, 31)")
    expect(onScreen).not.toBe("rgb(27, 27, 31)")
    expect(await page.locator("#browser").isVisible()).toBe(false)
    expect(await page.getByText("no part of the print").isVisible()).toBe(true)
    const cut = `[...document.querySelectorAll("table, img")]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).length`
    expect(await page.evaluate(cut)).toBe(0)
    expect(complaints).toEqual([])
  })

  it("is of use with 5,120 trials", async () => {
    const styles = ["braces", "generic_end", "typed_end", "named_end", "padded_end"]
    const rows = schedule(
      Array.from({ length: 5120 }, (_unused, index) =>
        scoreRow(
          {
            family: `f${Math.floor(index / 10)}`,
            depth: [2, 4, 8, 16][Math.floor(index / 10) % 4] ?? 2,
            filler: 0,
            regime: index % 10 < 5 ? "natural" : "nonce",
            style: styles[index % 5] ?? "braces"
          },
          index % 7 === 0 ? "wrong_answer" : "correct"
        )
      )
    )
    const file = writePage("main", rows)
    const started = performance.now()
    const { page } = await open(file)
    expect(await countText(page)).toBe("1 to 25 of 5120 trials")
    console.log(
      `5,120 trials: ${fs.statSync(file).size} bytes, shown after ${Math.round(performance.now() - started)} ms`
    )
    await page.selectOption("select[name=outcome]", { label: "wrong_answer" })
    expect(await countText(page)).toBe("1 to 25 of 732 trials")
  })
})
