import { describe, expect, it } from "vitest"
import type { LayerGold } from "../../../../src/experiments/workbench/tasks/GoldSpec.js"
import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { publishedTasks } from "../support/publishedTasks.js"
import { baselines } from "./baselines.js"
import { scoreBaseline } from "./scoreBaselines.js"

const taskOf = (id: string): Task => {
  const task = publishedTasks.find(({ spec }) => spec.id === id)
  if (task === undefined) throw new Error(`there is no task ${id}`)
  return task
}

/** The task with one layer for everything. */
const onlyLayer = (task: Task, id: string): Task => ({
  ...task,
  spec: {
    ...task.spec,
    grade: {
      ...task.spec.grade,
      layers: task.spec.grade.layers.flatMap((layer) => (layer.id === id ? [{ ...layer, weight: 1 }] : []))
    }
  },
  gold: new Map([...task.gold].filter(([layer]) => layer === id))
})

const permissive = (one: LayerGold): LayerGold =>
  one.method === "regex" ? { ...one, gold: { ...one.gold, forbidden: [] } } : one

/** The task without what it forbids. */
const forbiddingNothing = (task: Task): Task => ({
  ...task,
  gold: new Map([...task.gold].map(([layer, gold]) => [layer, permissive(gold)]))
})

/** What the baselines would find in tasks that were made badly: without it their silence would say nothing. */
describe("a badly made task is passed by", () => {
  it.each([
    ["everything", "forbids no second row", forbiddingNothing(taskOf("shisya-rules/ikukai-hantei"))],
    ["everything", "forbids no second line", forbiddingNothing(taskOf("shisya-rules/kessai-seigo"))],
    [
      "everything",
      "wants only a layer of articles",
      onlyLayer(taskOf("shisya-rules/shucchou-seisan"), "clauses")
    ],
    ["refuser", "wants only what nobody knows", onlyLayer(taskOf("shisya-rules/shucchou-seisan"), "unknown")],
    ["refuser", "wants only the form of a table", onlyLayer(taskOf("hyou-csv/keihi-bumon-shuukei"), "form")],
    ["echo", "wants only the facts of a mail", onlyLayer(taskOf("mail/gaichuu-mitsumori"), "facts")]
  ])("the baseline %s, where it %s", async (name, _, task) => {
    expect.assertions(1)
    for (const baseline of baselines.filter((one) => one.name === name)) {
      const { score } = await scoreBaseline(task, baseline)
      expect(score.passed).toBe(true)
    }
  })
})
