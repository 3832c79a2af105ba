import * as path from "node:path"
import type { JavaRandom } from "../../../src/random/JavaRandom.js"
import { Broken, Run, type Tally } from "./campaign.js"
import { scenarios } from "./scenarios.js"
import type { Ended, Programs, Template, World } from "./world.js"

type Special = (
  folder: string,
  world: World,
  template: Template,
  random: JavaRandom,
  tally: Tally,
  programs: Programs
) => Promise<string>

/** The invocation stopped early, and said why. Returns how many trials are left. */
const expectStop = (run: Run, { code, stderr, summary }: Ended, reason: string): number => {
  const pending = summary?.pending ?? 0
  if (code === 3 && pending > 0 && summary?.stop?.reason === reason) return pending
  throw new Broken(run.folder, [
    `it ended with ${code} and ${JSON.stringify(summary)} instead of ${reason}: ${stderr}`
  ])
}

/** The provider goes away in the middle: an outage leaves trials pending and burns none of them. */
export const outage: Special = async (folder, world, template, random, tally, programs) => {
  world.forget()
  const seed = random.nextLong()
  await world.start(scenarios.calm.faults, seed)
  const run = new Run(path.join(folder, "outage"), world, template, scenarios.calm, random, tally, programs)
  let stopped: Promise<void> | null = null
  let left = 2 * 6
  const end = await run.invoke({ type: "never" }, () => {
    world.onEntry = (entry) => {
      if (entry.event === "received" && --left === 0) stopped = world.stop()
    }
  })
  await stopped
  const pending = expectStop(run, end, "outage")
  await world.start(scenarios.calm.faults, seed)
  await run.toTheEnd(0)
  return `outage: stopped with 3 and ${pending} pending trials, and came to its end when the provider was back`
}

/** SIGTERM lets requests under way finish, and the run can go on. */
export const softStop: Special = async (folder, world, template, random, tally, programs) => {
  world.forget()
  await world.start("latency=40..80", random.nextLong())
  const run = new Run(path.join(folder, "term"), world, template, scenarios.calm, random, tally, programs)
  let left = 14
  const end = await run.invoke({ type: "never" }, (kill) => {
    world.onEntry = (entry) => {
      if (entry.event === "received" && --left === 0) kill("SIGTERM")
    }
  })
  const pending = expectStop(run, end, "signal")
  if (world.truth().lost.size > 0) throw new Broken(run.folder, ["SIGTERM cut requests under way"])
  await run.toTheEnd(0)
  return `SIGTERM: stopped with 3 and ${pending} pending trials, no request was cut`
}

/** A server whose counts are wrong stops the run with a diagnosis, every time. */
export const wrongCount: Special = async (folder, world, template, random, tally, programs) => {
  world.forget()
  await world.start(scenarios.wrongCount.faults, random.nextLong())
  const run = new Run(
    path.join(folder, "wrong"),
    world,
    template,
    scenarios.wrongCount,
    random,
    tally,
    programs
  )
  const pending: Array<number> = []
  for (let times = 0; times < 2; times++) {
    pending.push(expectStop(run, await run.invoke({ type: "never" }), "count_mismatch"))
  }
  return `wrong counts: stopped with 3 and a diagnosis, with ${pending.join(", then ")} pending trials`
}
