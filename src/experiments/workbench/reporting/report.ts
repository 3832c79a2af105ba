import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../../pipeline/Experiment.js"
import type { Disk } from "../../../records/Disk.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import { siteModule } from "../site/siteModule.js"
import { banners } from "./banners.js"
import { runsCsv, summaryCsv } from "./csv.js"
import { reportMarkdown } from "./reportMarkdown.js"
import { runFiles } from "./runFiles.js"
import { readWorkbenchRun, type WorkbenchRun } from "./WorkbenchRun.js"
import { intervalText, kindNames, points, rateText } from "./words.js"

/**
 * Specification 8: `report.md` for people, `run-<model>.json` with the raw results of each subject, `jworkbench.ts` for a site, and tables for programs.
 * From saved files only.
 */
export const report = (input: ReportInput): Effect.Effect<ReportOutput, ReadError, Disk | RunDirectory> =>
  Effect.map(readWorkbenchRun(input), (run) => ({
    files: [
      { name: "report.md", content: reportMarkdown(run) },
      { name: "summary.csv", content: summaryCsv(run) },
      { name: "runs.csv", content: runsCsv(run) },
      { name: "jworkbench.ts", content: siteModule(run) },
      ...runFiles(run)
    ],
    headline: headline(run)
  }))

const headline = (run: WorkbenchRun): string =>
  [
    ...banners(run),
    ...run.scores.map(
      ({ interval, subject, substitution, total }) =>
        `${subject.id}（${kindNames[subject.kind]}）: 合計 ${points(total)}、代替率 ${rateText(substitution.overall)}、区間 ${intervalText(interval)}`
    )
  ].join("\n")
