import { points } from "../../../../report/Figures.js"
import { discordantText, intervalText, perStratum, remarksText } from "../../../comparison/estimateText.js"
import { figureTable } from "../../../comparison/tables.js"
import { contrastName } from "../contrasts.js"
import { primaryOf, type Results } from "../Results.js"
import { readTogether } from "../readTogether.js"

/** 8. Whether reading and writing move in the same direction, for the tasks that were run. */
export const readingAndGenerationSection = (results: Results): ReadonlyArray<string> => {
  const tasks = new Set(results.suites.map(({ task }) => task))
  if (tasks.size < 2) return [`Only ${[...tasks].join("")} was planned: nothing is said about generation.`]
  const name = contrastName(results.run.primary)
  return [
    figureTable(
      ["task / view", name, "95 % interval", "remarks", "per stratum", "discordant"],
      results.suites.flatMap((suite) => {
        const primary = primaryOf(suite.overall)
        if (primary === undefined) return []
        return [
          [
            `${suite.task} / ${suite.view}`,
            points(primary.difference.estimate),
            intervalText(primary.interval),
            remarksText(primary),
            perStratum(primary.difference),
            discordantText(primary.difference)
          ]
        ]
      })
    ),
    `Tasks differ in material and length: compare the direction of ${name} between them, not its size.`,
    ...readTogether(results)
  ]
}
