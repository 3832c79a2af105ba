import * as Either from "effect/Either"
import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import { nonceIds } from "../../lang/Lexicon.js"
import { observe } from "../../lang/ReferenceOracle.js"
import { checkOf, type Finding, unless } from "./Check.js"
import { cellName, cellsOf } from "./cells.js"
import type { SavedDataset } from "./SavedDataset.js"
import { namesOf } from "./structureChecks.js"

/** Families are different samples, nonce words are spread evenly, and the examples give no test away (specification 3.4, 6.1). */
export const balanceChecks = (dataset: SavedDataset): ReadonlyArray<AuditCheck> => [
  checkOf("the grid is complete", gridFindings(dataset)),
  checkOf("no two families or examples share a structure or a name", overlapFindings(dataset)),
  checkOf("examples are as many, as short and as answered as they should be", exampleFindings(dataset)),
  ...(dataset.config.lexicalRegimes.includes("nonce")
    ? [checkOf("nonce lexicons are spread evenly in each cell", lexiconFindings(dataset))]
    : [])
]

function* gridFindings({ config: { grid }, families }: SavedDataset): Generator<Finding> {
  const ids = new Set(families.map(({ familyId }) => familyId))
  yield { place: "family ids", problem: unless(ids.size === families.length, "one occurs twice") }
  if (grid === null) {
    yield { place: "hand-made families", problem: unless(families.length === 4, `${families.length}`) }
    return
  }
  const cells = cellsOf(families)
  const planned = grid.depth.flatMap((depth) =>
    grid.fillerStatements.map((filler) => cellName(depth, filler))
  )
  for (const cell of new Set([...planned, ...cells.keys()])) {
    const found = cells.get(cell)?.length ?? 0
    const expected = planned.includes(cell) ? grid.seedsPerCell : 0
    yield { place: cell, problem: unless(found === expected, `${found} families, planned ${expected}`) }
  }
}

function* overlapFindings({ families, examples }: SavedDataset): Generator<Finding> {
  const owners = new Map<string, string>()
  for (const family of [...examples.map((example) => example.family), ...families]) {
    const marks = [`structure ${family.structureHash}`, ...namesOf(family)]
    const shared = marks.find((mark) => owners.has(mark))
    for (const mark of marks) owners.set(mark, family.familyId)
    const problem = shared === undefined ? null : `another family has ${shared}`
    yield { place: family.familyId, problem }
  }
}

function* exampleFindings({ config, examples }: SavedDataset): Generator<Finding> {
  const before = examples.filter(({ view }) => view === "before_close").length
  const half = Math.abs(2 * before - examples.length) <= examples.length % 2
  yield {
    place: "all",
    problem: unless(examples.length === config.fewShotCount, `there are ${examples.length}`)
  }
  yield { place: "all", problem: unless(half, `${before} of ${examples.length} stand before the closings`) }
  for (const { family, view, answer } of examples) {
    const { depth, filler, familyId } = family
    const seen = Either.getOrNull(observe(family.program, family.cuts[view]))
    const right = seen?.value === answer.value && seen.activeScopes.join() === answer.activeScopes.join()
    const short = depth >= 2 && depth <= 4 && filler >= 0 && filler <= 8
    yield { place: familyId, problem: unless(right, `its answer is ${seen?.value}, not ${answer.value}`) }
    yield { place: familyId, problem: unless(short, `depth ${depth}, filler ${filler}`) }
  }
}

function* lexiconFindings({ families }: SavedDataset): Generator<Finding> {
  for (const [cell, members] of cellsOf(families)) {
    const uses = nonceIds.map((id) => members.filter(({ nonceLexicon }) => nonceLexicon === id).length)
    const all = uses.reduce((sum, count) => sum + count, 0)
    const even = all === members.length && Math.max(...uses) - Math.min(...uses) <= 1
    yield { place: cell, problem: unless(even, `uses ${uses.join(" ")}`) }
  }
}
