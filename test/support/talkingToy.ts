import * as Effect from "effect/Effect"
import type { Conversation, Experiment } from "../../src/pipeline/Experiment.js"
import { toyFamilies } from "./toyFamilies.js"

/** The toy experiment with trials of `turns` calls: every reply is sent back, with the number of the next call. */
export const talkingToy = (
  turns: number,
  options: {
    readonly families?: number
    readonly reproducible?: boolean
    /** Called whenever somebody asks what comes next; its result stands in the request. */
    readonly remark?: (calls: number) => string
  } = {}
): Experiment => {
  const conversation: Conversation = {
    reproducible: options.reproducible ?? true,
    next: (_trial, _gold, calls) =>
      Effect.sync(() => {
        const last = calls.at(-1)
        const remark = options.remark?.(calls.length) ?? ""
        if (last === undefined || calls.length >= turns) return null
        return {
          ...last.request,
          input: [
            ...last.request.input,
            { role: "assistant" as const, content: last.reply.text },
            { role: "user" as const, content: `Call ${calls.length + 1}.${remark}` }
          ]
        }
      })
  }
  return { ...toyFamilies(options.families ?? 1), conversation }
}
