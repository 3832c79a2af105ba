import * as Either from "effect/Either"
import { compilePattern } from "../patterns/Pattern.js"
import { goldSchemas, type LayerGold } from "./GoldSpec.js"
import { maxPoints, type Rubric, readRubric } from "./Rubric.js"
import { readSamples } from "./readSamples.js"
import { decodeStrictly, type Issue, parseFile } from "./strictJson.js"
import { type Task, type TaskFiles, taskHash } from "./Task.js"
import { isObjective, type ObjectiveLayer, TaskSpec } from "./TaskSpec.js"

const decodeSpec = decodeStrictly(TaskSpec)

/**
 * A task from the files of its folder, or everything that makes it none, each with file and place. Whether it is a good task, with samples that score
 * what they should, is for the audit to say.
 */
export const readTask = (files: TaskFiles): Either.Either<Task, ReadonlyArray<Issue>> =>
  Either.flatMap(
    Either.flatMap(requireFile(files, "task.json"), (bytes) =>
      Either.flatMap(parseFile("task.json", bytes), (json) => decodeSpec("task.json", json))
    ),
    (spec) => {
      const gold = readGold(spec, files)
      const rubric = rubricOf(spec, files)
      const samples = readSamples(spec, files)
      const issues = [...issuesIn(gold), ...issuesIn(rubric), ...issuesIn(samples)]
      const missing = spec.fixtures.flatMap(
        ({ path }, index): ReadonlyArray<Issue> =>
          files.has(path)
            ? []
            : [{ file: "task.json", place: `fixtures[${index}].path`, problem: `there is no file ${path}` }]
      )
      const all = [...issues, ...missing]
      return all.length === 0 && Either.isRight(gold) && Either.isRight(rubric) && Either.isRight(samples)
        ? Either.right({
            spec,
            gold: gold.right,
            rubric: rubric.right,
            samples: samples.right,
            files,
            hash: taskHash(files)
          })
        : Either.left(all)
    }
  )

const issuesIn = (part: Either.Either<unknown, ReadonlyArray<Issue>>): ReadonlyArray<Issue> =>
  Either.isLeft(part) ? part.left : []

const requireFile = (files: TaskFiles, file: string): Either.Either<Uint8Array, ReadonlyArray<Issue>> =>
  Either.fromNullable(files.get(file), () => [{ file, place: "", problem: "the file is missing" }])

/** Each objective layer's entry by the form of its method. No entry is left over. */
const readGold = (
  { grade }: TaskSpec,
  files: TaskFiles
): Either.Either<ReadonlyMap<string, LayerGold>, ReadonlyArray<Issue>> =>
  Either.flatMap(
    Either.flatMap(requireFile(files, "gold.json"), (bytes) => parseFile("gold.json", bytes)),
    (json) => {
      if (json === null || typeof json !== "object" || Array.isArray(json))
        return Either.left([{ file: "gold.json", place: "", problem: "must hold one object" }])
      const entries = new Map(Object.entries(json))
      const layers = grade.layers.filter(isObjective)
      const issues: Array<Issue> = []
      const found = new Map<string, LayerGold>()
      for (const layer of layers) {
        const entry = entries.get(layer.gold)
        if (entry === undefined) {
          issues.push({
            file: "gold.json",
            place: layer.gold,
            problem: `is missing; the layer ${layer.id} needs it`
          })
          continue
        }
        const gold = decodeGold(layer, entry)
        if (Either.isLeft(gold)) issues.push(...gold.left)
        else {
          issues.push(...deeperIssues(layer, gold.right, files))
          found.set(layer.id, gold.right)
        }
      }
      for (const key of entries.keys()) {
        if (!layers.some(({ gold }) => gold === key))
          issues.push({ file: "gold.json", place: key, problem: "no layer uses it" })
      }
      return issues.length === 0 ? Either.right(found) : Either.left(issues)
    }
  )

const decodeGold = (
  { gold: key, method }: ObjectiveLayer,
  entry: Parameters<ReturnType<typeof decodeStrictly>>[1]
): Either.Either<LayerGold, ReadonlyArray<Issue>> => {
  const read = <M extends ObjectiveLayer["method"]>(as: M) =>
    Either.map(decodeStrictly(goldSchemas[as])("gold.json", entry, key), (gold) => ({ method: as, gold }))
  switch (method) {
    case "exact":
      return read("exact")
    case "includes":
      return read("includes")
    case "regex":
      return read("regex")
    case "numeric":
      return read("numeric")
    case "json-field":
      return read("json-field")
    case "script":
      return read("script")
  }
}

/** What a schema cannot say. */
const deeperIssues = (layer: ObjectiveLayer, gold: LayerGold, files: TaskFiles): ReadonlyArray<Issue> => {
  switch (gold.method) {
    case "regex":
      return (["required", "forbidden"] as const).flatMap((side) =>
        (gold.gold[side] ?? []).flatMap((pattern, index) => {
          const compiled = compilePattern(pattern)
          return Either.isRight(compiled)
            ? []
            : [{ file: "gold.json", place: `${layer.gold}.${side}[${index}]`, problem: compiled.left }]
        })
      )
    case "script": {
      const [, program = ""] = gold.gold.command
      return files.has(program)
        ? []
        : [{ file: "gold.json", place: `${layer.gold}.command`, problem: `there is no file ${program}` }]
    }
    default:
      return []
  }
}

/** There is a `rubric.md` just where a layer is judged, and its points sum to the layer's. */
const rubricOf = (
  { grade }: TaskSpec,
  files: TaskFiles
): Either.Either<Rubric | null, ReadonlyArray<Issue>> => {
  const layer = grade.layers.find((one) => one.method === "rubric")
  const bytes = files.get("rubric.md")
  if (layer === undefined) {
    return bytes === undefined
      ? Either.right(null)
      : Either.left([{ file: "rubric.md", place: "", problem: "no layer uses it" }])
  }
  return Either.flatMap(requireFile(files, "rubric.md"), (content) =>
    Either.filterOrLeft(
      readRubric("rubric.md", Buffer.from(content).toString("utf8")),
      (rubric) => maxPoints(rubric) === layer.maxPoints,
      (rubric) => [
        {
          file: "rubric.md",
          place: "",
          problem: `has ${maxPoints(rubric)} points, the layer ${layer.id} has ${layer.maxPoints}`
        }
      ]
    )
  )
}
