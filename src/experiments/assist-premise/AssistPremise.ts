import * as Effect from "effect/Effect"
import type { Experiment } from "../../pipeline/Experiment.js"
import { audit } from "./audit.js"
import { describe } from "./describe.js"
import { grade } from "./grading/grade.js"
import { derivePlan } from "./Plan.js"
import { experimentId } from "./Protocol.js"
import { preregistration } from "./preregistration.js"
import { repairs } from "./prompt/repairs.js"
import { recheckSummary } from "./recheck/recheckSummary.js"
import { compareRuns } from "./reporting/compareRuns.js"
import { report } from "./reporting/report.js"
import { trialColumns } from "./reporting/trialColumns.js"
import { resolve } from "./resolve.js"
import { simulatedModel } from "./simulated-model/simulatedModel.js"

/**
 * An assistant turns a requirement in Japanese into a schedule and may not ask back: does it say what it filled in? One model a run; problems,
 * rules and words of the benchmark are those of docs/assist-premise.md.
 */
export const assistPremise: Experiment = {
  id: experimentId,
  conditionFactors: ["kind"],
  resolve,
  derive: derivePlan,
  audit,
  conversation: repairs,
  grade,
  trialColumns,
  report,
  compare: compareRuns,
  recheck: (read) =>
    Effect.map(Effect.all({ trials: read("trials.csv"), summary: read("summary.csv") }), recheckSummary),
  describe,
  needsFreeze: () => false,
  preregistration,
  simulatedModel
}
