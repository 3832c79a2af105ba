import * as Schema from "effect/Schema"
import { AnswerSchema } from "./AnswerSchema.js"
import { categories, traps } from "./vocabulary.js"
import {
  between,
  distinct,
  integerBetween,
  Kebab,
  optional,
  Pointer,
  RelativePath,
  some,
  strict,
  Text
} from "./words.js"

/** A file that the subject may see, `path` in the task's folder, `name` for the subject: its place in the working directory. */
const Fixture = Schema.Struct({
  path: RelativePath.pipe(
    Schema.filter((path) => path.startsWith("fixtures/") || "must lie below fixtures/")
  ),
  name: RelativePath,
  sha256: Schema.String.pipe(
    Schema.filter((text) => /^[0-9a-f]{64}$/.test(text) || "must be 64 lower-case hexadecimal digits")
  )
}).annotations(strict)
export type Fixture = typeof Fixture.Type

/** The form of an answer that a machine can check. It never decides points by itself; it is `formatKept`. */
const Expect = Schema.Union(
  Schema.Struct({ format: Schema.Literal("json"), schema: AnswerSchema }).annotations(strict),
  Schema.Struct({ format: Schema.Literal("csv"), header: some(Schema.String) }).annotations(strict),
  Schema.Struct({ format: Schema.Literal("lines"), prefix: Schema.String }).annotations(strict),
  Schema.Struct({ format: Schema.Literal("text"), maxChars: integerBetween(1, 100_000) }).annotations(strict),
  Schema.Struct({ format: Schema.Literal("files"), paths: some(RelativePath) }).annotations(strict)
)
export type Expect = typeof Expect.Type

const shared = { id: Kebab, weight: between(0, 1) }

/** One schema a method: so an error is told of the method that is meant. */
const textLayer = <M extends "exact" | "includes" | "regex" | "numeric">(method: M) =>
  Schema.Struct({
    ...shared,
    method: Schema.Literal(method),
    gold: Kebab,
    /** The layer looks at this place of a JSON answer. */
    field: optional(Pointer),
    /** The layer looks at this file of the working directory after the run. */
    file: optional(RelativePath)
  })
    .pipe(
      Schema.filter(
        ({ field, file }) => field === undefined || file === undefined || "must not have both field and file"
      )
    )
    .annotations(strict)

const TextLayers = [
  textLayer("exact"),
  textLayer("includes"),
  textLayer("regex"),
  textLayer("numeric")
] as const

const JsonFieldLayer = Schema.Struct({
  ...shared,
  method: Schema.Literal("json-field"),
  gold: Kebab,
  file: optional(RelativePath)
}).annotations(strict)

const ScriptLayer = Schema.Struct({
  ...shared,
  method: Schema.Literal("script"),
  gold: Kebab
}).annotations(strict)

const RubricLayer = Schema.Struct({
  ...shared,
  method: Schema.Literal("rubric"),
  maxPoints: integerBetween(1, 100)
}).annotations(strict)

export type TextLayer = (typeof TextLayers)[number]["Type"]
export type JsonFieldLayer = typeof JsonFieldLayer.Type
export type ScriptLayer = typeof ScriptLayer.Type
export type RubricLayer = typeof RubricLayer.Type
export type ObjectiveLayer = TextLayer | JsonFieldLayer | ScriptLayer
export type Layer = ObjectiveLayer | RubricLayer

const Grade = Schema.Struct({
  passThreshold: between(0, 1),
  layers: some(Schema.Union(...TextLayers, JsonFieldLayer, ScriptLayer, RubricLayer)).pipe(
    Schema.filter(
      (layers) => distinct(layers.map(({ id }) => id)) || "must not have two layers of the same id"
    ),
    Schema.filter((layers) => {
      const total = layers.reduce((sum, { weight }) => sum + weight, 0)
      return Math.abs(total - 1) <= 1e-9 || `must have weights that sum to 1, not ${total}`
    }),
    Schema.filter(
      (layers) =>
        layers.filter(({ method }) => method === "rubric").length <= 1 || "must not have two rubric layers"
    )
  )
}).annotations(strict)

/** `task.json` (specification 3). */
export const TaskSpec = Schema.Struct({
  formatVersion: Schema.Literal(1),
  id: Schema.String.pipe(
    Schema.filter(
      (text) =>
        /^[a-z0-9-]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) || "must be <category>/<task> in kebab case"
    )
  ),
  version: Schema.String.pipe(
    Schema.filter(
      (text) => /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(text) || "must be a version such as 1.0.0"
    )
  ),
  licence: Text,
  category: Schema.Literal(...categories),
  title: Text,
  /** `qa`: the fixtures stand in the prompt as text; `agent`: the subject works in a folder that holds them. */
  mode: Schema.Literal("qa", "agent"),
  prompt: Text,
  fixtures: Schema.Array(Fixture).pipe(
    Schema.filter((fixtures) => distinct(fixtures.map(({ path }) => path)) || "must not list a path twice"),
    Schema.filter((fixtures) => distinct(fixtures.map(({ name }) => name)) || "must not give a name twice")
  ),
  expect: Expect,
  grade: Grade,
  /** How much the task matters for each class of machine. */
  environments: Schema.Struct({
    laptop: between(0, 1),
    gaming: between(0, 1),
    workstation: between(0, 1)
  }).annotations(strict),
  traps: some(Schema.Literal(...traps)).pipe(
    Schema.filter((names) => distinct(names) || "must not name a trap twice")
  ),
  limits: Schema.Struct({
    minutes: Schema.Number.pipe(
      Schema.filter((value) => (value > 0 && value <= 120) || "must be more than 0 and at most 120")
    ),
    turns: integerBetween(1, 500)
  }).annotations(strict)
})
  .pipe(
    Schema.filter(
      ({ category, id }) => id.startsWith(`${category}/`) || "must have an id that begins with its category"
    )
  )
  .annotations(strict)
export type TaskSpec = typeof TaskSpec.Type

export const isObjective = (layer: Layer): layer is ObjectiveLayer => layer.method !== "rubric"

/** Files of the working directory that grading reads, sorted: what must be kept of it beside the answer. */
export const filesLookedAt = ({ expect, grade }: TaskSpec): ReadonlyArray<string> =>
  [
    ...new Set([
      ...grade.layers.flatMap((layer) => ("file" in layer && layer.file !== undefined ? [layer.file] : [])),
      ...(expect.format === "files" ? expect.paths : [])
    ])
  ].sort()
