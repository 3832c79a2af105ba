import { maxPoints } from "../tasks/Rubric.js"
import type { Sample, Task } from "../tasks/Task.js"
import { filesLookedAt } from "../tasks/TaskSpec.js"
import { formatBreaks } from "./checkExpect.js"
import { gradeObjective } from "./gradeObjective.js"
import { layerScores, type TaskScore, taskScore } from "./TaskScore.js"
import { full } from "./Verdict.js"

export interface SampleScore extends TaskScore {
  readonly formatBreaks: ReadonlyArray<string>
  /** Where it did not get what the sample says; none: it did. */
  readonly problems: ReadonlyArray<string>
}

/** The working directory that a sample stands for: fixtures under their names, its files over them; for `qa` the answer alone. */
export const sampleWorkdir = ({ files, spec }: Task, sample: Sample): ReadonlyMap<string, Uint8Array> => {
  if (spec.mode === "qa") return new Map([["answer.txt", Buffer.from(sample.answer)]])
  const found = new Map<string, Uint8Array>()
  for (const { name, path } of spec.fixtures) found.set(name, files.get(path) ?? new Uint8Array())
  for (const [name, bytes] of sample.files) {
    if (bytes === null) found.delete(name)
    else found.set(name, bytes)
  }
  return found
}

/** Scores a sample as a subject's run is scored. Where it does not say what the judge gave, the judge gave everything: gold alone must stop a bad answer. */
export const scoreSample = (
  task: Task,
  sample: Sample,
  exitCodes: ReadonlyMap<string, number>
): SampleScore => {
  const workdir = sampleWorkdir(task, sample)
  const looked = filesLookedAt(task.spec)
  const submission = {
    answer: sample.answer,
    files: new Map([...workdir].filter(([path]) => looked.includes(path)))
  }
  const verdicts = new Map(gradeObjective(task, submission, exitCodes))
  const judged = task.spec.grade.layers.find(({ method }) => method === "rubric")
  if (judged !== undefined) verdicts.set(judged.id, { ...full, score: rubricShare(task, sample) })
  const score = taskScore(task, layerScores(task, verdicts))
  return {
    ...score,
    formatBreaks: formatBreaks(task.spec.expect, submission),
    problems: problemsOf(sample, score)
  }
}

const rubricShare = ({ rubric }: Task, sample: Sample): number => {
  if (rubric === null || sample.rubric === null) return 1
  return [...sample.rubric.values()].reduce((sum, points) => sum + points, 0) / maxPoints(rubric)
}

const problemsOf = (sample: Sample, { layers, passed, score01 }: TaskScore): ReadonlyArray<string> => {
  const differs = (found: number | null, expected: number): boolean =>
    found === null || Math.abs(found - expected) > 1e-9
  return [
    ...(passed === sample.passes
      ? []
      : [`${sample.passes ? "should pass" : "should not pass"} and scored ${score01 ?? "nothing"}`]),
    ...(sample.score !== null && differs(score01, sample.score)
      ? [`should score ${sample.score} and scored ${score01 ?? "nothing"}`]
      : []),
    ...[...sample.layers].flatMap(([id, expected]) => {
      const score = layers.find((layer) => layer.id === id)?.score ?? null
      return differs(score, expected)
        ? [`the layer ${id} should score ${expected} and scored ${score ?? "nothing"}`]
        : []
    })
  ]
}
