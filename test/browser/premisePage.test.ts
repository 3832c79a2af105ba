import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answeredBy, finished, plannedPremise, sayingModel } from "../experiments/assist-premise/runs.js"

const hostile = `</pre></script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">`

let browser: Browser
let scope: Scope.CloseableScope
let file = ""

/** A run whose answers are markup wherever a model can write: in its body, its explanation, its declarations. */
const hostileRun = Effect.gen(function* () {
  const root = yield* plannedPremise({ replicates: 2 })
  yield* answeredBy(
    root,
    sayingModel(({ allDay }, replies) =>
      JSON.stringify({
        body:
          replies === 0
            ? `monthEnd |> ${hostile}`
            : `${allDay ? "monthEnd" : "everyDay |> at(T10:00)"} # ${hostile}`,
        explanation: hostile,
        assumptions: [{ topic: "roll", statement: hostile }]
      })
    )
  )
  yield* finished(root)
  return path.join(root, "report.html")
})

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
  })
  scope = await Effect.runPromise(Scope.make())
  file = await Effect.runPromise(Scope.extend(hostileRun, scope))
}, 120_000)

afterAll(async () => {
  await browser.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("the page of the second benchmark in a browser", () => {
  it("J1 J2 shows hostile text as text, and lets nothing of it run or load", async () => {
    const page = await browser.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("pageerror", (error) => void complaints.push(error.message))
    page.on("request", (request) => {
      if (request.url() !== `file://${file}`) complaints.push(request.url())
    })
    await page.goto(`file://${file}`)
    expect(complaints).toEqual([])
    expect(await page.evaluate("window.pwned")).toBeUndefined()
    expect(await page.evaluate("document.documentElement.lang")).toBe("ja")
    expect(await page.locator("section.problem").count()).toBe(21)
    await page.locator("details summary").first().click()
    expect(await page.locator("details").first().textContent()).toContain(hostile)
  })

  it.each([
    ["wide, light", 1280, "light"],
    ["narrow, dark", 390, "dark"]
  ] as const)(
    "has nothing that an accessibility checker finds: %s",
    async (_, width, colorScheme) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        // The checker is a script of its own.
        bypassCSP: true
      })
      const page = await context.newPage()
      await page.goto(`file://${file}`)
      const checker = createRequire(import.meta.url).resolve("axe-core")
      await page.evaluate(fs.readFileSync(checker, "utf8"))
      expect(
        await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))"
        )
      ).toEqual([])
      const tooWide = `document.documentElement.scrollWidth > document.documentElement.clientWidth`
      expect(await page.evaluate(tooWide)).toBe(false)
    },
    60_000
  )
})
