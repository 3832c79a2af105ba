import { percent, points } from "../../../../report/Figures.js"
import { styles } from "../../lang/Syntax.js"
import { primaryOf, type Results, type SliceResults, type Suite } from "../Results.js"
import { levelOf } from "../Slice.js"
import { styleName } from "./styleName.js"
import { figureTable } from "./tables.js"

/** 6. The same by lexical regime, depth and filler. */
export const breakdownSection = ({ suites }: Results): ReadonlyArray<string> => [
  "Exploratory: no test of these figures was fixed beforehand.",
  ...suites.flatMap((suite) => [`**${suite.task} / ${suite.view}**`, levelsTable(suite)])
]

const levelsTable = ({ marginals }: Suite): string =>
  figureTable(
    ["level", ...styles.map(styleName), "D−B", "families", "discordant"],
    marginals.map((slice) => {
      const primary = primaryOf(slice)
      return [
        sliceName(slice),
        ...styles.map((style) =>
          percent(slice.conditions.find((one) => one.style === style)?.condition.accuracy ?? null)
        ),
        points(primary?.difference.estimate ?? null),
        `${slice.matched.available} / ${slice.matched.planned}`,
        String(primary?.difference.discordance.families ?? 0)
      ]
    })
  )

const sliceName = ({ slice }: SliceResults): string => {
  switch (levelOf(slice)) {
    case "regime":
      return `${slice.regime}`
    case "depth":
      return `depth ${slice.depth}`
    case "filler":
      return `filler ${slice.filler}`
    case "all":
    case "cell":
      return levelOf(slice)
  }
}
