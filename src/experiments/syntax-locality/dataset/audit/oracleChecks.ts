import * as Either from "effect/Either"
import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import { type ReadingTask, readingTasks, readingViews } from "../../Factors.js"
import type { Observation } from "../../lang/Ast.js"
import type { ParsedPrefix } from "../../lang/Event.js"
import { observePrefix } from "../../lang/EventOracle.js"
import { lexiconOf } from "../../lang/Lexicon.js"
import { parsePrefix, parseProgram } from "../../lang/Parser.js"
import { observe } from "../../lang/ReferenceOracle.js"
import { type RenderSpec, renderPrefix, renderProgram } from "../../lang/Renderer.js"
import { styles } from "../../lang/Syntax.js"
import type { CaseFamily } from "../CaseFamily.js"
import { goldIdOf, type Item } from "../Item.js"
import { itemsOf } from "../itemsOf.js"
import { smokeCases } from "../smokeCases.js"
import { checkOf, type Finding, unless } from "./Check.js"
import { allFamilies, asksToRead, lexiconsOf, type SavedAnswer, type SavedDataset } from "./SavedDataset.js"
import { sameProgram } from "./sameProgram.js"

/** The two oracles, in every notation, and the saved answers say the same (specification 5.4). */
export const oracleChecks = (dataset: SavedDataset): ReadonlyArray<AuditCheck> => {
  const { grid, tasks } = dataset.config
  const reading = asksToRead(dataset.config)
  return [
    ...when(reading, "both oracles and the gold answer agree in every style and lexicon", () =>
      oracleFindings(dataset)
    ),
    checkOf("programs survive rendering and parsing in every style and lexicon", roundTripFindings(dataset)),
    ...when(reading, "the answer changes between the two views", () => viewFindings(dataset)),
    checkOf("every question has one gold answer, and every gold answer its question", goldFindings(dataset)),
    ...when(tasks.includes("ast_to_source"), "gold programs are those of their families", () =>
      programFindings(dataset)
    ),
    ...when(grid === null, "gold is what the cases' author read off them", () => handFindings(dataset))
  ]
}

/** A check that a plan may have no use for. */
const when = (needed: boolean, name: string, findings: () => Iterable<Finding>): ReadonlyArray<AuditCheck> =>
  needed ? [checkOf(name, findings())] : []

function* oracleFindings({ config, families, gold }: SavedDataset): Generator<Finding> {
  const asked = readingTasks.filter((task) => config.tasks.includes(task))
  for (const family of families) {
    for (const view of readingViews) {
      const cut = family.cuts[view]
      const reference = Either.getOrNull(observe(family.program, cut))
      // A view that is not asked about has no gold answer, and is still a test of the oracles.
      const saved = config.views.includes(view) ? asked : []
      for (const { place, spec } of notationsOf(config, family)) {
        const parsed = Either.getOrNull(parsePrefix(renderPrefix(family.program, cut, spec), spec))
        const found = parsed === null ? null : Either.getOrNull(observePrefix(parsed))
        const problems = [
          unless(same(reference, found), `AST ${told(reference)}, source ${told(found)}`),
          ...saved.map((task) => {
            const answer = gold.get(goldIdOf({ family, task, view }))
            const right = found === null || parsed === null ? null : answerTo(task, found, parsed)
            return unless(same(right, answer), `source ${told(right)}, gold ${told(answer)}`)
          })
        ].filter((problem) => problem !== null)
        yield { place: `${place}/${view}`, problem: problems.length === 0 ? null : problems.join(", ") }
      }
    }
  }
}

/** The answer as the source has it: blocks that were opened and are not open were closed. */
const answerTo = (task: ReadingTask, found: Observation, { events }: ParsedPrefix): SavedAnswer => {
  if (task === "scope_lookup") return found
  const opened = events.flatMap((event) => (event.type === "open" ? [event.name] : []))
  const { activeScopes } = found
  return { activeScopes, closedScopes: opened.filter((name) => !activeScopes.includes(name)) }
}

function* roundTripFindings(dataset: SavedDataset): Generator<Finding> {
  for (const family of allFamilies(dataset)) {
    for (const { place, spec } of notationsOf(dataset.config, family)) {
      const back = parseProgram(renderProgram(family.program, spec), spec)
      const problem = Either.match(back, {
        onLeft: (error) => error.message,
        onRight: (program) => unless(sameProgram(program, family.program), "another program comes back")
      })
      yield { place, problem }
    }
  }
}

function* viewFindings({ families }: SavedDataset): Generator<Finding> {
  for (const { familyId, program, cuts } of families) {
    const before = Either.getOrNull(observe(program, cuts.before_close))
    const after = Either.getOrNull(observe(program, cuts.after_close))
    const differ = before !== null && after !== null && before.value !== after.value
    yield { place: familyId, problem: unless(differ, `before ${told(before)}, after ${told(after)}`) }
  }
}

function* goldFindings(dataset: SavedDataset): Generator<Finding> {
  const { gold } = dataset
  const asked = itemsOf(dataset, dataset.config).map(goldIdOf)
  const questions = new Set(asked)
  for (const goldId of asked) yield { place: goldId, problem: unless(gold.has(goldId), "no gold answer") }
  for (const goldId of gold.keys())
    yield { place: goldId, problem: unless(questions.has(goldId), "no question") }
}

function* programFindings({ generation, gold }: SavedDataset): Generator<Finding> {
  for (const item of generation) yield programFinding(item, item.family, gold)
}

const programFinding = (item: Item, { program }: CaseFamily, gold: SavedDataset["gold"]): Finding => {
  const goldId = goldIdOf(item)
  const answer = gold.get(goldId)
  const right = answer !== undefined && "program" in answer && sameProgram(answer.program, program)
  return { place: goldId, problem: unless(right, "another program, or none") }
}

function* handFindings(dataset: SavedDataset): Generator<Finding> {
  const { config, gold } = dataset
  for (const { family, expected, closed } of smokeCases) {
    for (const view of config.views) {
      const byHand: Readonly<Record<ReadingTask, SavedAnswer>> = {
        scope_lookup: expected[view],
        active_stack: { activeScopes: expected[view].activeScopes, closedScopes: closed[view] }
      }
      for (const task of readingTasks.filter((one) => config.tasks.includes(one))) {
        const goldId = goldIdOf({ family, task, view })
        const saved = gold.get(goldId)
        const said = `by hand ${told(byHand[task])}, gold ${told(saved)}`
        yield { place: goldId, problem: unless(same(saved, byHand[task]), said) }
      }
    }
    for (const item of dataset.generation.filter((one) => one.family.familyId === family.familyId))
      yield programFinding(item, family, gold)
  }
}

const notationsOf = (
  config: SavedDataset["config"],
  family: CaseFamily
): ReadonlyArray<{ readonly place: string; readonly spec: RenderSpec }> =>
  lexiconsOf(config, family).flatMap((lexicon) =>
    styles.map((style) => ({
      place: `${family.familyId}/${lexicon}/${style}`,
      spec: { style, lexicon: lexiconOf(lexicon) }
    }))
  )

type Told = SavedAnswer | null | undefined

const same = (a: Told, b: Told): boolean => a != null && b != null && told(a) === told(b)

const told = (answer: Told): string => {
  if (answer == null) return "nothing"
  if ("program" in answer) return "a program"
  const active = `[${answer.activeScopes.join(" ")}]`
  return "value" in answer
    ? `${answer.value} in ${active}`
    : `${active} without [${answer.closedScopes.join(" ")}]`
}
