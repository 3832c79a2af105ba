import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { taskChecks } from "../../../../src/experiments/workbench/audit/auditTasks.js"
import { scoreSample } from "../../../../src/experiments/workbench/grading/scoreSample.js"
import { surveyTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import { issueText } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import * as Disk from "../../../../src/records/Disk.js"
import { checkSample } from "../support/runCheck.js"

/**
 * Every task by its own samples. `npx vitest run test/experiments/workbench/tasks/samples.test.ts -t <category>/<task>` looks at one task and
 * prints, for each sample that does not get what it says, the layers and what they missed.
 */
const folderOf = (place: string): string => fileURLToPath(new URL(`../../../../${place}`, import.meta.url))

const found = ["configs/workbench/tasks", "test/fixtures/workbench/tasks"].flatMap((place) =>
  Effect.runSync(Effect.provide(surveyTasks(folderOf(place)), Disk.layer))
)

/** Programs are run once a sample. */
const exitCodesOf = (task: Task) => {
  const known = new Map<string, ReadonlyMap<string, { exitCode: number; output: string }>>()
  return (sample: Sample) => {
    const results = known.get(sample.name) ?? checkSample(task, sample)
    known.set(sample.name, results)
    return results
  }
}

const codes = (results: ReadonlyMap<string, { exitCode: number }>): ReadonlyMap<string, number> =>
  new Map([...results].map(([layer, { exitCode }]) => [layer, exitCode]))

const explain = (task: Task, sample: Sample, results: ReturnType<ReturnType<typeof exitCodesOf>>): string => {
  const { formatBreaks, layers, passed, problems, score01 } = scoreSample(task, sample, codes(results))
  return [
    `${task.spec.id}, ${sample.kind} sample ${sample.name}: ${problems.join("; ")}`,
    `  score ${score01} ${passed ? "passes" : "does not pass"} (threshold ${task.spec.grade.passThreshold})`,
    ...layers.flatMap(({ id, method, notes, score, weight }) => [
      `  ${id} (${method}, weight ${weight}): ${score}`,
      ...notes.map((note) => `    - ${note}`),
      ...(results.get(id)?.output ?? "").split("\n").flatMap((line) => (line === "" ? [] : [`    | ${line}`]))
    ]),
    ...formatBreaks.map((problem) => `  form not kept: ${problem}`)
  ].join("\n")
}

for (const one of found) {
  if (Either.isLeft(one)) {
    const { id, issues } = one.left
    it(`${id} can be read`, () => {
      expect.fail(`${id} cannot be read:\n${issues.map((issue) => `  ${issueText(issue)}`).join("\n")}`)
    })
    continue
  }
  const task = one.right
  const exitCodes = exitCodesOf(task)
  describe(task.spec.id, () => {
    for (const sample of task.samples) {
      it(`scores the ${sample.kind} sample ${sample.name}`, { timeout: 120_000 }, () => {
        const results = exitCodes(sample)
        const { problems } = scoreSample(task, sample, codes(results))
        if (problems.length > 0) expect.fail(explain(task, sample, results))
      })
    }
    it.each(taskChecks)("$name", { timeout: 120_000 }, ({ findings }) => {
      const all = new Map(task.samples.map((sample) => [sample.name, codes(exitCodes(sample))]))
      expect(findings(task, all)).toEqual([])
    })
  })
}
