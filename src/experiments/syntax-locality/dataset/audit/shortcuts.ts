import * as Either from "effect/Either"
import type { AuditCheck } from "../../../../pipeline/Experiment.js"
import type { ReadingView } from "../../Factors.js"
import { programEvents } from "../../lang/Events.js"
import { observe } from "../../lang/ReferenceOracle.js"
import type { CaseFamily } from "../CaseFamily.js"
import { checkOf, type Finding, unless } from "./Check.js"
import type { SavedDataset } from "./SavedDataset.js"

/** What a reader sees who does not understand blocks. */
interface Surface {
  /** Values of the probe's variable, in the order of the text; those of all variables. */
  readonly own: ReadonlyArray<number>
  readonly all: ReadonlyArray<number>
  /** Values of the probe's variable outside all blocks, and above the opener of the block that was closed last. */
  readonly global: ReadonlyArray<number>
  readonly aboveLastClosed: ReadonlyArray<number>
}

const largest = (values: ReadonlyArray<number>): number => values.reduce((a, b) => Math.max(a, b), 0)
const smallest = (values: ReadonlyArray<number>): number => values.reduce((a, b) => Math.min(a, b), Infinity)

/** Ways to answer by order, magnitude or name alone (specification 5.3). */
const rules: Readonly<Record<string, (seen: Surface) => number | undefined>> = {
  "last binding of the variable": ({ own }) => own.at(-1),
  "second to last": ({ own }) => own.at(-2),
  "third to last": ({ own }) => own.at(-3),
  "fourth to last": ({ own }) => own.at(-4),
  "first binding of the variable": ({ own }) => own[0],
  second: ({ own }) => own[1],
  third: ({ own }) => own[2],
  "its largest value": ({ own }) => largest(own),
  "its smallest value": ({ own }) => smallest(own),
  "its global value": ({ global }) => global.at(-1),
  "last one above the block closed last": ({ aboveLastClosed }) => aboveLastClosed.at(-1),
  "last value of all": ({ all }) => all.at(-1),
  "first value of all": ({ all }) => all[0],
  "largest value of all": ({ all }) => largest(all),
  "smallest value of all": ({ all }) => smallest(all)
}

/** Enough families for a rate to mean something, and the rate from which a rule would be an answer key. */
const enough = 32
const tooOften = 0.75

/**
 * How often each rule gives the right answer. After the closings none may come near to an answer key, over all families or
 * over those of one depth; before them the last binding is right by construction, so that view is only described.
 */
export const shortcutCheck = ({ families }: SavedDataset): AuditCheck => {
  const questions = families.map((family) => askedOf(family, "after_close"))
  const after = rates(questions)
  const before = rates(families.map((family) => askedOf(family, "before_close")))
  const depths = [...new Set(questions.map(({ depth }) => depth))]
  const groups: ReadonlyArray<readonly [string, ReadonlyArray<Asked>]> = [
    ["all depths", questions],
    ...depths.map((depth) => [`depth ${depth}`, questions.filter((one) => one.depth === depth)] as const)
  ]
  const findings = groups
    .filter(([, members]) => members.length >= enough || members === questions)
    .flatMap(([group, members]) => findingsOf(group, members))
  const description = [
    `after_close ${told(after)}`,
    `before_close, where the last binding is right by construction, ${told(before)}`
  ].join("; ")
  return checkOf("no simple rule gives the answers after the closings", findings, description)
}

const findingsOf = (group: string, members: ReadonlyArray<Asked>): ReadonlyArray<Finding> =>
  [...rates(members)].map(([rule, rate]) => ({
    place: group,
    problem: unless(members.length < enough || rate < tooOften, `"${rule}" is right in ${percent(rate)}`)
  }))

/** One question: what stands in its text, and the right answer. */
interface Asked {
  readonly depth: number
  readonly seen: Surface
  readonly answer: number | undefined
}

const askedOf = (family: CaseFamily, view: ReadingView): Asked => ({
  depth: family.depth,
  seen: surfaceOf(family, view),
  answer: Either.getOrNull(observe(family.program, family.cuts[view]))?.value
})

const rates = (questions: ReadonlyArray<Asked>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      questions.filter(({ seen, answer }) => rule(seen) === answer).length / questions.length
    ])
  )

const surfaceOf = ({ program, cuts }: CaseFamily, view: ReadingView): Surface => {
  const { eventCount, variable } = cuts[view]
  const events = programEvents(program).slice(0, eventCount)
  const lets = events.flatMap((event, place) => (event.type === "let" ? [{ ...event, place }] : []))
  const own = lets.filter((binding) => binding.variable === variable)
  const lastClose = events.findLast((event) => event.type === "close")
  const opener = events.findIndex((event) => event.type === "open" && event.scope === lastClose?.scope)
  return {
    own: own.map(({ value }) => value),
    all: lets.map(({ value }) => value),
    global: program.body.flatMap((statement) =>
      statement.type === "let" && statement.variable === variable ? [statement.value] : []
    ),
    aboveLastClosed: own.filter(({ place }) => place < opener).map(({ value }) => value)
  }
}

const told = (found: ReadonlyMap<string, number>): string =>
  [...found].map(([rule, rate]) => `${rule} ${percent(rate)}`).join(", ")

const percent = (rate: number): string => `${Math.round(100 * rate)} %`
