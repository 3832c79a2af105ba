import * as Effect from "effect/Effect"
import type { Experiment } from "../../pipeline/Experiment.js"
import { trialColumns } from "../comparison/trialColumns.js"
import { audit } from "./audit.js"
import { describe } from "./describe.js"
import { grade } from "./grading/grade.js"
import { derivePlan } from "./Plan.js"
import { experimentId } from "./Protocol.js"
import { assess } from "./planning/assess.js"
import { power } from "./planning/power.js"
import { needsFreeze, preregistration } from "./preregistration.js"
import { recheckTables } from "./recheck/recheckTables.js"
import { report } from "./reporting/report.js"
import { compareRuns } from "./reporting/sideBySide/compareRuns.js"
import { resolve } from "./resolve.js"
import { simulatedModel } from "./simulated-model/simulatedModel.js"

/**
 * Does repeating a block's kind and name where it ends help a model to see what is open, and what does it cost to write? The same
 * programs in five notations, asked for the value that is visible at a probe, for the blocks that are open there, or to be written out.
 */
export const syntaxLocality: Experiment = {
  id: experimentId,
  conditionFactors: ["task", "view", "style"],
  resolve,
  derive: derivePlan,
  audit,
  grade,
  trialColumns,
  report,
  compare: compareRuns,
  recheck: (read) =>
    Effect.map(
      Effect.all({ trials: read("trials.csv"), comparisons: read("paired-comparisons.csv") }),
      recheckTables
    ),
  describe,
  needsFreeze,
  preregistration,
  simulatedModel,
  power,
  assess
}
