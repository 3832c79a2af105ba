import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { build } from "../cli/executable.js"
import { hostile, hostileRun } from "../support/hostileRun.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-hostile-"))
let browser: Browser

beforeAll(async () => {
  expect(await build()).toMatchObject({ code: 0 })
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
  })
})

afterAll(async () => {
  await browser.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

it("J1 J2 a run whose answers came hostile over the wire: nothing in its pages and figures runs, loads or leads astray", async () => {
  const { ends, run } = await hostileRun(folder)
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  const figures = fs.readdirSync(path.join(run, "figures")).filter((name) => name.endsWith(".svg"))
  expect(figures.length).toBeGreaterThan(5)
  for (const name of ["report.html", ...figures.map((figure) => `figures/${figure}`)]) {
    const page = await browser.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("pageerror", (error) => void complaints.push(error.message))
    page.on("dialog", (dialog) => void complaints.push(dialog.message()))
    page.on("request", (request) => {
      if (!/^(data:image\/svg|file:)/.test(request.url())) complaints.push(request.url())
    })
    await page.goto(`file://${path.join(run, name)}`)
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
