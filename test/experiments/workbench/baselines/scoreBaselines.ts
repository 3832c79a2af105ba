import {
  type SampleScore,
  sampleWorkdir,
  scoreSample
} from "../../../../src/experiments/workbench/grading/scoreSample.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { checkFiles, exitCodes } from "../support/runCheck.js"
import { type Attempt, type Baseline, viewOf } from "./View.js"

/** An attempt as a sample of which nothing is expected; a judge gives it full points. */
const asSample = ({ answer, files }: Attempt): Sample => ({
  name: "baseline",
  kind: "keyword",
  answer,
  files: new Map([...files].map(([path, text]) => [path, text === null ? null : Buffer.from(text)])),
  passes: false,
  score: null,
  layers: new Map(),
  rubric: null
})

/** The score of a sample, a judge's points all given. */
export const scoreFully = async (task: Task, sample: Sample): Promise<SampleScore> => {
  const codes = exitCodes(await checkFiles(task, sampleWorkdir(task, sample)))
  return scoreSample(task, { ...sample, rubric: null }, codes)
}

export interface BaselineScore {
  readonly baseline: string
  readonly task: Task
  readonly attempt: Attempt
  readonly score: SampleScore
}

/** The best attempt of a baseline at a task. */
export const scoreBaseline = async (task: Task, { attempts, name }: Baseline): Promise<BaselineScore> => {
  const scored: Array<BaselineScore> = []
  const tried = new Map(
    attempts(viewOf(task)).map((attempt) => [JSON.stringify([attempt.answer, ...attempt.files]), attempt])
  )
  for (const attempt of tried.values()) {
    const sample = asSample(attempt)
    scored.push({ baseline: name, task, attempt, score: await scoreFully(task, sample) })
  }
  const [best] = scored.sort((a, b) => (b.score.score01 ?? 0) - (a.score.score01 ?? 0))
  if (best === undefined) throw new Error(`${name} does not try ${task.spec.id}`)
  return best
}
