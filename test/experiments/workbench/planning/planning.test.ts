import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import type { FoundSubject } from "../../../../src/experiments/workbench/planning/Found.js"
import { classOf, parseGpus } from "../../../../src/experiments/workbench/planning/machine.js"
import { selectSubjects } from "../../../../src/experiments/workbench/planning/selectSubjects.js"
import { fileNames } from "../../../../src/experiments/workbench/reporting/runFiles.js"

describe("the machine", () => {
  it("reads what nvidia-smi says, and takes nothing for what stands in brackets", () => {
    expect(
      parseGpus(
        "NVIDIA GeForce RTX 3060, 550.54.14, 12288, 170.00\nNVIDIA GeForce GT 1030, 550.54.14, 2048, [N/A]\n"
      )
    ).toEqual([
      { name: "NVIDIA GeForce RTX 3060", driver: "550.54.14", memoryMiB: 12288, powerLimitW: 170 },
      { name: "NVIDIA GeForce GT 1030", driver: "550.54.14", memoryMiB: 2048, powerLimitW: null }
    ])
    expect(parseGpus("")).toEqual([])
  })

  const classes = {
    laptop: { label: "", vramGiB: 0, ramGiB: 16 },
    gaming: { label: "", vramGiB: 12, ramGiB: 32 },
    workstation: { label: "", vramGiB: 48, ramGiB: 128 }
  }
  const gpu = (memoryMiB: number | null) => ({ name: "a", driver: null, memoryMiB, powerLimitW: null })

  it.each([
    ["no card", [], "laptop"],
    ["a card that does not tell", [gpu(null)], "laptop"],
    // A card of 12 GB in the shop says 11.7 to its owner.
    ["12 GB as sold", [gpu(11_981)], "gaming"],
    ["8 GB", [gpu(8_188)], "laptop"],
    ["two of 24", [gpu(24_576), gpu(24_576)], "workstation"]
  ])("%s is of the class that its memory says", (_, gpus, expected) => {
    expect(classOf(gpus, classes)).toBe(expected)
  })
})

const local = (id: string): FoundSubject => ({
  kind: "local",
  id,
  digest: "0",
  quantization: null,
  parameters: null,
  family: null,
  bytes: null,
  contextLength: null,
  capabilities: null,
  version: null
})

describe("whom to ask", () => {
  const found = { subjects: [local("qwen3:8b")], absent: [{ id: "gemma3:4b", reason: "not pulled" }] }

  it("takes what was named, and lists what was named and is absent", () => {
    expect(selectSubjects(found, null)).toEqual(Either.right(found))
    expect(selectSubjects(found, ["gemma3:4b"])).toEqual(Either.right({ subjects: [], absent: found.absent }))
    // A program of that name exists in the world: it is absent, not unknown.
    expect(selectSubjects(found, ["qwen3:8b", "codex"])).toEqual(
      Either.right({ subjects: found.subjects, absent: [] })
    )
  })

  it("refuses a name that stands for nothing, also one that is nearly right", () => {
    expect(selectSubjects(found, ["qwen3", "qwen3:8b"])).toEqual(
      Either.left("there is no qwen3; found: qwen3:8b")
    )
  })
})

it.each([
  [["qwen3:8b"], ["run-qwen3-8b.json"]],
  [["hf.co/someone/模型:Q4_K_M"], ["run-hf.co-someone-Q4_K_M.json"]],
  [
    ["../../etc/passwd", ".."],
    ["run-etc-passwd.json", "run-model.json"]
  ],
  [
    ["a:1", "a/1", "A-1"],
    ["run-a-1.json", "run-a-1-2.json", "run-A-1-3.json"]
  ]
])("names of models make names of files that are safe and differ: %j", (ids, expected) => {
  expect(fileNames(ids).map(({ name }) => name)).toEqual(expected)
})
