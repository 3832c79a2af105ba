import * as Effect from "effect/Effect"
import type { Judgement } from "../../../pipeline/Experiment.js"
import { judgePrompt } from "../judging/judgePrompt.js"
import { protocolOfSubject, textRequest } from "../planning/requestOf.js"
import { readTaskGold } from "../planning/TaskGold.js"
import { submissionOf, workdirOf } from "../scoring/submissionOf.js"

/** The judge is asked about answers to tasks with a rubric, where one was there when the run was planned (specification 2.3). */
export const judgement: Judgement = {
  ask: (trial, gold, calls) =>
    Effect.gen(function* () {
      const { judge, run, task } = readTaskGold(gold)
      const last = calls.at(-1)
      if (judge === null || task.rubric === null || last === undefined) return null
      const workdir = yield* workdirOf(trial, task, last.reply, calls.length)
      const prompt = judgePrompt(task, submissionOf(task, last.reply.text, workdir))
      return prompt === null
        ? null
        : { request: textRequest(judge, prompt, run), protocol: protocolOfSubject(judge) }
    })
}
