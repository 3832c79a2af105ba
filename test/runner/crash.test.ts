import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { chanceOf, newTally, Run } from "./crash/campaign.js"
import { type Scenario, scenarios } from "./crash/scenarios.js"
import { wrongCount } from "./crash/special.js"
import {
  buildPrograms,
  makeTemplate,
  type Programs,
  type Template,
  temporaryFolder,
  World
} from "./crash/world.js"

/*
 * A few kills of what `npm run test:crash` does hundreds of times.
 */

const folder = temporaryFolder()
const world = new World()
let programs: Programs
let template: Template

beforeAll(async () => {
  programs = await buildPrograms()
  await world.start("latency=0", 1n)
  template = makeTemplate(folder, "smoke", world.baseUrl, {})
}, 120_000)

afterAll(async () => {
  await world.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const survive = async (scenario: Scenario, n: number, kills: number) => {
  const random = chanceOf(20261005n, n)
  world.forget()
  await world.start(scenario.faults, random.nextLong())
  const tally = newTally()
  const run = new Run(path.join(folder, `run-${n}`), world, template, scenario, random, tally, programs)
  await run.toTheEnd(kills)
  return { run, tally }
}

describe("E4 a live run that is killed again and again", () => {
  it.each([
    ["storm", 4],
    ["bodies", 3]
  ] as const)(
    "sends nothing twice, loses nothing and keeps its books: %s",
    async (name, kills) => {
      const { run, tally } = await survive(scenarios[name], 1000 + kills, kills)
      expect(run.kills).toBeGreaterThan(0)
      expect(tally.looks).toBeGreaterThan(kills)
      expect(tally.terminals).toBe(20)
    },
    120_000
  )

  it("stops with a diagnosis where the server's counts are wrong", async () => {
    const said = await wrongCount(folder, world, template, chanceOf(20261005n, 0), newTally(), programs)
    expect(said).toMatch(/^wrong counts: stopped with 3 and a diagnosis/)
  }, 60_000)
})
