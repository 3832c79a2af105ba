import * as fs from "node:fs"
import { expect, it } from "vitest"
import { siteTypes } from "../../../../src/experiments/workbench/site/siteTypes.js"

const source = fs.readFileSync(
  new URL("../../../../src/experiments/workbench/site/LeaderboardData.ts", import.meta.url),
  "utf8"
)

it("jworkbench.ts begins with the types of LeaderboardData.ts, letter by letter", () => {
  expect(siteTypes).toBe(source.slice(source.indexOf("export interface")))
})
