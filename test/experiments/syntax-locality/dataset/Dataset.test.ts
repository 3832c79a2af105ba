import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { answerOf } from "../../../../src/experiments/syntax-locality/dataset/Answer.js"
import { allocateLexicons } from "../../../../src/experiments/syntax-locality/dataset/allocateLexicons.js"
import { type Dataset, generateDataset } from "../../../../src/experiments/syntax-locality/dataset/Dataset.js"
import {
  ExampleRow,
  exampleRow,
  FamilyRow,
  familyRow
} from "../../../../src/experiments/syntax-locality/dataset/rows.js"
import { programEvents } from "../../../../src/experiments/syntax-locality/lang/Events.js"
import { nonceIds } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import { parseJson } from "../../../../src/json/JsonParser.js"
import { renderJson } from "../../../../src/json/JsonWriter.js"
import { JavaRandom } from "../../../../src/random/JavaRandom.js"

const dataset = (overlay: Partial<Parameters<typeof generateDataset>[0]>): Dataset =>
  Either.getOrThrow(
    generateDataset({
      masterSeed: 20261005n,
      seedNamespace: "pilot",
      tasks: ["scope_lookup"],
      generationGrid: null,
      grid: { depth: [2, 4, 8], fillerStatements: [0, 32, 128], seedsPerCell: 4 },
      fewShotCount: 8,
      nonce: true,
      ...overlay
    })
  )

const mainGrid = { depth: [2, 4, 8, 16], fillerStatements: [0, 32, 128, 512], seedsPerCell: 32 }

const namesIn = ({ families }: Pick<Dataset, "families">): ReadonlyArray<string> =>
  families.flatMap(({ program, cuts }) => [
    cuts.after_close.probeId,
    ...programEvents(program).flatMap((event) =>
      event.type === "open" ? [event.scope.name] : event.type === "nop" ? [event.payload] : []
    )
  ])

describe("generateDataset", () => {
  it("numbers families in grid order: depth, filler, index", () => {
    const ids = dataset({}).families.map(({ familyId }) => familyId)
    expect(ids).toHaveLength(36)
    expect(ids.slice(0, 5)).toEqual([
      "d02-f000-01",
      "d02-f000-02",
      "d02-f000-03",
      "d02-f000-04",
      "d02-f032-01"
    ])
    expect(ids.at(-1)).toBe("d08-f128-04")
  })

  it("looks further out in half of each cell, and over all cells of odd size", () => {
    const counted = (seedsPerCell: number) => {
      const { families } = dataset({ grid: { depth: [2, 4], fillerStatements: [0, 8], seedsPerCell } })
      return [2, 4].flatMap((depth) =>
        [0, 8].map(
          (filler) =>
            families.filter(
              (family) => family.depth === depth && family.filler === filler && family.outerLookup
            ).length
        )
      )
    }
    expect(counted(4)).toEqual([2, 2, 2, 2])
    expect(counted(5)).toEqual([2, 3, 2, 3])
  })

  it("spreads nonce words over each cell as evenly as its size allows", () => {
    for (const [seedsPerCell, most, least] of [
      [4, 1, 0],
      [8, 1, 1],
      [20, 3, 2],
      [32, 4, 4]
    ] as const) {
      const found = allocateLexicons(seedsPerCell, new JavaRandom(5n))
      const uses = nonceIds.map((id) => found.filter((other) => other === id).length)
      expect([found.length, Math.max(...uses), Math.min(...uses)]).toEqual([seedsPerCell, most, least])
    }
    const cells = Array.from({ length: 20 }, (_, seed) =>
      allocateLexicons(8, new JavaRandom(BigInt(seed))).join()
    )
    expect(new Set(cells).size).toBeGreaterThan(15)
  })

  it("shares no structure and no name between families and examples", () => {
    const main = dataset({ seedNamespace: "main", grid: mainGrid })
    const hashes = [...main.examples.map(({ family }) => family), ...main.families].map(
      (family) => family.structureHash
    )
    expect(new Set(hashes).size).toBe(520)
    const names = namesIn({
      families: [...main.families, ...main.examples.map(({ family }) => family)]
    })
    expect(new Set(names).size).toBe(names.length)
  })

  it("gives pilot and main different families and the same examples", () => {
    const pilot = dataset({})
    const main = dataset({ seedNamespace: "main", grid: mainGrid })
    const names = new Set(namesIn(main))
    expect(namesIn(pilot).filter((name) => names.has(name))).toEqual([])
    expect(main.examples).toEqual(pilot.examples)
    expect(dataset({ grid: null, nonce: false, seedNamespace: "smoke" }).examples).toEqual(pilot.examples)
  })

  it("draws the bank of each task apart, the same whatever else is asked, and shares nothing between them and the families", () => {
    const generationGrid = { depth: [2, 4, 8], fillerStatements: [0, 8, 32], seedsPerCell: 4 }
    const tasks = ["scope_lookup", "active_stack", "ast_to_source"] as const
    const pilot = dataset({ tasks, generationGrid })
    const banks = tasks.map((task) => pilot.examples.filter((example) => example.task === task))
    expect(banks.map(({ length }) => length)).toEqual([8, 8, 8])
    for (const [index, task] of tasks.entries()) {
      const alone = dataset({ tasks: [task], generationGrid, seedNamespace: "other" })
      expect(alone.examples).toEqual(banks[index])
    }
    const all = [
      ...pilot.examples.map(({ family }) => family),
      ...pilot.families,
      ...pilot.generation.map(({ family }) => family)
    ]
    expect(all).toHaveLength(24 + 36 + 36)
    expect(new Set(all.map(({ structureHash }) => structureHash)).size).toBe(96)
    const names = namesIn({ families: all })
    expect(new Set(names).size).toBe(names.length)
    // Every table has a seed of its own.
    const seeds = [...pilot.generation, ...(banks[2] ?? [])].map((item) =>
      item.task === "ast_to_source" ? item.tableSeed : null
    )
    expect(new Set(seeds).size).toBe(44)
  })

  it("draws no families for tasks that are not asked", () => {
    const reading = dataset({ tasks: ["active_stack"] })
    expect([reading.families.length, reading.generation.length]).toEqual([36, 0])
    const generationGrid = { depth: [3], fillerStatements: [1], seedsPerCell: 2 }
    const writing = dataset({ tasks: ["ast_to_source"], generationGrid })
    expect([writing.families.length, writing.generation.length]).toEqual([0, 2])
  })

  it("shows eight short examples, half of them before the closings and half of them outer lookups", () => {
    const { examples } = dataset({})
    expect(examples).toHaveLength(8)
    expect(examples.filter(({ view }) => view === "before_close")).toHaveLength(4)
    expect(examples.filter(({ family }) => family.outerLookup)).toHaveLength(4)
    for (const { family } of examples) {
      expect([2, 3, 4]).toContain(family.depth)
      expect(family.filler).toBeLessThanOrEqual(8)
    }
    // Mixed, not one kind after the other.
    const order = examples.map(({ view }) => view).join()
    expect(order).not.toBe(order.split(",").toSorted().join())
    expect(order).not.toBe(order.split(",").toSorted().reverse().join())
  })

  it("plans the extended grid of specification 7.3a", () => {
    const grid = { depth: [8, 16, 32], fillerStatements: [128, 512, 2048], seedsPerCell: 4 }
    const { families } = dataset({ seedNamespace: "extended", grid })
    expect(families).toHaveLength(36)
    for (const { program, cuts, depth } of families) {
      expect(Either.getOrThrow(observe(program, cuts.before_close)).activeScopes).toHaveLength(depth)
    }
  })

  it("plans 60 deep and 100,000 fillers, in rows that our own JSON reader takes", () => {
    const grid = { depth: [60], fillerStatements: [0, 100_000], seedsPerCell: 1 }
    const { families } = dataset({ grid })
    for (const family of families) {
      const line = Either.getOrThrow(parseJson(renderJson(familyRow(family))))
      expect(Schema.decodeUnknownSync(FamilyRow)(line)).toEqual(family)
    }
  })

  it("writes rows that read back as the same families and examples", () => {
    const { families, examples } = dataset({})
    const again = families.map((family) => {
      const line = renderJson(familyRow(family))
      return Schema.decodeUnknownSync(FamilyRow, { onExcessProperty: "error" })(
        Either.getOrThrow(parseJson(line))
      )
    })
    expect(again).toEqual(families)
    for (const example of examples) {
      const answer = answerOf(example)
      const row = Either.getOrThrow(parseJson(renderJson(exampleRow(example, answer))))
      expect(Schema.decodeUnknownSync(ExampleRow)(row)).toMatchObject({ ...example, answer })
    }
  })
})
