import { bytesText } from "../../../json/BytesText.js"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import type { SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"
import type { Sample, Task } from "../tasks/Task.js"

/** One of a task's samples, as its subject would give it: an answer, the files of a folder, or first the calls that make them. */
export const sampleReply = (
  { samples, spec }: Task,
  request: LlmRequest,
  shareOfRight: number,
  random: JavaRandom
): SimulatedReply => {
  const right = random.nextDouble() < shareOfRight
  const sample = pick(
    samples.filter(({ passes }) => passes === right),
    random
  )
  const answer = { type: "answer", text: sample?.answer ?? "", reasoningTokens: 0 } as const
  if (sample === undefined || spec.mode === "qa") return answer
  if (request.mode === "agent") {
    const files = [...sample.files].map(([name, bytes]) => [name, bytes === null ? null : bytesText(bytes)])
    return { ...answer, files: Object.fromEntries(files) }
  }
  // What it was answered means that it has called already.
  const hasCalled = request.input.some(({ role }) => role === "tool")
  return request.tools === undefined || hasCalled || sample.files.size === 0
    ? answer
    : { ...answer, text: "", toolCalls: callsFor(sample) }
}

const callsFor = ({ files }: Sample) =>
  [...files].map(([path, bytes]) =>
    bytes === null
      ? { name: "run", arguments: { command: `rm -f -- '${path.replaceAll("'", "'\\''")}'` } }
      : { name: "write", arguments: { path, content: Buffer.from(bytes).toString("utf8") } }
  )

const pick = <A>(from: ReadonlyArray<A>, random: JavaRandom): A | undefined =>
  from.length === 0 ? undefined : from[random.nextInt(from.length)]
