import { missingOutcomes } from "../../../../records/Outcome.js"
import { percent } from "../../../../report/Figures.js"
import { ratio } from "../../../../stats/Mean.js"
import { figureTable } from "../../../comparison/tables.js"
import { contrastName, sidesOf } from "../contrasts.js"
import type { Results, Suite } from "../Results.js"
import type { RunFacts } from "../RunFacts.js"
import { tooMuchMissing } from "../reading.js"
import { styleName } from "./styleName.js"

/** 3. Every denominator of specification 10.3, and what is missing in which condition. */
export const countsSection = ({ run, suites }: Results): ReadonlyArray<string> =>
  suites.flatMap((suite) => [
    `**${suite.task} / ${suite.view}**`,
    denominators(suite),
    families(suite, run),
    ...missing(suite, run)
  ])

const denominators = ({ overall }: Suite): string =>
  figureTable(
    [
      "style",
      "planned",
      "dispatched",
      "terminal",
      "evaluable",
      "correct",
      "infrastructure missing",
      "not dispatched",
      "incomplete",
      "refusal"
    ],
    [
      ...overall.conditions.map(({ style, condition }) => ({ name: styleName(style), condition })),
      { name: "all", condition: overall.pooled }
    ].map(({ name, condition: { counts } }) => [
      name,
      ...[
        counts.planned,
        counts.dispatched,
        counts.terminal,
        counts.evaluable,
        counts.correct,
        counts.infrastructureMissing,
        counts.notDispatched,
        counts.incomplete,
        counts.refusal
      ].map(String)
    ])
  )

const families = ({ overall: { matched } }: Suite, { primary }: RunFacts): string =>
  `Matched families for ${contrastName(primary)}: ${matched.available} available of ${matched.planned} planned. A family is available when ${sidesOf(primary).join(" and ")} can be judged in every planned lexical regime.`

const missing = (suite: Suite, { primary }: RunFacts): ReadonlyArray<string> => {
  const { counts } = suite.overall.pooled
  if (counts.evaluable === counts.planned) return ["Nothing is missing."]
  const table = figureTable(
    ["style", ...missingOutcomes, "missing by infrastructure"],
    suite.overall.conditions.map(({ style, condition }) => [
      styleName(style),
      ...missingOutcomes.map((outcome) => String(condition.outcomes[outcome])),
      percent(ratio(condition.counts.infrastructureMissing, condition.counts.planned))
    ])
  )
  return tooMuchMissing(suite)
    ? [
        table,
        `More than 1 % of the planned trials are missing by infrastructure; section 4 shows how far they could move ${contrastName(primary)}.`
      ]
    : [table]
}
