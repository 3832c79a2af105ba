import { beforeAll, describe, expect, it } from "vitest"
import { auditTasks } from "../../../../src/experiments/workbench/audit/auditTasks.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { type Category, categories } from "../../../../src/experiments/workbench/tasks/vocabulary.js"
import { agentTask, questionTask } from "../support/fixtureTasks.js"
import { checkSample, exitCodes } from "../support/runCheck.js"

const checked = new Map<string, ReadonlyMap<string, number>>()
beforeAll(async () => {
  for (const sample of agentTask.samples)
    checked.set(sample.name, exitCodes(await checkSample(agentTask, sample)))
})

const audit = (...tasks: ReadonlyArray<Task>) =>
  auditTasks(
    tasks,
    new Map(tasks.map(({ spec }) => [spec.id, spec.mode === "agent" ? checked : new Map()])),
    null
  )

/** Of the checks that do not pass, the names and what was found. */
const failures = (...tasks: ReadonlyArray<Task>) =>
  audit(...tasks)
    .filter(({ passed }) => !passed)
    .map(({ detail }) => detail)

const withFile = (task: Task, path: string, text: string | null): Task => {
  const files = new Map(task.files)
  if (text === null) files.delete(path)
  else files.set(path, Buffer.from(text))
  return { ...task, files }
}

const withSamples = (
  task: Task,
  change: (samples: ReadonlyArray<Sample>) => ReadonlyArray<Sample>
): Task => ({
  ...task,
  samples: change(task.samples)
})

const id = questionTask.spec.id

describe("the audit of tasks", () => {
  it("passes the fixtures, and nothing where there is nothing", () => {
    expect(failures(agentTask, questionTask)).toEqual([])
    expect(audit().every(({ passed }) => !passed)).toBe(true)
  })

  it.each<[string, Task, string]>([
    [
      "another fixture than is listed",
      withFile(questionTask, "fixtures/旅費規程.md", "別"),
      `${id}: fixtures/旅費規程.md has another sha256 than task.json says`
    ],
    [
      "a fixture that is not listed",
      withFile(questionTask, "fixtures/別紙.md", "別"),
      `${id}: fixtures/別紙.md is not listed in task.json`
    ],
    [
      "an address",
      {
        ...questionTask,
        spec: {
          ...questionTask.spec,
          prompt: "https://www.npmjs.com/x を見て、http://kaisha.example と https://a.example.co.jp も"
        }
      },
      `${id}: the prompt has an address at www.npmjs.com`
    ],
    ["no notes", withFile(questionTask, "notes.md", null), `${id}: notes.md is missing or empty`],
    [
      "changes of another version",
      withFile(questionTask, "CHANGES.md", "- 1.0.1 (2026-11-30): 直し\n"),
      `${id}: CHANGES.md has no line - 1.0.0 (2026-11-30): …`
    ],
    ["a stray file", withFile(questionTask, "memo.txt", ""), `${id}: memo.txt has no place in a task`],
    [
      "a licence that keeps it",
      { ...questionTask, spec: { ...questionTask.spec, licence: "proprietary" } },
      `${id}: the licence is proprietary, none of CC-BY-4.0, CC0-1.0, MIT`
    ],
    [
      "too few wrong samples",
      withSamples(questionTask, (all) => all.filter(({ name }) => name !== "矛盾")),
      `${id}: 4 samples are wrong, not 5 or more`
    ],
    [
      "no inventor",
      withSamples(questionTask, (all) => all.filter(({ kind }) => kind !== "inventor")),
      `${id}: 0 samples are inventor, not 1 or more`
    ],
    [
      "points for no criterion",
      withSamples(questionTask, (all) =>
        all.map((one) => (one.name === "判定つき" ? { ...one, rubric: new Map([["熱意", 2]]) } : one))
      ),
      `${id}: 判定つき: the rubric has no criterion 熱意`
    ],
    [
      "a sample that scores something else",
      withSamples(questionTask, (all) =>
        all.map((one) => (one.name === "判定つき" ? { ...one, score: 1 } : one))
      ),
      `${id}: 判定つき: should score 1 and scored 0.9`
    ],
    [
      "a layer that scores something else",
      withSamples(questionTask, (all) =>
        all.map((one) => (one.name === "旧規程" ? { ...one, layers: new Map([["amount", 1]]) } : one))
      ),
      `${id}: 旧規程: the layer amount should score 1 and scored 0`
    ],
    [
      "a reference in another form",
      withSamples(questionTask, (all) =>
        all.map((one) => (one.name === "正答1" ? { ...one, answer: `\`\`\`\n${one.answer}\n\`\`\`` } : one))
      ),
      `${id}: 正答1: has more than the JSON value`
    ]
  ])("finds %s", (_, task, expected) => {
    expect(failures(task)).toEqual([expected])
  })

  it("finds a judge who decides too much, but in mails, where tone is half of the work", () => {
    const layers = questionTask.spec.grade.layers.map((layer) => ({
      ...layer,
      weight: layer.id === "tone" ? 0.5 : 0.25
    }))
    const spec = { ...questionTask.spec, grade: { ...questionTask.spec.grade, layers } }
    const found = `${id}: objective layers weigh 0.5, not 0.6 or more`
    expect(failures({ ...questionTask, spec })).toContain(found)
    expect(failures({ ...questionTask, spec: { ...spec, category: "mail" } })).not.toContain(found)
  })

  it("finds a document that cannot stand in a prompt as text", () => {
    const path = "fixtures/旅費規程.md"
    const files = new Map(questionTask.files).set(path, Uint8Array.from([0x93, 0xfa]))
    expect(failures({ ...questionTask, files }).join()).toContain(`${path} is not UTF-8`)
  })

  it("finds a wrong answer that a generous judge would let pass", () => {
    // The amount alone has 0.5, and the judge's 0.2 on top of it.
    const lax = {
      ...questionTask,
      spec: { ...questionTask.spec, grade: { ...questionTask.spec.grade, passThreshold: 0.6 } }
    }
    expect(failures(lax).join()).toContain("別の条: should not pass and scored 0.7")
  })

  it("finds a sample that claims to pass and must not", () => {
    const claims = withSamples(questionTask, (all) =>
      all.map((one) => (one.kind === "keyword" ? { ...one, passes: true } : one))
    )
    expect(failures(claims)).toEqual([
      `${id}: 語だけ: a sample of the kind keyword must not pass`,
      `${id}: 語だけ: should pass and scored 0.2`
    ])
  })

  it("takes a program that was not run for missing", () => {
    const checks = auditTasks([agentTask], new Map(), null).find(
      ({ name }) => name === "every sample scores what it says"
    )
    expect(checks?.passed).toBe(false)
    expect(checks?.detail).toContain("正答1: should pass and scored nothing")
  })

  it("counts tasks by category, and finds two that ask for the same", () => {
    const counts = Object.fromEntries(categories.map((category) => [category, 0])) as Record<Category, number> // all of them
    const twin = { ...agentTask, spec: { ...agentTask.spec, prompt: questionTask.spec.prompt } }
    const found = auditTasks([questionTask, twin], new Map([[twin.spec.id, checked]]), {
      ...counts,
      "shisya-rules": 2,
      "code-hozen": 1
    })
    expect(found.filter(({ passed }) => !passed).map(({ detail }) => detail)).toEqual([
      `${id} and ${twin.spec.id}`,
      "shisya-rules has 1, not 2"
    ])
  })
})
