import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import { readingViews } from "../../Factors.js"
import { kinds } from "../../lang/Ast.js"
import { type ProgramEvent, programEvents } from "../../lang/Events.js"
import { type CaseFamily, closingsOf } from "../CaseFamily.js"
import { structureHash } from "../structureHash.js"
import { checkOf, type Finding, unless } from "./Check.js"
import { cellsOf } from "./cells.js"
import { allFamilies, generationFamilies, type SavedDataset } from "./SavedDataset.js"

/** Families are built as they declare and as specification 5.3 demands. */
export const structureChecks = (dataset: SavedDataset): ReadonlyArray<AuditCheck> => [
  checkOf("depth, fillers, closings and cuts are as declared", shapeFindings(allFamilies(dataset))),
  checkOf("values and names are unique in a program", uniquenessFindings(dataset)),
  checkOf("structure hashes are right", hashFindings(dataset)),
  ...(dataset.config.grid === null
    ? []
    : [
        checkOf(
          "two siblings with decoys are closed at both observations",
          siblingFindings(allFamilies(dataset))
        ),
        checkOf("half of each cell looks further out than the innermost open block", [
          ...outerFindings(dataset.families),
          ...outerFindings(generationFamilies(dataset))
        ])
      ]),
  kindDistribution(allFamilies(dataset))
]

function* shapeFindings(families: ReadonlyArray<CaseFamily>): Generator<Finding> {
  for (const family of families) {
    const events = programEvents(family.program)
    const { before_close: before, after_close: after } = family.cuts
    const lastOpen = events.slice(0, before.eventCount).findLastIndex(({ type }) => type === "open")
    const sinceOpen = events.slice(lastOpen + 1, before.eventCount)
    const between = events.slice(before.eventCount, after.eventCount)
    const facts = [
      ["depth", peakOf(events), family.depth],
      ["fillers", sinceOpen.filter(({ type }) => type === "nop").length, family.filler],
      ["nops of the whole program", events.filter(({ type }) => type === "nop").length, family.filler],
      ["blocks closed since the last opener", sinceOpen.filter(({ type }) => type === "close").length, 0],
      ["depth at the before cut", openNames(events, before.eventCount).length, family.depth],
      ["events between the cuts", between.length, family.closings],
      ["closings between the cuts", between.filter(({ type }) => type === "close").length, family.closings],
      ["closings of this depth", closingsOf(family.depth), family.closings]
    ] as const
    const wrong = facts.filter(([, found, declared]) => found !== declared)
    const sameProbe = before.probeId === after.probeId && before.variable === after.variable
    const problems = [
      ...wrong.map(([what, found, declared]) => `${what} ${found}, declared ${declared}`),
      ...(sameProbe ? [] : ["the views ask different questions"])
    ]
    yield { place: family.familyId, problem: problems.length === 0 ? null : problems.join(", ") }
  }
}

function* uniquenessFindings(dataset: SavedDataset): Generator<Finding> {
  for (const family of [...allFamilies(dataset), ...dataset.examples.map((example) => example.family)]) {
    const events = programEvents(family.program)
    const values = events.flatMap((event) => (event.type === "let" ? [event.value] : []))
    const names = namesOf(family)
    const unique = new Set(values).size === values.length && new Set(names).size === names.length
    yield { place: family.familyId, problem: unless(unique, "a value or a name occurs twice") }
  }
}

function* hashFindings(dataset: SavedDataset): Generator<Finding> {
  for (const family of [...allFamilies(dataset), ...dataset.examples.map((example) => example.family)]) {
    const found = structureHash(family.program)
    yield { place: family.familyId, problem: unless(found === family.structureHash, `it should be ${found}`) }
  }
}

function* siblingFindings(families: ReadonlyArray<CaseFamily>): Generator<Finding> {
  for (const { familyId, program, cuts, siblings } of families) {
    const events = programEvents(program)
    const { variable } = cuts.before_close
    const decoys = events.filter(
      (event) =>
        event.type === "close" &&
        siblings.includes(event.scope.name) &&
        event.scope.body.some((statement) => statement.type === "let" && statement.variable === variable)
    )
    const seen = readingViews.map((view) => {
      const closedBefore = events.slice(0, cuts[view].eventCount)
      return decoys.filter((decoy) => closedBefore.includes(decoy)).length
    })
    const two = siblings.length === 2 && seen.every((closed) => closed === 2)
    yield { place: familyId, problem: unless(two, `closed decoys: ${seen.join(" before, ")} after`) }
  }
}

function* outerFindings(families: ReadonlyArray<CaseFamily>): Generator<Finding> {
  for (const family of families) {
    const outer = looksFurtherOut(family)
    yield {
      place: family.familyId,
      problem: unless(outer === family.outerLookup, `outer lookup is ${outer}`)
    }
  }
  for (const [cell, members] of cellsOf(families)) {
    const outer = members.filter(looksFurtherOut).length
    const half = Math.abs(2 * outer - members.length) <= members.length % 2
    yield { place: cell, problem: unless(half, `${outer} of ${members.length}`) }
  }
}

const looksFurtherOut = ({ program, cuts: { after_close: cut } }: CaseFamily): boolean => {
  const innermost = openScopes(programEvents(program), cut.eventCount).at(-1)
  const body = innermost?.scope.body ?? []
  return !body.some((statement) => statement.type === "let" && statement.variable === cut.variable)
}

/** How often each kind occurs, and a failure if the seed favours one: each should be a third, within five standard errors. */
const kindDistribution = (families: ReadonlyArray<CaseFamily>): AuditCheck => {
  const found = families.flatMap(({ program }) =>
    programEvents(program).flatMap((event) => (event.type === "open" ? [event.scope.kind] : []))
  )
  const counts = kinds.map((kind) => found.filter((other) => other === kind).length)
  const tolerance = 5 * Math.sqrt(found.length * (1 / 3) * (2 / 3))
  const described = kinds.map((kind, index) => `${kind} ${counts[index]}`).join(", ")
  return checkOf(
    "no kind of block is favoured",
    counts.map((count, index) => ({
      place: String(kinds[index]),
      problem: unless(Math.abs(count - found.length / 3) <= tolerance, `${count} of ${found.length}`)
    })),
    described
  )
}

/** Block names, payloads and the probe's name, in the order of the text. */
export const namesOf = ({ program, cuts }: CaseFamily): ReadonlyArray<string> => [
  ...programEvents(program).flatMap((event) => {
    if (event.type === "open") return [event.scope.name]
    return event.type === "nop" ? [event.payload] : []
  }),
  cuts.before_close.probeId
]

type Open = Extract<ProgramEvent, { readonly type: "open" }>

/** The openers of the blocks that are open after the first `eventCount` events, from the outermost in. */
const openScopes = (events: ReadonlyArray<ProgramEvent>, eventCount: number): ReadonlyArray<Open> => {
  const open: Array<Open> = []
  for (const event of events.slice(0, eventCount)) {
    if (event.type === "open") open.push(event)
    else if (event.type === "close") open.pop()
  }
  return open
}

const openNames = (events: ReadonlyArray<ProgramEvent>, eventCount: number): ReadonlyArray<string> =>
  openScopes(events, eventCount).map(({ scope }) => scope.name)

const peakOf = (events: ReadonlyArray<ProgramEvent>): number => {
  let open = 0
  let peak = 0
  for (const { type } of events) {
    if (type === "open") peak = Math.max(peak, ++open)
    else if (type === "close") open--
  }
  return peak
}
