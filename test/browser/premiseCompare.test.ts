import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { assistPremise } from "../../src/experiments/assist-premise/AssistPremise.js"
import { compare } from "../../src/pipeline/compare.js"
import * as Disk from "../../src/records/Disk.js"
import { publicSet } from "../experiments/assist-premise/data.js"
import {
  answered,
  answeredBy,
  finished,
  plannedPremise,
  sayingModel
} from "../experiments/assist-premise/runs.js"
import { checkable, tooWide, useBrowser, useFile, violations } from "./browser.js"

const hostile = {
  model: `</td></script><script>window.pwned=1</script>`,
  // No slash fits into the name of a folder.
  folder: `run"><img src=x onerror="window.pwned=1"><!-- \u202e`,
  reply: `<img src=x onerror="window.pwned=1"> from a reply`
}

let runs: ReadonlyArray<string> = []

/** Three runs: markup wherever somebody can write, twice; one that declares all; one that declares nothing, and stopped after five. */
const compared = Effect.gen(function* () {
  const markup = yield* plannedPremise({ model: hostile.model, replicates: 2 })
  yield* answeredBy(
    markup,
    sayingModel(({ allDay, ambiguity }) =>
      ambiguity.length === 0
        ? hostile.reply
        : JSON.stringify({
            body: `${allDay ? "monthEnd" : "everyDay |> at(T10:00)"} # ${hostile.reply}`,
            explanation: hostile.reply,
            assumptions: [{ topic: "roll", statement: hostile.reply }]
          })
    )
  )
  const declaring = yield* plannedPremise({ model: "declaring" })
  yield* answered(declaring, "declaring")
  const silent = yield* plannedPremise({ model: "silent" })
  yield* answered(silent, "silent", 5)
  yield* Effect.forEach([markup, declaring, silent], finished)
  const renamed = path.join(path.dirname(markup), hostile.folder)
  fs.renameSync(markup, renamed)
  runs = [renamed, declaring, silent]
  const out = path.join(path.dirname(declaring), "out")
  yield* compare(assistPremise, runs, out).pipe(Effect.provide(Disk.layer))
  return path.join(out, "compare.html")
})

const open = useBrowser()
const file = useFile(compared)

const isControl = (row: number): boolean => publicSet.problems[row]?.ambiguity.length === 0

/** The cells of a table, row by row, its titles first; without the signs by which it is sorted. */
const cells = (page: Page, caption: string): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  page
    .getByRole("region", { name: caption, exact: true })
    .locator("tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s*[↕↑↓]$/, "")))
    )

/** As the page writes the override, which would turn around what stands behind it. */
const visible = (text: string): string => text.replace("\u202e", "\\u{202e}")

describe("the runs of the second benchmark side by side in a browser", () => {
  it("J1 J2 shows hostile text as text, and lets nothing of it run or load", async () => {
    const { complaints, page } = await open(file())
    const [markup = ""] = runs
    expect(await page.evaluate("document.documentElement.lang")).toBe("ja")
    expect(await page.locator(".banner").first().textContent()).toContain(visible(markup))
    const [, first] = await cells(page, "結果")
    expect(first?.[0]).toBe(visible(markup))
    expect(first?.[1]).toContain(hostile.model)
    expect((await cells(page, "問題ごとの記号"))[0]?.[1]).toBe(visible(markup))
    expect(await page.locator("img").count()).toBe(0)
    expect(await page.evaluate("window.pwned")).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it("shows every problem once in each table, and what each run made of it", async () => {
    const { page } = await open(file())
    const symbols = await cells(page, "問題ごとの記号")
    const readings = await cells(page, "問題ごとに取った読み")
    const ids = publicSet.problems.map(({ id }) => id)
    for (const table of [symbols, readings]) {
      expect(table[0]).toEqual(["問題", ...runs.map(visible)])
      expect(table.slice(1).map(([id]) => id)).toEqual(ids)
    }
    const column = (table: typeof symbols, index: number) => table.slice(1).map((row) => row[index])
    // Of markup no control has a body; it is asked twice.
    expect(column(symbols, 1).filter((_, row) => isControl(row))).toEqual(["i i", "i i", "i i", "i i"])
    expect(
      column(symbols, 1)
        .filter((_, row) => !isControl(row))
        .join(" ")
    ).toMatch(/^[.SWX]( [.SWX])+$/)
    expect(column(symbols, 2)).toEqual(ids.map(() => "."))
    // Whoever declares nothing is right where nothing is to be declared; 16 were not asked.
    const asked = column(symbols, 3).map((symbol, row) => (symbol === "—" ? "—" : isControl(row) ? "." : "S"))
    expect(column(symbols, 3)).toEqual(asked)
    expect(asked.filter((symbol) => symbol === "—")).toHaveLength(16)
    const keys = publicSet.problems.map(({ interpretations }) => interpretations.map(({ key }) => key))
    for (const [row, reading] of column(readings, 2).entries()) expect(keys[row]).toContain(reading)
    expect(column(readings, 3).map((reading) => reading === "—")).toEqual(
      asked.map((symbol) => symbol === "—")
    )
    expect(await page.locator(".banner").last().textContent()).toContain("21 件のうち 16 件")
  })

  it("sorts the results by their figures", async () => {
    const { page } = await open(file())
    const passed = async () => (await cells(page, "結果")).slice(1).map((row) => row[3] ?? "")
    const before = await passed()
    expect(before).toHaveLength(4)
    expect(before.slice(2)).toEqual(["21/21", expect.stringMatching(/^[0-5]\/5$/)])
    const button = page.getByRole("region", { name: "結果", exact: true }).locator("thead button").nth(3)
    await button.focus()
    await page.keyboard.press("Enter")
    const ascending = before.toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
    expect(ascending).not.toEqual(before)
    expect(await passed()).toEqual(ascending)
    await page.keyboard.press("Enter")
    expect((await passed())[0]).toBe("21/21")
  })

  it.each([
    ["wide, light", 1280, "light"],
    ["wide, dark", 1280, "dark"],
    ["narrow, light", 390, "light"],
    ["narrow, dark", 390, "dark"]
  ] as const)(
    "has nothing that an accessibility checker finds, and nothing that sticks out: %s",
    async (_, width, colorScheme) => {
      const { page } = await open(file(), checkable(width, colorScheme))
      expect(await violations(page)).toEqual([])
      expect(await tooWide(page)).toEqual([])
    }
  )

  it("prints dark on white, whatever the screen, with whole tables", async () => {
    // A4 between its margins, in CSS pixels.
    const { page } = await open(file(), { viewport: { width: 703, height: 1000 }, colorScheme: "dark" })
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(27, 27, 31)")
    const cut = `[...document.querySelectorAll("table, .banner, li")]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.tagName + " " + one.textContent.slice(0, 40))`
    expect(await page.evaluate(cut)).toEqual([])
  })

  it("shows every table without scripts", async () => {
    const { page } = await open(file(), { javaScriptEnabled: false })
    expect(await page.locator("table:visible tbody tr:visible").count()).toBe(4 + 21 + 21)
    expect(await page.locator("thead button").count()).toBe(0)
  })
})
