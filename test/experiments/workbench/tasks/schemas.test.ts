import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { goldSchemas } from "../../../../src/experiments/workbench/tasks/GoldSpec.js"
import { loadTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import { SampleSpecs } from "../../../../src/experiments/workbench/tasks/SampleSpec.js"
import { decodeStrictly, type PlainJson } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import { TaskSpec } from "../../../../src/experiments/workbench/tasks/TaskSpec.js"
import * as Disk from "../../../../src/records/Disk.js"

const file = (place: string): string => fileURLToPath(new URL(`../../../../${place}`, import.meta.url))

const schema = (name: string) =>
  JSON.parse(fs.readFileSync(file(`configs/workbench/schemas/${name}.schema.json`), "utf8"))

const ajv = new Ajv2020({ allErrors: true, strict: false })
const published = {
  task: ajv.compile(schema("task")),
  samples: ajv.compile(schema("samples")),
  gold: schema("gold")
}
ajv.addSchema(published.gold)

const tasks = Effect.runSync(
  Effect.provide(loadTasks(file("test/fixtures/workbench/tasks")), Disk.layerWithoutSync)
)

const fixture = (id: string, name: string): PlainJson =>
  JSON.parse(fs.readFileSync(file(`test/fixtures/workbench/tasks/${id}/${name}`), "utf8"))

interface Kind {
  readonly name: string
  readonly examples: ReadonlyArray<PlainJson>
  readonly bySchema: (value: PlainJson) => boolean
  readonly byReader: (value: PlainJson) => boolean
}

const reader =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (value: PlainJson): boolean =>
    Either.isRight(decodeStrictly(schema)("x.json", value))

const gold = <A, I>(
  method: keyof typeof goldSchemas,
  asRead: Schema.Schema<A, I>,
  ...examples: ReadonlyArray<PlainJson>
): Kind => {
  const validate = ajv.compile({ $ref: `gold.schema.json#/$defs/${method}` })
  return {
    name: `gold of ${method}`,
    examples,
    bySchema: (value) => validate(value) === true,
    byReader: reader(asRead)
  }
}

const fields: ReadonlyArray<PlainJson> = [
  { path: "/a", equals: 3, tolerance: 1, numeric: true },
  { path: "/a~1b", oneOf: ["可", 1, true] },
  { path: "", includes: [["a", "b"]], excludes: ["c"] },
  { path: "/s", setOf: ["A"] },
  { path: "/n", isNull: true }
]

const kinds: ReadonlyArray<Kind> = [
  {
    name: "task.json",
    examples: tasks.map(({ spec }) => fixture(spec.id, "task.json")),
    bySchema: (value) => published.task(value) === true,
    byReader: reader(TaskSpec)
  },
  {
    name: "samples.json",
    examples: tasks.map(({ spec }) => fixture(spec.id, "samples/samples.json")),
    bySchema: (value) => published.samples(value) === true,
    byReader: reader(SampleSpecs)
  },
  gold("exact", goldSchemas.exact, { accept: ["はい"] }),
  gold(
    "includes",
    goldSchemas.includes,
    { required: [["a", "b"]], forbidden: [["c"]], partial: true },
    { forbidden: [["c"]] }
  ),
  gold(
    "regex",
    goldSchemas.regex,
    { required: ["a"], forbidden: ["b"], partial: false },
    { required: ["a"], forbidden: [] }
  ),
  gold("numeric", goldSchemas.numeric, {
    values: [{ label: ["合計"], value: 1, tolerance: 0 }, { value: -0.5 }],
    partial: true
  }),
  gold("json-field", goldSchemas["json-field"], {
    fields,
    lists: [{ path: "/t", items: [{ key: { path: "", equals: "x" }, fields }] }],
    partial: true
  }),
  gold("script", goldSchemas.script, { command: ["node", "checks/check.mjs", "x"], minutes: 1 })
]

/** Every place in a value, the value itself first. */
const places = (value: PlainJson, at: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => [
  at,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => places(member, [...at, key]))
    : [])
]

/** The value with another one at a place; `undefined` takes it away. */
const replaced = (
  value: PlainJson,
  [key, ...rest]: ReadonlyArray<string>,
  by: PlainJson | undefined
): PlainJson => {
  if (key === undefined) return by ?? null
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    return value.flatMap((member: PlainJson, index) => {
      if (String(index) !== key) return [member]
      if (rest.length > 0) return [replaced(member, rest, by)]
      return by === undefined ? [] : [by]
    })
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): Array<[string, PlainJson]> => {
      if (name !== key) return [[name, member]]
      if (rest.length > 0) return [[name, replaced(member, rest, by)]]
      return by === undefined ? [] : [[name, by]]
    })
  )
}

const others: ReadonlyArray<PlainJson | undefined> = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  1.5,
  30,
  31,
  100,
  101,
  120,
  121,
  500,
  501,
  100_000,
  100_001,
  1e6,
  "",
  " ",
  "x",
  "X y",
  "a/b",
  "../a",
  "/a",
  "fixtures/a",
  "checks/a.mjs",
  "1.0.0",
  [],
  ["x"],
  [["x"]],
  [1],
  {},
  { x: 1 }
]

/** What only the reader knows; each is said in the schema's own description. */
const beyondSchema = /sum to 1|begins with its category|two layers|two rubric|twice|two samples|NFC/

describe.each(kinds)(
  "the reader and the published schema of $name",
  ({ byReader, bySchema, examples, name }) => {
    it("both take the examples", () => {
      for (const example of examples) expect([byReader(example), bySchema(example)]).toEqual([true, true])
    })

    it("agree on every example with one place changed or one key too many", () => {
      let refused = 0
      for (const example of examples) {
        for (const place of places(example)) {
          const variants = [
            ...others.map((other) => replaced(example, place, other)),
            ...withKey(example, place)
          ]
          for (const variant of variants) {
            const [read, valid] = [byReader(variant), bySchema(variant)]
            if (!read) refused++
            if (read !== valid && !(valid && name.endsWith(".json") && onlyBeyond(name, variant)))
              expect.fail(`reader ${read}, schema ${valid}: ${place.join("/")} of ${JSON.stringify(variant)}`)
          }
        }
      }
      expect(refused).toBeGreaterThan(20)
    })

    it("agree on any JSON", () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          // What fast-check calls a JSON value is one.
          const json = value as PlainJson
          expect(byReader(json)).toBe(bySchema(json))
        }),
        { numRuns: 300 }
      )
    })
  }
)

it("the files of every published task fit the published schemas", () => {
  const folder = file("configs/workbench/tasks")
  const gold = ajv.getSchema("gold.schema.json")
  for (const id of fs
    .readdirSync(folder)
    .filter((name) => name !== "LICENSE.md")
    .flatMap((name) => fs.readdirSync(`${folder}/${name}`).map((task) => `${name}/${task}`))) {
    const read = (name: string): unknown => JSON.parse(fs.readFileSync(`${folder}/${id}/${name}`, "utf8"))
    expect([id, published.task(read("task.json")), published.task.errors]).toEqual([id, true, null])
    expect([id, published.samples(read("samples/samples.json")), published.samples.errors]).toEqual([
      id,
      true,
      null
    ])
    expect([id, gold?.(read("gold.json")), gold?.errors]).toEqual([id, true, null])
  }
})

const withKey = (value: PlainJson, place: ReadonlyArray<string>): ReadonlyArray<PlainJson> => {
  let target: PlainJson | undefined = value
  for (const key of place)
    target =
      typeof target === "object" && target !== null ? (target as Record<string, PlainJson>)[key] : undefined
  return typeof target === "object" && target !== null && !Array.isArray(target)
    ? [replaced(value, place, { ...target, surprise: 1 })]
    : []
}

/** Whether the reader refuses a value for nothing but what a JSON Schema cannot say. */
const onlyBeyond = (name: string, value: PlainJson): boolean => {
  const issues = name === "task.json" ? issuesOf(TaskSpec, value) : issuesOf(SampleSpecs, value)
  return issues.length > 0 && issues.every(({ problem }) => beyondSchema.test(problem))
}

const issuesOf = <A, I>(schema: Schema.Schema<A, I>, value: PlainJson) =>
  Either.match(decodeStrictly(schema)("x.json", value), { onLeft: (issues) => issues, onRight: () => [] })
