import * as fs from "node:fs"
import { describe, expect, it } from "vitest"
import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { publishedTasks } from "../support/publishedTasks.js"
import { baselines } from "./baselines.js"
import {
  baselineTable,
  hardnessTable,
  programList,
  sampleScore,
  taskTable,
  trapTable,
  withPart
} from "./page.js"
import { scoreBaseline, scoreFully } from "./scoreBaselines.js"
import type { Baseline } from "./View.js"

const page = new URL("../../../../docs/workbench.md", import.meta.url)
const scores = new Map(publishedTasks.map(({ spec }) => [spec.id, new Map<string, number>()]))

/** Each is scored once for the tests and for the tables. */
const scoreOf = async (task: Task, baseline: Baseline): Promise<number> => {
  const known = scores.get(task.spec.id)?.get(baseline.name)
  if (known !== undefined) return known
  const { score } = await scoreBaseline(task, baseline)
  const score01 = score.score01 ?? Number.NaN
  scores.get(task.spec.id)?.set(baseline.name, score01)
  return score01
}

/** Programs without a model. A task that one of them passes is a defect of the task's weights or gold. */
describe.each(publishedTasks.map((task) => [task.spec.id, task] as const))("%s", (_, task) => {
  it.each(baselines.map((baseline) => [baseline.name, baseline] as const))(
    "is not passed by the baseline %s, whatever a judge gives",
    { timeout: 120_000 },
    async (_name, baseline) => {
      expect(await scoreOf(task, baseline)).toBeLessThan(task.spec.grade.passThreshold - 1e-9)
    }
  )
})

/** `npx vitest run test/experiments/workbench/baselines -u` writes the tables anew. */
it("are described, with the tasks, by the tables of docs/workbench.md", { timeout: 300_000 }, async () => {
  for (const task of publishedTasks) {
    for (const baseline of baselines) await scoreOf(task, baseline)
    const found = scores.get(task.spec.id)
    for (const sample of task.samples) {
      if (["reference", "correct", "wrong"].includes(sample.kind)) continue
      const { score01 } = await scoreFully(task, sample)
      const name = sampleScore(sample.kind)
      found?.set(name, Math.max(score01 ?? Number.NaN, found.get(name) ?? 0))
    }
  }
  const parts = {
    tasks: taskTable(publishedTasks),
    traps: trapTable(publishedTasks),
    programs: programList(baselines),
    baselines: baselineTable(publishedTasks, baselines, scores),
    hardness: hardnessTable(publishedTasks, baselines, scores)
  }
  const renewed = Object.entries(parts).reduce(
    (text, [name, part]) => withPart(text, name, part),
    fs.readFileSync(page, "utf8")
  )
  await expect(renewed).toMatchFileSnapshot("../../../../docs/workbench.md")
})
