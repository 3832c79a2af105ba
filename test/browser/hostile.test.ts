import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { build } from "../cli/executable.js"
import { hostile, hostileRun } from "../support/hostileRun.js"
import { useBrowser } from "./browser.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-hostile-"))
const open = useBrowser()

beforeAll(async () => {
  expect(await build()).toMatchObject({ code: 0 })
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

it("J1 J2 a run whose answers came hostile over the wire: nothing in its pages and figures runs, loads or leads astray", async () => {
  const { ends, run } = await hostileRun(folder)
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  const figures = fs.readdirSync(path.join(run, "figures")).filter((name) => name.endsWith(".svg"))
  expect(figures.length).toBeGreaterThan(5)
  for (const name of ["report.html", ...figures.map((figure) => `figures/${figure}`)]) {
    const { complaints, page } = await open(path.join(run, name), {}, /^(data:image\/svg|file:)/)
    if (name === "report.html") {
      const shown: Array<string> = []
      for (const button of (await page.locator("#trials tbody button").all()).slice(0, 7)) {
        await button.click()
        shown.push((await page.locator("#family").textContent()) ?? "")
        await page.keyboard.press("Escape")
      }
      const seen = shown.join("\n")
      for (const text of ["image", "script", "formula"]) expect(seen).toContain(hostile[text])
      expect(seen).toContain("\\u{1b}[31mred")
      expect(await page.locator("img:not(figure > img)").count()).toBe(0)
      expect(await page.title()).toContain("<script>")
    }
    expect([name, await page.evaluate("window.pwned"), complaints]).toEqual([name, undefined, []])
    await page.close()
  }
}, 180_000)
