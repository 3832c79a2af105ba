import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { loadTasks, readFolder, surveyTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import { readTask } from "../../../../src/experiments/workbench/tasks/readTask.js"
import { issueText } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import { subjectTask, type TaskFiles } from "../../../../src/experiments/workbench/tasks/Task.js"
import { filesLookedAt } from "../../../../src/experiments/workbench/tasks/TaskSpec.js"
import * as Disk from "../../../../src/records/Disk.js"

const folder = fileURLToPath(new URL("../../../fixtures/workbench/tasks", import.meta.url))
const onDisk = <A, E>(effect: Effect.Effect<A, E, Disk.Disk>): A =>
  Effect.runSync(Effect.provide(effect, Disk.layerWithoutSync))

const qa = onDisk(readFolder(`${folder}/shisya-rules/nittou`))
const agent = onDisk(readFolder(`${folder}/code-hozen/zeikomi`))

/** The files with one of them changed as text; `null` takes it away. */
const changed = (files: TaskFiles, name: string, change: (text: string) => string | null): TaskFiles => {
  const result = new Map(files)
  const text = change(Buffer.from(files.get(name) ?? "").toString("utf8"))
  if (text === null) result.delete(name)
  else result.set(name, Buffer.from(text))
  return result
}

const issues = (files: TaskFiles): ReadonlyArray<string> =>
  Either.match(readTask(files), { onLeft: (found) => found.map(issueText), onRight: () => [] })

const replace =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    expect(text).toMatch(from)
    return text.replace(from, to)
  }

describe("reading a task's folder", () => {
  it("gives what stands in it", () => {
    const task = Either.getOrThrow(readTask(qa))
    expect(task.spec.title).toBe("日当")
    expect([...task.gold]).toEqual([
      ["amount", { method: "json-field", gold: { fields: [{ path: "/支給額", equals: 3000 }] } }],
      [
        "clauses",
        {
          method: "includes",
          gold: { required: [["第13条", "13条"], ["4月1日"]], forbidden: [["2,000円を支給"]], partial: true }
        }
      ]
    ])
    expect(task.rubric?.criteria).toEqual([
      {
        name: "簡潔さ",
        maxPoints: 4,
        anchors: [
          { points: 4, text: "根拠が1文" },
          { points: 2, text: "2文" },
          { points: 0, text: "それより長い" }
        ]
      }
    ])
    expect(task.rubric?.examples[0]).toEqual({
      title: "例1",
      excerpt: "- 第13条による。",
      judgements: [{ name: "簡潔さ", points: 4, reason: "1文である" }]
    })
    expect(task.samples.find(({ name }) => name === "ファイル")?.answer).toContain("旅費規程13条")
  })

  it("hashes all files as sha256sum, sort and sha256sum do", () => {
    // (cd …/code-hozen/zeikomi && find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum | sha256sum)
    expect(Either.getOrThrow(readTask(agent)).hash).toBe(
      "d4721b80a48fc8f7a124cb233d37dfbc958ae3c92fb2161e17a91bcd4924b84e"
    )
    expect(Either.getOrThrow(readTask(changed(agent, "notes.md", (text) => `${text}。`))).hash).not.toBe(
      Either.getOrThrow(readTask(agent)).hash
    )
  })

  it("shows a subject neither gold nor checks nor notes", () => {
    const task = Either.getOrThrow(readTask(agent))
    const seen = subjectTask(task)
    expect(Object.keys(seen).sort()).toEqual(["fixtures", "id", "limits", "mode", "prompt"])
    expect(seen.fixtures.map(({ name }) => name)).toEqual(["src/tax.mjs"])
    expect(filesLookedAt(task.spec)).toEqual(["src/tax.mjs"])
  })

  it.each<[string, TaskFiles, string]>([
    [
      "an unknown key",
      changed(qa, "task.json", replace('"mode"', '"modes": 1, "mode"')),
      "task.json: modes: is not a key here"
    ],
    [
      "an unknown key in a layer",
      changed(qa, "task.json", replace('"maxPoints"', '"points": 1, "maxPoints"')),
      "task.json: grade.layers[2].points: is not a key here"
    ],
    [
      "a key twice",
      changed(qa, "task.json", replace('"mode"', '"mode": "qa", "mode"')),
      "task.json: the object has this key already (line 8, column 17)"
    ],
    [
      "weights that do not sum to 1",
      changed(qa, "task.json", replace('"weight": 0.3', '"weight": 0.2')),
      "task.json: grade.layers: must have weights that sum to 1, not 0.8999999999999999"
    ],
    [
      "a path that leads out",
      changed(qa, "task.json", replace('"name": "旅費規程.md"', '"name": "../旅費規程.md"')),
      "task.json: fixtures[0].name: must be a relative path with forward slashes, in NFC, without . and .."
    ],
    [
      "another category",
      changed(qa, "task.json", replace('"category": "shisya-rules"', '"category": "mail"')),
      "task.json: must have an id that begins with its category"
    ],
    [
      "a fixture that is not there",
      changed(qa, "fixtures/旅費規程.md", () => null),
      "task.json: fixtures[0].path: there is no file fixtures/旅費規程.md"
    ],
    [
      "gold that no layer uses",
      changed(qa, "gold.json", replace("{", '{ "other": 1,')),
      "gold.json: other: no layer uses it"
    ],
    [
      "no gold for a layer",
      changed(agent, "gold.json", () => '{"kept":{"required":["a"]}}'),
      "gold.json: tests: is missing; the layer tests needs it"
    ],
    [
      "gold of another method",
      changed(qa, "gold.json", replace('"partial"', '"part"')),
      "gold.json: clauses.part: is not a key here"
    ],
    [
      "a pattern that refers back",
      changed(agent, "gold.json", replace(/\^export const withTax\S*b/, "(a)\\\\1")),
      "gold.json: kept.required[0]: refers back to a group, which is not supported"
    ],
    [
      "a check that is not there",
      changed(agent, "checks/check.mjs", () => null),
      "gold.json: tests.command: there is no file checks/check.mjs"
    ],
    [
      "points that do not fit",
      changed(qa, "rubric.md", (text) => text.replace("4点", "5点").replace("- 4: 根拠", "- 5: 根拠")),
      "rubric.md: has 5 points, the layer tone has 4"
    ],
    [
      "anchors without 0",
      changed(qa, "rubric.md", replace("- 0: それより長い\n", "")),
      "rubric.md: line 2: must have anchors from 4 down to 0"
    ],
    [
      "an example that leaves a criterion out",
      changed(qa, "rubric.md", replace("- 簡潔さ: 0 3文ある\n", "")),
      "rubric.md: line 10: must judge 簡潔さ once"
    ],
    [
      "an example with more points than there are",
      changed(qa, "rubric.md", replace("- 簡潔さ: 4 1文", "- 簡潔さ: 5 1文")),
      "rubric.md: line 9: gives more than 4 points"
    ],
    [
      "anchors out of order",
      changed(qa, "rubric.md", replace("- 2: 2文", "- 4: 2文")),
      "rubric.md: line 2: must have its anchors in descending order"
    ],
    [
      "a rubric that nobody uses",
      changed(agent, "rubric.md", () => "# 採点観点"),
      "rubric.md: no layer uses it"
    ],
    ["no rubric", changed(qa, "rubric.md", () => null), "rubric.md: the file is missing"],
    [
      "no samples",
      changed(qa, "samples/samples.json", () => null),
      "samples/samples.json: the file is missing"
    ],
    [
      "a sample's file that is not there",
      changed(qa, "samples/correct.json", () => null),
      "samples/samples.json: [4].answerFile: there is no file samples/correct.json"
    ],
    [
      "a sample with files of a question",
      changed(qa, "samples/samples.json", replace('"answerFile"', '"files": {}, "answerFile"')),
      "samples/samples.json: [4].files: only an agent's task has a working directory"
    ],
    [
      "a sample of a layer that is not there",
      changed(qa, "samples/samples.json", replace('"clauses": 1', '"clause": 1')),
      "samples/samples.json: [1].layers.clause: there is no such layer"
    ]
  ])("names file and place of %s", (_, files, expected) => {
    expect(issues(files)).toEqual([expected])
  })

  it("tells everything that is wrong at once", () => {
    const files = changed(
      changed(qa, "gold.json", replace("3000", '"3000", "tolerance": 1')),
      "rubric.md",
      () => null
    )
    expect(issues(files)).toEqual([
      "gold.json: amount.fields[0]: may have tolerance and numeric only beside a number in equals",
      "rubric.md: the file is missing"
    ])
  })
})

describe("reading a folder of tasks", () => {
  it("has them in the order of their ids", () => {
    expect(onDisk(loadTasks(folder)).map(({ spec }) => spec.id)).toEqual([
      "code-hozen/zeikomi",
      "shisya-rules/nittou"
    ])
    expect(onDisk(loadTasks(`${folder}/none`))).toEqual([])
  })

  it("reads nothing where a task's folder or its files do not belong", () => {
    const found = onDisk(surveyTasks(`${folder}/shisya-rules`))
    expect(found.filter(Either.isRight)).toEqual([])
    expect(found.flatMap((one) => (Either.isLeft(one) ? [one.left.id] : []))).toContain("nittou/task.json")
    const stray = onDisk(surveyTasks(`${folder}/shisya-rules/nittou`))
    expect(stray.flatMap((one) => (Either.isLeft(one) ? [one.left.id] : []))).toContain("task.json")
  })

  it("allows the licence beside the categories, and no other file", () => {
    const tasks = fs.mkdtempSync(path.join(os.tmpdir(), "workbench-tasks-"))
    try {
      fs.writeFileSync(path.join(tasks, "LICENSE.md"), "CC BY 4.0")
      expect(onDisk(surveyTasks(tasks))).toEqual([])
      fs.writeFileSync(path.join(tasks, "LICENCE.md"), "CC BY 4.0")
      const found = onDisk(surveyTasks(tasks))
      expect(found.map((one) => (Either.isLeft(one) ? one.left.id : null))).toEqual(["LICENCE.md"])
    } finally {
      fs.rmSync(tasks, { recursive: true })
    }
  })

  it("wants a task's id to be its folder", () => {
    const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "workbench-tasks-"))
    try {
      fs.cpSync(`${folder}/shisya-rules/nittou`, `${elsewhere}/shisya-rules/other`, { recursive: true })
      const [one] = onDisk(surveyTasks(elsewhere))
      expect(one).toEqual(
        Either.left({
          id: "shisya-rules/other",
          issues: [{ file: "task.json", place: "id", problem: "must be shisya-rules/other, as its folder" }]
        })
      )
      expect(() => onDisk(loadTasks(elsewhere))).toThrow("shisya-rules/other/task.json: id: must be")
    } finally {
      fs.rmSync(elsewhere, { recursive: true })
    }
  })
})
