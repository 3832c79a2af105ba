import * as Effect from "effect/Effect"
import type { Conversation } from "../../../pipeline/Experiment.js"
import { evaluator } from "../evaluator.js"
import { goldProblem } from "../problems/goldProblem.js"
import { nextInput } from "./nextInput.js"

/** The repair loop: a complete answer whose body cannot be evaluated goes back with the diagnosis, as `nextInput` says. */
export const repairs: Conversation = {
  reproducible: true,
  next: (_trial, gold, calls) =>
    Effect.sync(() => {
      const last = calls.at(-1)
      if (last === undefined || last.reply.status !== "completed" || last.reply.refusals.length > 0)
        return null
      const { reply, request } = last
      const input = nextInput(goldProblem(gold), request.input, reply.text, evaluator)
      return input === null ? null : { ...request, input }
    })
}
