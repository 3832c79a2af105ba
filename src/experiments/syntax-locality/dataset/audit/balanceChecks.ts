import * as Either from "effect/Either"
import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import { programEvents } from "../../lang/Events.js"
import { nonceIds } from "../../lang/Lexicon.js"
import { observe } from "../../lang/ReferenceOracle.js"
import type { CaseFamily } from "../CaseFamily.js"
import type { Grid } from "../Dataset.js"
import type { ExampleRow } from "../rows.js"
import { checkOf, type Finding, unless } from "./Check.js"
import { cellName, cellsOf } from "./cells.js"
import { allFamilies, asksToRead, generationFamilies, type SavedDataset } from "./SavedDataset.js"
import { sameProgram } from "./sameProgram.js"
import { namesOf } from "./structureChecks.js"

/** Families are different samples, nonce words are spread evenly, and the examples give no test away (specification 3.4, 6.1). */
export const balanceChecks = (dataset: SavedDataset): ReadonlyArray<AuditCheck> => [
  checkOf("the grid is complete", gridFindings(dataset)),
  checkOf("no two families or examples share a structure or a name", overlapFindings(dataset)),
  checkOf("examples are as many, as short and as answered as they should be", exampleFindings(dataset)),
  ...(dataset.config.lexicalRegimes.includes("nonce")
    ? [
        checkOf("nonce lexicons are spread evenly in each cell", [
          ...lexiconFindings(dataset.families),
          ...lexiconFindings(generationFamilies(dataset))
        ])
      ]
    : [])
]

function* gridFindings(dataset: SavedDataset): Generator<Finding> {
  const { config, families, generation } = dataset
  const all = allFamilies(dataset)
  const ids = new Set(all.map(({ familyId }) => familyId))
  yield { place: "family ids", problem: unless(ids.size === all.length, "one occurs twice") }
  if (asksToRead(config)) yield* cellFindings("", config.grid, families)
  if (config.tasks.includes("ast_to_source")) {
    const written = generation.map(({ family }) => family)
    yield* cellFindings("written, ", config.generationGrid, written)
  }
}

function* cellFindings(
  what: string,
  grid: Grid | null,
  families: ReadonlyArray<CaseFamily>
): Generator<Finding> {
  if (grid === null) {
    const problem = unless(families.length === 4, `${families.length}`)
    yield { place: `${what}hand-made families`, problem }
    return
  }
  const cells = cellsOf(families)
  const planned = grid.depth.flatMap((depth) =>
    grid.fillerStatements.map((filler) => cellName(depth, filler))
  )
  for (const cell of new Set([...planned, ...cells.keys()])) {
    const found = cells.get(cell)?.length ?? 0
    const expected = planned.includes(cell) ? grid.seedsPerCell : 0
    yield {
      place: `${what}${cell}`,
      problem: unless(found === expected, `${found} families, planned ${expected}`)
    }
  }
}

function* overlapFindings(dataset: SavedDataset): Generator<Finding> {
  const owners = new Map<string, string>()
  for (const family of [...dataset.examples.map((example) => example.family), ...allFamilies(dataset)]) {
    const marks = [`structure ${family.structureHash}`, ...namesOf(family)]
    const shared = marks.find((mark) => owners.has(mark))
    for (const mark of marks) owners.set(mark, family.familyId)
    const problem = shared === undefined ? null : `another family has ${shared}`
    yield { place: family.familyId, problem }
  }
}

function* exampleFindings({ config, examples }: SavedDataset): Generator<Finding> {
  for (const task of config.tasks) {
    const own = examples.filter((example) => example.task === task)
    yield { place: task, problem: unless(own.length === config.fewShotCount, `there are ${own.length}`) }
    if (task === "ast_to_source") continue
    const before = own.filter(({ view }) => view === "before_close").length
    const half = Math.abs(2 * before - own.length) <= own.length % 2
    yield { place: task, problem: unless(half, `${before} of ${own.length} stand before the closings`) }
  }
  for (const example of examples) {
    const { depth, filler, familyId } = example.family
    const short = depth >= 2 && depth <= 4 && filler >= 0 && filler <= 8
    yield { place: familyId, problem: unless(isRight(example), "its answer is wrong") }
    yield { place: familyId, problem: unless(short, `depth ${depth}, filler ${filler}`) }
    const asked = config.tasks.includes(example.task)
    yield { place: familyId, problem: unless(asked, `nothing asks for ${example.task}`) }
  }
}

const isRight = (example: ExampleRow): boolean => {
  const { program, cuts } = example.family
  if (example.task === "ast_to_source") return sameProgram(example.answer.program, program)
  const cut = cuts[example.view]
  const seen = Either.getOrNull(observe(program, cut))
  if (seen === null || seen.activeScopes.join() !== example.answer.activeScopes.join()) return false
  if (example.task === "scope_lookup") return seen.value === example.answer.value
  const closed = programEvents(program)
    .slice(0, cut.eventCount)
    .flatMap((event) => (event.type === "open" ? [event.scope.name] : []))
    .filter((name) => !seen.activeScopes.includes(name))
  return closed.join() === example.answer.closedScopes.join()
}

function* lexiconFindings(families: ReadonlyArray<CaseFamily>): Generator<Finding> {
  for (const [cell, members] of cellsOf(families)) {
    const uses = nonceIds.map((id) => members.filter(({ nonceLexicon }) => nonceLexicon === id).length)
    const all = uses.reduce((sum, count) => sum + count, 0)
    const even = all === members.length && Math.max(...uses) - Math.min(...uses) <= 1
    yield { place: cell, problem: unless(even, `uses ${uses.join(" ")}`) }
  }
}
