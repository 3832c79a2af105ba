import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { canonicalJson } from "../../json/JsonWriter.js"
import type { AuditCheck, ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import { evaluator } from "./evaluator.js"
import { decodeProtocol, type PlannedPremise } from "./Protocol.js"
import { auditNearMisses } from "./problems/auditNearMisses.js"
import { auditProblems } from "./problems/auditProblems.js"
import { userMessage } from "./prompt/conversation.js"
import { answerSchema } from "./reply/answerFormat.js"

/** Everything that must hold before a model is asked: every answer is evaluated, and no request knows more than its requirement. */
export const audit = (saved: SavedPlan): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const decoded = decodeProtocol(saved.protocol)
    // Of a plan that was derived it can be decoded; `verify` also asks about one that somebody changed.
    if (Either.isLeft(decoded))
      return [{ name: "the protocol can be read", passed: false, checked: 1, detail: decoded.left.message }]
    const planned = decoded.right
    const { answered, checks, headline } = auditProblems(planned, evaluator)
    return [
      {
        name: `the problems' own check: ${headline}`,
        passed: answered,
        checked: planned.problems.length,
        detail: ""
      },
      ...checks,
      ...(planned.nearMisses.length === 0 ? [] : [auditNearMisses(planned.problems, planned.nearMisses)]),
      yield* requestCheck(saved, planned)
    ]
  })

/** Beside the instructions, which are the same for all, a model reads the requirement and nothing else: no range, no point, no reading. */
const requestCheck = (saved: SavedPlan, planned: PlannedPremise): Effect.Effect<AuditCheck, ReadError> =>
  Effect.gen(function* () {
    const { problems, structuredOutput, system } = planned
    // A server without structured output reads the schema behind the instructions, and nothing else there.
    const expected = (instructions: string): boolean =>
      structuredOutput === "native"
        ? instructions === system
        : instructions.startsWith(system.trimEnd()) && instructions.endsWith(canonicalJson(answerSchema))
    const wrong: Array<string> = []
    for (const trial of saved.trials) {
      const problem = problems.find(({ id }) => id === trial.goldId)
      const { input, instructions } = yield* saved.request(trial)
      const [message, ...others] = input
      const only = others.length === 0 && message?.role === "user"
      if (
        problem === undefined ||
        !only ||
        message.content !== userMessage(problem) ||
        !expected(instructions)
      )
        wrong.push(trial.trialId)
    }
    return {
      name: "requests hold the instructions and one requirement, and nothing else",
      passed: wrong.length === 0,
      checked: saved.trials.length,
      detail: wrong.slice(0, 5).join("; ")
    }
  })
