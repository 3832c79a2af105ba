import * as fs from "node:fs"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { readOverrides } from "../../../../src/experiments/workbench/judging/Override.js"
import { rateOfEquals } from "../../../../src/experiments/workbench/scores/maximumBias.js"

const read = (page: string) =>
  fs.readFileSync(new URL(`../../../../docs/${page}.md`, import.meta.url), "utf8")

const rows = (page: string, pattern: RegExp): ReadonlyArray<ReadonlyArray<string>> =>
  read(page)
    .split("\n")
    .flatMap((line) => {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
      return pattern.test(cells[0] ?? "") ? [cells] : []
    })

describe("the pages on the workbench", () => {
  it("shows what the simulation of equals gives", { timeout: 60_000 }, () => {
    const table = rows("limitations", /^0\.\d$/)
    expect(table.length).toBe(9)
    for (const [chance, repeats, one, three] of table) {
      const shown = [1, 3].map((clouds) =>
        rateOfEquals({
          chance: Number(chance),
          clouds,
          repeats: Number(repeats),
          tasks: 30,
          trials: 2_000,
          seed: 20261005n
        }).toFixed(3)
      )
      expect([chance, repeats, ...shown]).toEqual([chance, repeats, one, three])
    }
  })

  it("names the fields of an override, all and no other", () => {
    const fields = rows("workbench", /^`(?:trialId|layer|from|to|who|when|why)`$/).map(([name = ""]) =>
      name.replaceAll("`", "")
    )
    const value: Record<string, unknown> = {
      trialId: "t",
      layer: "l",
      from: null,
      to: 1,
      who: "w",
      when: "2026-11-30T09:00:00Z",
      why: "y"
    }
    const accepted = (names: ReadonlyArray<string>) =>
      Either.isRight(
        readOverrides(
          Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, value[name]]))))
        )
      )
    expect(accepted(fields)).toBe(true)
    for (const left of fields) expect(accepted(fields.filter((name) => name !== left))).toBe(false)
  })
})
