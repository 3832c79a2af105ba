import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../../pipeline/Experiment.js"
import type { Disk } from "../../../records/Disk.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import { figureFiles } from "../../../report/page/figureFiles.js"
import { siteModule } from "../site/siteModule.js"
import { banners } from "./banners.js"
import { runsCsv, summaryCsv } from "./csv.js"
import { figures } from "./figures/figures.js"
import { workbenchPage } from "./page/workbenchPage.js"
import { reportMarkdown } from "./reportMarkdown.js"
import { runFileName, runFiles } from "./runFiles.js"
import { readWorkbenchRun, type WorkbenchRun } from "./WorkbenchRun.js"
import { intervalText, kindNames, points, rateText } from "./words.js"

/**
 * Specification 8: `report.md` and `report.html` with figures for people, `run-<model>.json` with the raw results of each subject, `jworkbench.ts` for a site, and tables for programs.
 * From saved files only.
 */
export const report = (input: ReportInput): Effect.Effect<ReportOutput, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const run = yield* readWorkbenchRun(input)
    const drawn = yield* figures(run)
    return {
      files: [
        { name: "report.md", content: reportMarkdown(run) },
        { name: "summary.csv", content: summaryCsv(run) },
        { name: "runs.csv", content: runsCsv(run) },
        { name: "jworkbench.ts", content: siteModule(run) },
        { name: "report.html", content: yield* workbenchPage(run, drawn) },
        ...drawn.flatMap(figureFiles),
        ...runFiles(run)
      ],
      reserved: runFileName,
      headline: headline(run)
    }
  })

const headline = (run: WorkbenchRun): string =>
  [
    ...banners(run),
    ...run.scores.map(
      ({ interval, subject, substitution, total }) =>
        `${subject.id}（${kindNames[subject.kind]}）: 合計 ${points(total)}、代替率 ${rateText(substitution.overall)}、区間 ${intervalText(interval)}`
    )
  ].join("\n")
