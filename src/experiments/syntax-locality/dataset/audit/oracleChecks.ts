import * as Either from "effect/Either"
import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import { views } from "../../Factors.js"
import type { Observation } from "../../lang/Ast.js"
import { observePrefix } from "../../lang/EventOracle.js"
import { lexiconOf } from "../../lang/Lexicon.js"
import { parsePrefix, parseProgram } from "../../lang/Parser.js"
import { observe } from "../../lang/ReferenceOracle.js"
import { type RenderSpec, renderPrefix, renderProgram } from "../../lang/Renderer.js"
import { styles } from "../../lang/Syntax.js"
import type { CaseFamily } from "../CaseFamily.js"
import { goldIdOf } from "../rows.js"
import { smokeCases } from "../smokeCases.js"
import { checkOf, type Finding, unless } from "./Check.js"
import { lexiconsOf, type SavedDataset } from "./SavedDataset.js"
import { sameProgram } from "./sameProgram.js"

/** The two oracles, in every notation, and the saved answers say the same (specification 5.4). */
export const oracleChecks = (dataset: SavedDataset): ReadonlyArray<AuditCheck> => [
  checkOf("both oracles and the gold answer agree in every style and lexicon", oracleFindings(dataset)),
  checkOf("programs survive rendering and parsing in every style and lexicon", roundTripFindings(dataset)),
  checkOf("the answer changes between the two views", viewFindings(dataset)),
  checkOf("every question has one gold answer, and every gold answer its question", goldFindings(dataset)),
  ...(dataset.config.grid === null
    ? [checkOf("gold is what the cases' author read off them", handFindings(dataset))]
    : [])
]

function* oracleFindings({ config, families, gold }: SavedDataset): Generator<Finding> {
  for (const family of families) {
    for (const view of views) {
      const cut = family.cuts[view]
      const reference = Either.getOrNull(observe(family.program, cut))
      const saved = gold.get(goldIdOf(family.familyId, "scope_lookup", view))
      // A view that is not asked about has no gold answer, and is still a test of the oracles.
      const expected = config.views.includes(view) ? saved : reference
      for (const { place, spec } of notationsOf(config, family)) {
        const parsed = parsePrefix(renderPrefix(family.program, cut, spec), spec)
        const found = Either.getOrNull(Either.flatMap(parsed, observePrefix))
        const agree = same(reference, expected ?? null) && same(found, reference)
        const said = `AST ${told(reference)}, source ${told(found)}, gold ${told(expected ?? null)}`
        yield { place: `${place}/${view}`, problem: unless(agree, said) }
      }
    }
  }
}

function* roundTripFindings({ config, families }: SavedDataset): Generator<Finding> {
  for (const family of families) {
    for (const { place, spec } of notationsOf(config, family)) {
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

function* goldFindings({ config, families, gold }: SavedDataset): Generator<Finding> {
  const asked = families.flatMap(({ familyId }) =>
    config.views.map((view) => goldIdOf(familyId, "scope_lookup", view))
  )
  const questions = new Set(asked)
  for (const goldId of asked) yield { place: goldId, problem: unless(gold.has(goldId), "no gold answer") }
  for (const goldId of gold.keys())
    yield { place: goldId, problem: unless(questions.has(goldId), "no question") }
}

function* handFindings({ config, gold }: SavedDataset): Generator<Finding> {
  for (const { family, expected } of smokeCases) {
    for (const view of config.views) {
      const goldId = goldIdOf(family.familyId, "scope_lookup", view)
      const saved = gold.get(goldId) ?? null
      const problem = unless(
        same(saved, expected[view]),
        `by hand ${told(expected[view])}, gold ${told(saved)}`
      )
      yield { place: goldId, problem }
    }
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

const same = (a: Observation | null, b: Observation | null): boolean =>
  a !== null && b !== null && told(a) === told(b)

const told = (observation: Observation | null): string =>
  observation === null ? "nothing" : `${observation.value} in [${observation.activeScopes.join(" ")}]`
