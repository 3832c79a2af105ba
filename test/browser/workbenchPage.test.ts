import * as path from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { hostileRun, shown } from "../experiments/workbench/reporting/hostile.js"
import { checkable, tooWide, useBrowser, useFile, violations } from "./browser.js"

const open = useBrowser()
const file = useFile(Effect.map(hostileRun, (root) => path.join(root, "report.html")))

const visible = "section.task article:visible"

describe("the page of the third benchmark in a browser", () => {
  it("J1 J2 shows hostile text as text, and lets nothing of it run or load", async () => {
    const { complaints, page } = await open(file())
    expect(complaints).toEqual([])
    expect(await page.evaluate("window.pwned")).toBeUndefined()
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    const first = page.locator("article[data-subject='stand-in:8b'] pre").first()
    for (const text of shown("local")) expect(await first.textContent()).toContain(text)
    expect(await page.locator("figure > img").count()).toBe(4)
    expect(await page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)")).toBe(true)
    expect(complaints).toEqual([])
  })

  it("shows the runs that one asks for, and says how many, by keyboard as well", async () => {
    const { page } = await open(file())
    expect(await page.locator(visible).count()).toBe(12)
    await page.selectOption("select[data-filter=category]", "mail")
    expect(await page.locator(visible).count()).toBe(4)
    expect(await page.locator("section.task:visible").count()).toBe(1)
    await page.selectOption("select[data-filter=audit]", "yes")
    const audited = await page.locator(visible).count()
    expect(audited).toBeGreaterThan(0)
    expect(await page.locator("#run-count").textContent()).toBe(`12走のうち${audited}走を表示`)
    await page.selectOption("select[data-filter=result]", "passed")
    expect(await page.locator(visible).count()).toBe(0)
    await page.locator("#reset").focus()
    await page.keyboard.press("Enter")
    expect(await page.locator(visible).count()).toBe(12)
    const subject = page.locator("select[data-filter=subject]")
    await subject.focus()
    await page.keyboard.press("ArrowDown")
    expect(await subject.inputValue()).toBe("stand-in:8b")
    expect(await page.locator(visible).count()).toBe(3)
  })

  it("sorts its tables by their figures", async () => {
    const { page } = await open(file())
    const table = page.locator("table.sortable").first()
    // ローカル価値: 100 or 0, and never missing.
    const figures = async () =>
      (await table.locator("tbody tr td:nth-child(8)").allTextContents()).map(Number.parseFloat)
    const before = await figures()
    await table.locator("thead button").nth(7).click()
    expect(await figures()).toEqual(before.toSorted((a, b) => a - b))
    await table.locator("thead button").nth(7).click()
    expect(await figures()).toEqual(before.toSorted((a, b) => b - a))
    expect(new Set(before)).toEqual(new Set([0, 100]))
  })

  it.each([
    ["wide, light", 1280, "light"],
    ["wide, dark", 1280, "dark"],
    ["narrow, light", 390, "light"],
    ["narrow, dark", 390, "dark"]
  ] as const)(
    "has nothing that an accessibility checker finds, and nothing that sticks out: %s",
    async (name, width, colorScheme) => {
      const { page } = await open(file(), checkable(width, colorScheme))
      expect(await violations(page)).toEqual([])
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
      expect(await violations(page)).toEqual([])
      expect(await tooWide(page)).toEqual([])
      const folder = process.env["SCREENSHOTS"]
      if (folder !== undefined)
        await page.screenshot({ path: path.join(folder, `${name.replace(", ", "-")}.png`), fullPage: true })
    },
    120_000
  )

  it("shows every run without scripts", async () => {
    const { page } = await open(file(), { javaScriptEnabled: false })
    expect(await page.locator(visible).count()).toBe(12)
    expect(await page.locator("#run-filters").isVisible()).toBe(false)
  })

  it("prints dark on white, whatever the screen, and without what needs a mouse", async () => {
    const { complaints, page } = await open(file(), {
      // A4 between its margins, in CSS pixels.
      viewport: { width: 703, height: 1000 },
      colorScheme: "dark"
    })
    expect(await page.locator("#run-filters").isVisible()).toBe(true)
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(27, 27, 31)")
    expect(await page.locator("#run-filters").isVisible()).toBe(false)
    expect(await page.locator(visible).count()).toBe(12)
    const cut = `[...document.querySelectorAll("table, img, article")]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.tagName + " " + one.textContent.slice(0, 40))`
    expect(await page.evaluate(cut)).toEqual([])
    const folder = process.env["SCREENSHOTS"]
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, "print.png"), fullPage: true })
    expect(complaints).toEqual([])
  })
})
