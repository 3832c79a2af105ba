import * as Either from "effect/Either"
import { type SampleSpec, SampleSpecs } from "./SampleSpec.js"
import { decodeStrictly, type Issue, parseFile } from "./strictJson.js"
import type { Sample, TaskFiles } from "./Task.js"
import type { TaskSpec } from "./TaskSpec.js"
import { isRelativePath } from "./words.js"

const file = "samples/samples.json"

const decode = decodeStrictly(SampleSpecs)

/** The samples with their answers and files. */
export const readSamples = (
  spec: TaskSpec,
  files: TaskFiles
): Either.Either<ReadonlyArray<Sample>, ReadonlyArray<Issue>> =>
  Either.flatMap(
    Either.fromNullable(files.get(file), () => [{ file, place: "", problem: "the file is missing" }]),
    (bytes) =>
      Either.flatMap(
        Either.flatMap(parseFile(file, bytes), (json) => decode(file, json)),
        (samples) => {
          const issues = samples.flatMap((sample, index) => issuesOf(spec, files, sample, `[${index}]`))
          return issues.length === 0
            ? Either.right(samples.map((sample) => lookUp(sample, files)))
            : Either.left(issues)
        }
      )
  )

const issuesOf = (
  { grade, mode }: TaskSpec,
  files: TaskFiles,
  sample: SampleSpec,
  place: string
): ReadonlyArray<Issue> => {
  const issue = (key: string, problem: string): Issue => ({ file, place: `${place}.${key}`, problem })
  const overlay = Object.entries(sample.files ?? {})
  return [
    ...(sample.answerFile !== undefined && !files.has(sample.answerFile)
      ? [issue("answerFile", `there is no file ${sample.answerFile}`)]
      : []),
    ...(mode === "qa" && sample.files !== undefined
      ? [issue("files", "only an agent's task has a working directory")]
      : []),
    ...overlay.flatMap(([name, source]) => [
      ...(isRelativePath(name) ? [] : [issue(`files.${name}`, "must be a path in the working directory")]),
      ...(source === null || files.has(source) ? [] : [issue(`files.${name}`, `there is no file ${source}`)])
    ]),
    ...Object.keys(sample.layers ?? {}).flatMap((id) =>
      grade.layers.some((layer) => layer.id === id) ? [] : [issue(`layers.${id}`, "there is no such layer")]
    ),
    ...(sample.rubric !== undefined && !grade.layers.some(({ method }) => method === "rubric")
      ? [issue("rubric", "no layer is judged")]
      : [])
  ]
}

const lookUp = (sample: SampleSpec, files: TaskFiles): Sample => ({
  name: sample.name,
  kind: sample.kind,
  answer: sample.answer ?? textOf(files.get(sample.answerFile ?? "")),
  files: new Map(
    Object.entries(sample.files ?? {}).map(([name, source]) => [
      name,
      source === null ? null : (files.get(source) ?? new Uint8Array())
    ])
  ),
  passes: sample.passes,
  score: sample.score ?? null,
  layers: new Map(Object.entries(sample.layers ?? {})),
  rubric: sample.rubric === undefined ? null : new Map(Object.entries(sample.rubric))
})

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("utf8")
