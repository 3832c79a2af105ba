import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json } from "../../../json/Json.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import type { PlannedTrial } from "../../../records/PlannedTrial.js"
import { notationOf } from "../Arms.js"
import { TrialFactors } from "../Factors.js"
import { lexiconOf } from "../lang/Lexicon.js"
import { gradeLookup } from "./gradeLookup.js"
import { gradeProgram } from "./gradeProgram.js"
import { gradeStack } from "./gradeStack.js"

const decodeFactors = Schema.decodeUnknownEither(TrialFactors)

/** Grades a trial by its task. Factors that are not this experiment's are a defect: the plan was audited. */
export const grade = (trial: PlannedTrial, gold: Gold<Json>, response: LlmResponse): Grade => {
  const { task, style, lexicon } = Either.getOrThrowWith(
    decodeFactors(trial.factors),
    () => new TypeError(`the factors of trial ${trial.trialId} are not those of this experiment`)
  )
  switch (task) {
    case "scope_lookup":
      return gradeLookup(gold, response)
    case "active_stack":
      return gradeStack(gold, response)
    case "ast_to_source":
      return gradeProgram(gold, response, { style: notationOf(style), lexicon: lexiconOf(lexicon) })
  }
}
