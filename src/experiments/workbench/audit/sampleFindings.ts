import { scoreSample } from "../grading/scoreSample.js"
import type { Sample, Task } from "../tasks/Task.js"
import { sampleKinds } from "../tasks/vocabulary.js"

/** What the programs of `script` layers said to each sample: by the sample's name, then by the layer's id. */
export type SampleExitCodes = ReadonlyMap<string, ReadonlyMap<string, number>>

const isRight = ({ kind }: Sample): boolean => kind === "reference" || kind === "correct"

/** Fewer would not show that the graders accept more than one way to be right, and refuse more than one way to be wrong. */
const least = { reference: 1, right: 5, wrong: 5, each: 1 } as const

/** Whether there are enough samples of every kind, and each says that the right ones pass and no other does. */
export const sampleKindFindings = ({ rubric, samples }: Task): ReadonlyArray<string> => {
  const count = (kind: Sample["kind"]): number => samples.filter((one) => one.kind === kind).length
  const need = (found: number, wanted: number, what: string): ReadonlyArray<string> =>
    found >= wanted ? [] : [`${found} samples are ${what}, not ${wanted} or more`]
  return [
    ...need(count("reference"), least.reference, "reference"),
    ...need(count("reference") + count("correct"), least.right, "reference or correct"),
    ...need(count("wrong"), least.wrong, "wrong"),
    ...sampleKinds
      .filter((kind) => !["reference", "correct", "wrong"].includes(kind))
      .flatMap((kind) => need(count(kind), least.each, kind)),
    ...samples.flatMap((sample) =>
      sample.passes === isRight(sample)
        ? []
        : [
            `${sample.name}: a sample of the kind ${sample.kind} ${isRight(sample) ? "must" : "must not"} pass`
          ]
    ),
    ...samples.flatMap(({ name, rubric: points }) =>
      [...(points ?? [])].flatMap(([criterion, given]) => {
        const most = rubric?.criteria.find((one) => one.name === criterion)?.maxPoints
        if (most === undefined) return [`${name}: the rubric has no criterion ${criterion}`]
        return Number.isInteger(given) && given >= 0 && given <= most
          ? []
          : [`${name}: ${criterion} must be an integer from 0 to ${most}`]
      })
    ),
    ...samples.flatMap(({ name, rubric: points }) =>
      points === null || rubric === null || points.size === rubric.criteria.length
        ? []
        : [`${name}: must have points for each of the ${rubric.criteria.length} criteria, or none`]
    )
  ]
}

/** Whether each sample gets what it says. */
export const sampleScoreFindings = (task: Task, exitCodes: SampleExitCodes): ReadonlyArray<string> =>
  task.samples.flatMap((sample) =>
    scoreSample(task, sample, exitCodes.get(sample.name) ?? new Map()).problems.map(
      (problem) => `${sample.name}: ${problem}`
    )
  )

/** A reference shows the form that was asked for. */
export const referenceFormFindings = (task: Task, exitCodes: SampleExitCodes): ReadonlyArray<string> =>
  task.samples
    .filter(({ kind }) => kind === "reference")
    .flatMap((sample) =>
      scoreSample(task, sample, exitCodes.get(sample.name) ?? new Map()).formatBreaks.map(
        (problem) => `${sample.name}: ${problem}`
      )
    )
