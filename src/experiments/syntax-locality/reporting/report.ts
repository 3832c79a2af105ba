import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../../pipeline/Experiment.js"
import { figureFiles, figureLinks } from "../../../report/page/figureFiles.js"
import { savedResampling } from "../../comparison/Bootstrap.js"
import { comparisonsCsv } from "../../comparison/comparisonsCsv.js"
import { contrastName } from "./contrasts.js"
import { design } from "./design.js"
import { errorsCsv } from "./errorsCsv.js"
import { figures } from "./figures/figures.js"
import { headline } from "./headline.js"
import { runPage } from "./page/runPage.js"
import { results } from "./Results.js"
import { readScored } from "./Scored.js"
import { breakdownSection } from "./sections/breakdown.js"
import { conditionsSection } from "./sections/conditions.js"
import { countsSection } from "./sections/counts.js"
import { examplesSection } from "./sections/examples.js"
import { exploratorySection } from "./sections/exploratory.js"
import { limitsSection } from "./sections/limits.js"
import { primarySection } from "./sections/primary.js"
import { readingAndGenerationSection } from "./sections/readingAndGeneration.js"
import { statusSection } from "./sections/status.js"
import { stylesSection } from "./sections/styles.js"
import { summaryCsv } from "./summaryCsv.js"

/**
 * `report.md` with the ten sections of specification 11, three tables as CSV, the figures with their data, the run as one page, and a
 * headline. From saved data only, and the same bytes for the same data: the order of the scores, the time zone and the locale have no
 * part in it.
 *
 * Fails with `DamagedRecord` when a score's factors are not this experiment's or the protocol's bootstrap is not the frozen one, and as
 * the transcripts of the examples do.
 */
export const report = (input: ReportInput): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const found = results(input, yield* savedResampling(input.protocol), yield* readScored(input))
    const drawn = yield* figures(found, input)
    const sections: ReadonlyArray<readonly [title: string, blocks: ReadonlyArray<string>]> = [
      ["Run state and summary", statusSection(found)],
      ["Conditions, protocol hash, model, dates", conditionsSection(found, input)],
      ["Planned, dispatched and evaluable trials, families, missing trials", countsSection(found)],
      [`Primary comparison ${contrastName(found.run.primary)} and paired effect`, primarySection(found)],
      [
        `Accuracy, truncation and usage of the ${found.run.aa ? "two arms" : "five notations"}`,
        stylesSection(found)
      ],
      ["By lexical regime, depth and filler", breakdownSection(found)],
      ["Exploratory contrasts", exploratorySection(found)],
      ["Reading and generation", readingAndGenerationSection(found)],
      ["Failure examples", yield* examplesSection(found, input)],
      ["Limits and candidates for the next experiment", limitsSection(found)]
    ]
    const markdown = [
      "# Syntax locality",
      ...sections.flatMap(([title, blocks], index) => [
        `## ${index + 1}. ${title}`,
        ...blocks,
        ...drawn.filter(({ section }) => section === index + 1).map(figureLinks)
      ])
    ]
    return {
      files: [
        { name: "report.md", content: `${markdown.join("\n\n")}\n` },
        { name: "summary.csv", content: summaryCsv(found) },
        {
          name: "paired-comparisons.csv",
          content: comparisonsCsv(found.comparisons, {
            synthetic: found.run.synthetic,
            regimes: design.order.regimes
          })
        },
        { name: "errors.csv", content: errorsCsv(found, input) },
        { name: "report.html", content: yield* runPage(found, input, drawn) },
        ...drawn.flatMap(figureFiles)
      ],
      headline: headline(found)
    }
  })
