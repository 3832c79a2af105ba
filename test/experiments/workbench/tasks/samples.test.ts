import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { taskChecks } from "../../../../src/experiments/workbench/audit/auditTasks.js"
import { readConfig } from "../../../../src/experiments/workbench/config/readConfig.js"
import type { ScriptResult } from "../../../../src/experiments/workbench/grading/RunScript.js"
import { scoreSample } from "../../../../src/experiments/workbench/grading/scoreSample.js"
import { surveyTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import { issueText } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { categories } from "../../../../src/experiments/workbench/tasks/vocabulary.js"
import * as Disk from "../../../../src/records/Disk.js"
import { checkSample, exitCodes } from "../support/runCheck.js"

/**
 * Every task by its own samples. `npx vitest run test/experiments/workbench/tasks/samples.test.ts -t <category>/<task>` looks at one task and
 * prints, for each sample that does not get what it says, the layers and what they missed.
 */
const folderOf = (place: string): string => fileURLToPath(new URL(`../../../../${place}`, import.meta.url))

const survey = (place: string) => Effect.runSync(Effect.provide(surveyTasks(folderOf(place)), Disk.layer))

const published = survey("configs/workbench/tasks")
const found = [...published, ...survey("test/fixtures/workbench/tasks")]

/** Programs are run once a sample. */
const checksOf = (task: Task) => {
  const known = new Map<string, ReturnType<typeof checkSample>>()
  return (sample: Sample) => {
    const results = known.get(sample.name) ?? checkSample(task, sample)
    known.set(sample.name, results)
    return results
  }
}

const explain = (task: Task, sample: Sample, results: ReadonlyMap<string, ScriptResult>): string => {
  const { formatBreaks, layers, passed, problems, score01 } = scoreSample(task, sample, exitCodes(results))
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
  const check = checksOf(task)
  describe(task.spec.id, () => {
    for (const sample of task.samples) {
      it(`scores the ${sample.kind} sample ${sample.name}`, { timeout: 120_000 }, async () => {
        const results = await check(sample)
        const { problems } = scoreSample(task, sample, exitCodes(results))
        if (problems.length > 0) expect.fail(explain(task, sample, results))
      })
    }
    const alike = ["reference", "wrong"].flatMap(
      (kind) => task.samples.find((sample) => sample.kind === kind) ?? []
    )
    if ([...task.gold.values()].some(({ method }) => method === "script")) {
      it("hears the same from its programs in a thread as in processes of their own", {
        timeout: 120_000
      }, async () => {
        for (const sample of alike)
          expect(exitCodes(await checkSample(task, sample, "process"))).toEqual(
            exitCodes(await check(sample))
          )
      })
    }
    it.each(taskChecks)("$name", { timeout: 120_000 }, async ({ findings }) => {
      const all = new Map<string, ReadonlyMap<string, number>>()
      for (const sample of task.samples) all.set(sample.name, exitCodes(await check(sample)))
      expect(findings(task, all)).toEqual([])
    })
  })
}

it("has the tasks of every category", () => {
  const counts = Effect.runSync(Effect.provide(readConfig(folderOf("configs/workbench")), Disk.layer)).run
    .tasks
  const ids = published.map((one) => (Either.isRight(one) ? one.right.spec.id : one.left.id))
  for (const category of categories)
    expect([category, ids.filter((id) => id.startsWith(`${category}/`)).length]).toEqual([
      category,
      counts[category]
    ])
})
