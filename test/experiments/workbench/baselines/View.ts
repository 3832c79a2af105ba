import { type SubjectTask, subjectTask, type Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import type { Expect } from "../../../../src/experiments/workbench/tasks/TaskSpec.js"
import type { Category } from "../../../../src/experiments/workbench/tasks/vocabulary.js"

/** All that a baseline sees: what a subject sees, and the form in which an answer is wanted. */
export interface View {
  readonly category: Category
  readonly expect: Expect
  readonly task: SubjectTask
  /** The documents as text, in the order of the task. */
  readonly documents: ReadonlyArray<{ readonly name: string; readonly text: string }>
}

export const viewOf = (task: Task): View => {
  const seen = subjectTask(task)
  return {
    category: task.spec.category,
    expect: task.spec.expect,
    task: seen,
    documents: seen.fixtures.map(({ bytes, name }) => ({ name, text: Buffer.from(bytes).toString("utf8") }))
  }
}

/** What a baseline hands in; `files` are laid over the fixtures of an agent's task, `null` deletes. */
export interface Attempt {
  readonly answer: string
  readonly files: ReadonlyMap<string, string | null>
}

export const said = (answer: string): Attempt => ({ answer, files: new Map() })

/** A program without a model. It may try more than once: the best attempt counts. */
export interface Baseline {
  readonly name: string
  /** What it does, for the table of the documentation. */
  readonly does: string
  readonly attempts: (view: View) => ReadonlyArray<Attempt>
}
