import { points } from "../../../../report/Figures.js"
import { primaryOf, type Results } from "../Results.js"
import { figureTable } from "./tables.js"

/** 8. Whether reading and writing move in the same direction, for the tasks that were run. */
export const readingAndGenerationSection = ({ suites }: Results): ReadonlyArray<string> => {
  const tasks = new Set(suites.map(({ task }) => task))
  if (tasks.size < 2) return [`Only ${[...tasks].join("")} was planned: nothing is said about generation.`]
  return [
    figureTable(
      ["task / view", "D−B"],
      suites.map((suite) => [
        `${suite.task} / ${suite.view}`,
        points(primaryOf(suite.overall)?.difference.estimate ?? null)
      ])
    ),
    "Tasks differ in material and length: compare the direction of D−B between them, not its size."
  ]
}
