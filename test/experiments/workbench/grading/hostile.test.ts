import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { formatBreaks } from "../../../../src/experiments/workbench/grading/checkExpect.js"
import { gradeFields } from "../../../../src/experiments/workbench/grading/gradeFields.js"
import { gradeObjective } from "../../../../src/experiments/workbench/grading/gradeObjective.js"
import {
  gradeIncludes,
  gradeNumeric,
  gradeRegex
} from "../../../../src/experiments/workbench/grading/gradeText.js"
import { submissionLimit } from "../../../../src/experiments/workbench/grading/Submission.js"
import { loadTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import * as Disk from "../../../../src/records/Disk.js"

const folder = fileURLToPath(new URL("../../../fixtures/workbench/tasks", import.meta.url))
const tasks = Effect.runSync(Effect.provide(loadTasks(folder), Disk.layerWithoutSync))

const long = submissionLimit
const hostile: ReadonlyArray<readonly [string, string]> = [
  ["digits", "1".repeat(long)],
  ["digits and commas", "1,".repeat(long / 2)],
  ["digits and dots", "1.".repeat(long / 2)],
  ["units", "1億".repeat(long / 2)],
  ["escapes that do not end", "\u001b]".repeat(long / 2)],
  ["blanks", " \t".repeat(long / 2)],
  ["characters that NFKC makes long", "\ufdfa".repeat(long)],
  ["deep JSON", "[".repeat(long)],
  ["deep JSON that is whole", "[".repeat(90_000) + "]".repeat(90_000)],
  ["fences", "```\n".repeat(long / 4)],
  ["a list", `[${"1,".repeat(90_000)}1]`],
  ["labels", "合計".repeat(long / 2)],
  ["lines", "合計\n".repeat(long / 3)],
  ["too much", "a".repeat(long + 1)],
  ["lone surrogates", "\ud800".repeat(long)]
]

/** Generous for a busy machine; what grows with the square of the length takes hours. */
const seconds = 10

describe("answers of any length and kind", () => {
  it.each(hostile)("come to an end in every grader: %s", { timeout: 120_000 }, (_, answer) => {
    const submission = { answer, files: new Map([["src/tax.mjs", Buffer.from(answer)]]) }
    const begun = process.hrtime.bigint()
    for (const task of tasks) {
      for (const { score } of gradeObjective(task, submission, new Map()).values()) expect(score).toBe(0)
    }
    for (const header of [["1", "2"]]) formatBreaks({ format: "csv", header }, submission)
    formatBreaks({ format: "lines", prefix: "- " }, submission)
    formatBreaks({ format: "text", maxChars: 10 }, submission)
    gradeIncludes({ required: [["1"], ["11条"], ["合計1"]] }, answer)
    gradeNumeric({ values: [{ label: ["合計"], value: -1 }, { value: -1 }] }, answer)
    expect(Number(process.hrtime.bigint() - begun) / 1e9).toBeLessThan(seconds)
  })

  it("fails a right answer that is longer than any may be", () => {
    const [, task] = tasks
    const answer = task?.samples.find(({ kind }) => kind === "reference")?.answer ?? ""
    const scores = (text: string) =>
      task === undefined
        ? []
        : [...gradeObjective(task, { answer: text, files: new Map() }, new Map()).values()].map(
            ({ score }) => score
          )
    expect(scores(answer.padEnd(submissionLimit))).toEqual([1, 1])
    expect(scores(answer.padEnd(submissionLimit + 1))).toEqual([0, 0])
  })

  it("fails a pattern on a text that is longer than patterns are looked for in", () => {
    const gold = { required: ["a"] }
    expect(gradeRegex(gold, "a".repeat(submissionLimit)).score).toBe(1)
    expect(gradeRegex(gold, "a".repeat(submissionLimit + 1)).score).toBe(0)
  })

  it("counts all elements of a long list and pairs the first thousand", () => {
    const items = [{ key: { path: "", equals: "x" } }]
    const list = (at: number) => ({
      l: Array.from({ length: 2_000 }, (_, index) => (index === at ? "x" : "y"))
    })
    const gold = { lists: [{ path: "/l", items }], partial: true }
    expect(gradeFields(gold, list(999)).score).toBeCloseTo(1 / 2_000, 12)
    expect(gradeFields(gold, list(1_000)).score).toBe(0)
  })
})
