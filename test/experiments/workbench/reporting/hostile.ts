import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { SimulatedReply } from "../../../../src/llm/simulated/SimulatedModel.js"
import { runSaying } from "./standInRun.js"

/** Text as a model might write it to reach whoever reads about it (J1, J2). */
export const hostile = {
  markup: `"><img src=x onerror="window.pwned=1"></pre></details>`,
  script: `</script><script>window.pwned=1</script><!-- <style>*{display:none}</style>`,
  ansi: "\u001b[31mred\u001b[0m\u0007",
  bidi: "abc\u202edcba\u202c\u200b\ufeff",
  separator: "a\u2028b",
  formula: "=1+1"
} as const

/** How these are shown: what steers or cannot be seen, as an escape. Programs' output loses its colours before it is an answer. */
export const shown = (kind: "local" | "cloud") => [
  hostile.markup,
  hostile.script,
  kind === "local" ? "\\u{1b}[31mred\\u{1b}[0m\\u{7}" : "\nred\\u{7}\n",
  "abc\\u{202e}dcba\\u{202c}\\u{200b}\\u{feff}",
  "a\\u{2028}b",
  hostile.formula
]

export const hostileText = Object.values(hostile).join("\n")

export const wholeLength = 200_000

const answer = (text: string): SimulatedReply => ({ type: "answer", text, reasoningTokens: 0 })

/** A local agent first calls what is no tool; the smaller local model writes 200,000 characters. */
const say = ({ input, model, tools }: LlmRequest): SimulatedReply => {
  const hasCalled = input.some(({ role }) => role === "tool")
  if (tools !== undefined && !hasCalled) {
    return {
      type: "answer",
      text: "",
      reasoningTokens: 0,
      toolCalls: [
        { name: hostile.markup, arguments: { path: hostile.script } },
        { name: "write", arguments: { path: "memo.txt", content: hostileText } }
      ]
    }
  }
  return answer(model === "stand-in:1b" ? hostileText.padEnd(wholeLength, "長") : hostileText)
}

/** A run of the workbench in which models write markup wherever they can: answers, tools, reasons of the judge. */
export const hostileRun = runSaying(say, hostile.markup)
