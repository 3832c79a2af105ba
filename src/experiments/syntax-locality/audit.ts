import * as Effect from "effect/Effect"
import type { AuditCheck, ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import { balanceChecks } from "./dataset/audit/balanceChecks.js"
import { oracleChecks } from "./dataset/audit/oracleChecks.js"
import { asksToRead, readDataset } from "./dataset/audit/SavedDataset.js"
import { shortcutCheck } from "./dataset/audit/shortcuts.js"
import { structureChecks } from "./dataset/audit/structureChecks.js"
import { requestChecks } from "./prompt/audit/requestChecks.js"

/** Everything that must hold of a plan before a model is asked (specification 5.4, 5.5, 6), from its saved files alone. */
export const audit = (saved: SavedPlan): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const dataset = yield* readDataset(saved)
    return [
      ...oracleChecks(dataset),
      ...structureChecks(dataset),
      ...balanceChecks(dataset),
      ...(asksToRead(dataset.config) ? [shortcutCheck(dataset)] : []),
      ...(yield* requestChecks(saved, dataset))
    ]
  })
