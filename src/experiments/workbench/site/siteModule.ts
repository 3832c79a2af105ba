import type { WorkbenchRun } from "../reporting/WorkbenchRun.js"
import type { LeaderboardData } from "./LeaderboardData.js"
import { leaderboardOf } from "./leaderboardOf.js"
import { siteTypes } from "./siteTypes.js"

/** `jworkbench.ts`: the data with their types, for a site's `src/data/`. */
export const siteModule = (run: WorkbenchRun): string => {
  const data = run.planned.preset === "sample" ? sampleOnly(leaderboardOf(run)) : leaderboardOf(run)
  return [
    "/** J-WorkBench, made by `icl-bench report`. Do not edit: make the report again. */",
    "",
    siteTypes,
    data.status === "sample" ? "/** 実測前サンプル: no number in it is a model's. */" : "/** Measured. */",
    `export const leaderboard: LeaderboardData = ${literal(data)}`,
    ""
  ].join("\n")
}

/** Before anything is measured there is nothing to show but that. */
const sampleOnly = (data: LeaderboardData): LeaderboardData => ({ ...data, entries: [] })

/** JSON is TypeScript. A name with `<` in it stays text wherever the file is pasted. */
const literal = (data: LeaderboardData): string => JSON.stringify(data, null, 2).replace(/</g, "\\u003c")
