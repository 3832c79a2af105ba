import * as path from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { answeredBy, finished, plannedPremise, sayingModel } from "../experiments/assist-premise/runs.js"
import { checkable, tooWide, useBrowser, useFile, violations } from "./browser.js"

const hostile = `</pre></script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">`

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

const open = useBrowser()
const file = useFile(hostileRun)

describe("the page of the second benchmark in a browser", () => {
  it("J1 J2 shows hostile text as text, and lets nothing of it run or load", async () => {
    const { complaints, page } = await open(file())
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
      const { page } = await open(file(), checkable(width, colorScheme))
      expect(await violations(page)).toEqual([])
      expect(await tooWide(page)).toEqual([])
    },
    60_000
  )
})
