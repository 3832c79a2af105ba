import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"

/** Opens a file in the browser of this test file. What the page complains of, or asks for beside itself and images that it holds, is collected. */
export const useBrowser = () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
    })
  })
  afterAll(() => browser.close())

  return async (file: string, options: BrowserContextOptions = {}, mayAsk = /^data:image\/svg\+xml/) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("pageerror", (error) => void complaints.push(error.message))
    page.on("dialog", (dialog) => void complaints.push(dialog.message()))
    page.on("request", (request) => {
      const url = request.url()
      if (url !== `file://${file}` && !mayAsk.test(url)) complaints.push(`asked for ${url}`)
    })
    await page.goto(`file://${file}`)
    return { page, complaints }
  }
}

/** The file that `make` writes before the tests, and that is gone after them. */
export const useFile = <E>(make: Effect.Effect<string, E, Scope.Scope>): (() => string) => {
  let scope: Scope.CloseableScope
  let file = ""
  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    file = await Effect.runPromise(Scope.extend(make, scope))
  }, 120_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => file
}

const checker = createRequire(import.meta.url).resolve("axe-core")

/** A page that the accessibility checker, a script of its own, may look at. */
export const checkable = (width: number, colorScheme: "light" | "dark"): BrowserContextOptions => ({
  viewport: { width, height: 900 },
  colorScheme,
  bypassCSP: true
})

/** What the accessibility checker finds in a {@link checkable} page as it is now. */
export const violations = async (page: Page): Promise<unknown> => {
  await page.evaluate(fs.readFileSync(checker, "utf8"))
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))"
  )
}

/** What sticks out of the window, but for what scrolls by itself. */
export const tooWide = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((one) => one.closest(".scroll") === null || one.matches(".scroll"))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.tagName + "." + one.className + " " + one.textContent.slice(0, 40))`)
