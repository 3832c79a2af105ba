import type { SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"

/** How `judgePrompt` begins. */
const beginning = "あなたは日本語の実務文書の採点者です。"

export const isJudgePrompt = (text: string): boolean => text.startsWith(beginning)

/** Points by chance, from half to all, in the form that the prompt's last line shows. */
export const judgeReply = (prompt: string, random: JavaRandom): SimulatedReply => {
  const shown = JSON.parse(prompt.slice(prompt.lastIndexOf("\n") + 1)) as {
    readonly criteria: ReadonlyArray<{ readonly name: string; readonly points: number }>
  } // as judgePrompt ends
  const criteria = shown.criteria.map(({ name, points }) => {
    const least = Math.ceil(points / 2)
    return { name, points: least + random.nextInt(points - least + 1), reason: "模擬の採点。" }
  })
  return { type: "answer", text: JSON.stringify({ criteria }), reasoningTokens: 0 }
}
