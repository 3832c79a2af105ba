import type { LlmRequest, ModelOptions } from "../../../llm/LlmRequest.js"
import type { ProtocolId } from "../../../llm/Protocol.js"
import { agentTools } from "../agent/tools.js"
import type { RunConfig } from "../config/RunConfig.js"
import { subjectTask, type Task } from "../tasks/Task.js"
import type { FoundSubject, LocalSubject } from "./Found.js"
import { subjectPrompt } from "./prompts.js"

/** How a subject is reached. */
export const protocolOfSubject = ({ kind }: FoundSubject): ProtocolId => (kind === "local" ? "ollama" : "cli")

/** A text for a subject, with the parameters that are the same for all (specification 2.1). Programs choose theirs themselves. */
export const textRequest = (subject: FoundSubject, prompt: string, run: RunConfig): LlmRequest => ({
  model: subject.id,
  instructions: "",
  input: [{ role: "user", content: prompt }],
  reasoningEffort: null,
  maxOutputTokens: run.outputTokens,
  ...(subject.kind === "local" ? { options: optionsFor(subject, run) } : {})
})

/** The first request of a trial. */
export const requestFor = (subject: FoundSubject, task: Task, run: RunConfig): LlmRequest => {
  const request = textRequest(subject, subjectPrompt(subjectTask(task)), run)
  if (task.spec.mode === "qa") return request
  return subject.kind === "cloud" ? { ...request, mode: "agent" } : { ...request, tools: agentTools }
}

/** A model is never loaded for more than it was made for, and told whether to think only if it can. */
const optionsFor = (
  { capabilities, contextLength }: LocalSubject,
  { contextTokens, seed, temperature, thinking }: RunConfig
): ModelOptions => ({
  numCtx: Math.min(contextTokens, contextLength ?? contextTokens),
  temperature,
  seed,
  ...(capabilities?.includes("thinking") === true ? { think: thinking } : {})
})
