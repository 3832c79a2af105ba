/**
 * The crash campaign: `npm run test:crash -- [--kills N] [--seed S] [--from RUN]`. Many small runs against a provider with faults, each killed
 * again and again and resumed until it is over, with the books checked against the provider's at every look.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { chanceOf, killsIn, newTally, Run } from "./campaign.js"
import { scenarios } from "./scenarios.js"
import { outage, softStop, wrongCount } from "./special.js"
import { buildPrograms, makeTemplate, temporaryFolder, World } from "./world.js"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string", default: "20261005" },
    from: { type: "string", default: "0" }
  }
})
const seed = BigInt(values.seed)
const kills = Number(values.kills)

const folder = temporaryFolder()
const world = new World()
const began = performance.now()
await world.start("latency=0", 1n)
const programs = await buildPrograms()
const plain = makeTemplate(folder, "smoke", world.baseUrl, {})
/** Two trials share each request. */
const twice = makeTemplate(folder, "smoke", world.baseUrl, { replicates: 2 })
const grid = { depth: [2], fillerStatements: [0], seedsPerCell: 2 }
/** Eight blocks of five. */
const blocks = makeTemplate(folder, "pilot", world.baseUrl, { grid })
/** Trials of up to three calls. */
const conversations = makeTemplate(folder, "public", world.baseUrl, { maxOutputTokens: 8192 })
const templates = [plain, conversations, twice, blocks]
const tally = newTally()
const kinds = [
  scenarios.calm,
  scenarios.storm,
  scenarios.bodies,
  scenarios.stops,
  scenarios.refusals,
  scenarios.cap,
  scenarios.attempts,
  scenarios.noCount,
  scenarios.again
]

const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0)

let ok = false
try {
  for (let n = Number(values.from); killsIn(tally) < kills; n++) {
    const scenario = kinds[n % kinds.length]
    const template = templates[Math.floor(n / kinds.length) % templates.length]
    if (scenario === undefined || template === undefined) throw new Error("no scenario")
    const random = chanceOf(seed, n)
    world.forget()
    await world.start(scenario.faults, random.nextLong())
    const run = new Run(path.join(folder, `run-${n}`), world, template, scenario, random, tally, programs)
    await run.toTheEnd(4 + random.nextInt(8))
    console.log(
      `run ${n} (${scenario.name}, ${template.trials.length} trials): ${run.kills} kills, ${run.invocations} invocations; ` +
        `${killsIn(tally)} kills after ${seconds()} s`
    )
  }
  for (const special of [outage, softStop, wrongCount]) {
    console.log(await special(folder, world, blocks, chanceOf(seed, -1), tally, programs))
  }
  ok = true
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await world.stop()
  if (ok) fs.rmSync(folder, { recursive: true, force: true })
}
console.log(
  `${ok ? "nothing broke" : `BROKEN; the folders are kept in ${folder}`}: seed ${seed}, ${killsIn(tally)} kills ${JSON.stringify(tally.kills)}, ` +
    `${tally.runs} runs, ${tally.invocations} invocations, ${tally.looks} looks, ${tally.requests} requests, ` +
    `${tally.terminals} terminal records, ${seconds()} s`
)
