import * as Effect from "effect/Effect"
import type { Experiment } from "../../pipeline/Experiment.js"
import { audit } from "./planning/audit.js"
import { describe } from "./planning/describe.js"
import { derivePlan } from "./planning/Plan.js"
import { experimentId } from "./planning/Protocol.js"
import { preregistration } from "./planning/preregistration.js"
import { resolve } from "./planning/resolve.js"
import { recheckSubstitution } from "./recheck/recheckSubstitution.js"
import { report } from "./reporting/report.js"
import { agentLoop } from "./running/agentLoop.js"
import { judgement } from "./running/judgement.js"
import { grade } from "./scoring/grade.js"
import { trialColumns } from "./scoring/trialColumns.js"
import { simulatedModel } from "./simulated-model/simulatedModel.js"

/**
 * How far a model on one's own machine takes the place of a subscription in Japanese office work: local models and subscriptions' programs side by side on
 * the same tasks, with quality, speed, cost and what only a local model can offer (docs/workbench.md).
 */
export const workbench: Experiment = {
  id: experimentId,
  conditionFactors: ["subject"],
  resolve,
  derive: derivePlan,
  audit,
  conversation: agentLoop,
  judgement,
  grade,
  trialColumns,
  report,
  recheck: (read) =>
    Effect.map(Effect.all({ runs: read("runs.csv"), summary: read("summary.csv") }), recheckSubstitution),
  describe,
  needsFreeze: () => false,
  preregistration,
  simulatedModel
}
