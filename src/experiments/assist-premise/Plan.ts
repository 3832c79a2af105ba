import * as Either from "effect/Either"
import type { Json, JsonObject } from "../../json/Json.js"
import type { LlmRequest } from "../../llm/LlmRequest.js"
import type { Plan, PlannedCase } from "../../pipeline/Experiment.js"
import { Gold } from "../../pipeline/Gold.js"
import type { PlanRefused } from "../../pipeline/PipelineError.js"
import { deriveSeed } from "../../random/Seeds.js"
import { decodeProtocol, experimentId, type PlannedPremise, problemJson } from "./Protocol.js"
import { isControl, type Problem } from "./problems/Problem.js"
import { firstInput } from "./prompt/conversation.js"
import { answerFormat } from "./reply/answerFormat.js"

/** A problem is a case, a block and a gold answer. There is no treatment: several models are several runs. */
export const derivePlan = (protocol: JsonObject): Either.Either<Plan, PlanRefused> =>
  Either.map(decodeProtocol(protocol), (planned) => ({
    files: [],
    gold: planned.problems.map((problem) => ({
      goldId: problem.id,
      answer: Gold.seal<Json>(problemJson(problem))
    })),
    cases: planned.problems.map((problem) => caseOf(problem, planned)),
    replicates: planned.replicates,
    scheduleSeed: deriveSeed(BigInt(planned.masterSeed), `${experimentId}/schedule`, 0),
    truncation: planned.truncation,
    structuredOutput: planned.structuredOutput
  }))

/** Whether something is left open. */
export const kindOf = (problem: Problem): "open" | "control" => (isControl(problem) ? "control" : "open")

const caseOf = (problem: Problem, planned: PlannedPremise): PlannedCase => ({
  caseId: problem.id,
  goldId: problem.id,
  block: problem.id,
  factors: { problem: problem.id, kind: kindOf(problem) },
  request: requestOf(problem, planned),
  record: { chars: problem.prompt.length }
})

/** The first request of a problem's conversation. The range is no part of it. */
export const requestOf = (
  problem: Problem,
  { maxOutputTokens, model, reasoningEffort, system }: PlannedPremise
): LlmRequest => ({
  model,
  instructions: system,
  input: firstInput(problem),
  reasoningEffort,
  maxOutputTokens,
  format: answerFormat
})
