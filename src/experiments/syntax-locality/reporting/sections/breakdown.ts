import { fixed, percent, points } from "../../../../report/Figures.js"
import type { McNemar } from "../../../../stats/McNemar.js"
import { discordantText, intervalText, perStratum, remarksText } from "../../../comparison/estimateText.js"
import { sliceName } from "../../../comparison/Slice.js"
import { figureTable } from "../../../comparison/tables.js"
import { contrastName } from "../contrasts.js"
import { primaryOf, type Results, type Suite } from "../Results.js"
import type { RunFacts } from "../RunFacts.js"
import { styleName } from "./styleName.js"

/** 6. The same by lexical regime, depth and filler. */
export const breakdownSection = ({ run, suites }: Results): ReadonlyArray<string> => [
  "Exploratory: no test of these figures was fixed beforehand.",
  ...suites.flatMap((suite) => [
    `**${suite.task} / ${suite.view}**`,
    accuracies(suite, run),
    differences(suite, run)
  ]),
  "Discordant, here and in the sections that follow, counts the families whose two answers differ in some lexical regime; in brackets, for each regime, those where the first style did better : those where the second did.",
  `McNemar's exact p (two-sided) describes families of one lexical regime with one answer a style, without the weights of the cells; it is not the test of ${contrastName(run.primary)}, and NA elsewhere.`
]

const accuracies = ({ marginals }: Suite, { arms }: RunFacts): string =>
  figureTable(
    ["accuracy", ...arms.map(styleName)],
    marginals.map((slice) => [
      sliceName(slice),
      ...arms.map((style) =>
        percent(slice.conditions.find((one) => one.style === style)?.condition.accuracy ?? null)
      )
    ])
  )

const differences = ({ marginals }: Suite, run: RunFacts): string =>
  figureTable(
    [
      contrastName(run.primary),
      "difference",
      "95 % interval",
      "remarks",
      "families",
      "per stratum",
      "discordant",
      "McNemar p"
    ],
    marginals.flatMap((slice) => {
      const primary = primaryOf(slice)
      if (primary === undefined) return []
      const { difference, interval, mcNemar } = primary
      return [
        [
          sliceName(slice),
          points(difference.estimate),
          intervalText(interval),
          remarksText(primary),
          `${slice.matched.available} / ${slice.matched.planned}`,
          perStratum(difference),
          discordantText(difference),
          probability(mcNemar)
        ]
      ]
    })
  )

const probability = (mcNemar: McNemar | null): string =>
  mcNemar !== null && mcNemar.p < 0.0001 ? "under 0.0001" : fixed(mcNemar?.p ?? null, 4)
