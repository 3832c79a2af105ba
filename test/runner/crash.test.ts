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
let conversations: Template

beforeAll(async () => {
  programs = await buildPrograms()
  await world.start("latency=0", 1n)
  template = makeTemplate(folder, "smoke", world.baseUrl, {})
  conversations = makeTemplate(folder, "public", world.baseUrl, { maxOutputTokens: 8192 })
}, 120_000)

afterAll(async () => {
  await world.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const begin = async (scenario: Scenario, n: number, of: Template = template) => {
  const random = chanceOf(20261005n, n)
  world.forget()
  await world.start(scenario.faults, random.nextLong())
  const tally = newTally()
  const run = new Run(path.join(folder, `run-${n}`), world, of, scenario, random, tally, programs)
  return { run, tally }
}

describe("E4 a live run that is killed again and again", () => {
  it.each([
    ["storm", 3],
    ["bodies", 2]
  ] as const)(
    "sends nothing twice, loses nothing and keeps its books: %s",
    async (name, kills) => {
      const { run, tally } = await begin(scenarios[name], 1000 + kills)
      await run.toTheEnd(kills)
      expect(run.kills).toBeGreaterThan(0)
      expect(tally.looks).toBeGreaterThan(kills)
      expect(tally.terminals).toBe(20)
    },
    120_000
  )

  it("sends nothing twice, loses nothing and keeps its books in trials of several calls", async () => {
    const { run, tally } = await begin(scenarios.storm, 3000, conversations)
    await run.toTheEnd(3)
    expect(run.kills).toBeGreaterThan(0)
    expect(tally.terminals).toBe(21)
    expect(tally.requests).toBeGreaterThan(2 * 21 + 5)
  }, 120_000)

  it("C2 does not send a fifth time what was lost four times, however often it is asked to", async () => {
    const { run } = await begin({ ...scenarios.again, faults: "latency=300" }, 2000)
    // The first invocation counts the five requests of the block, and dies with its first generation under way.
    for (let kill = 0; kill < 6; kill++) {
      await run.invoke({ type: "received", requests: kill === 0 ? 6 : 1, afterMs: 60 })
    }
    const sent = world.truth().received.filter(({ operation }) => operation === "generate")
    const first = sent.filter(({ requestSha256 }) => requestSha256 === sent[0]?.requestSha256)
    expect([run.kills, first.length]).toEqual([6, 4])
  }, 60_000)

  it("stops with a diagnosis where the server's counts are wrong", async () => {
    const said = await wrongCount(folder, world, template, chanceOf(20261005n, 0), newTally(), programs)
    expect(said).toMatch(/^wrong counts: stopped with 3 and a diagnosis/)
  }, 60_000)
})
