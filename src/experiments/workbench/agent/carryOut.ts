import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { RequestedCall } from "../../../llm/LlmResponse.js"
import type { SandboxService } from "../../../sandbox/Sandbox.js"
import type { SandboxUnavailable } from "../../../sandbox/SandboxError.js"
import { taskFiles } from "../../../sandbox/TaskFiles.js"
import { type AgentCall, readCall } from "./AgentCall.js"
import type { AgentBounds } from "./nextTurn.js"
import { clip, errorText, fileText, listText, runText, searchText } from "./resultText.js"

/**
 * Carries out the calls of one turn in an agent's folder, one after the other, and gives the text that answers each. Only a machine without a
 * sandbox fails: a call that is invalid, a file that is not there and a command that fails are answers to the model.
 */
export const carryOutCalls = (
  folder: string,
  calls: ReadonlyArray<RequestedCall>,
  bounds: Pick<AgentBounds, "callsPerTurn" | "resultLength">,
  sandbox: SandboxService
): Effect.Effect<ReadonlyArray<string>, SandboxUnavailable> =>
  Effect.forEach(calls, (requested, index) =>
    index >= bounds.callsPerTurn
      ? Effect.succeed(errorText(`一度に呼べる道具は${bounds.callsPerTurn}個まで。これは実行していない。`))
      : Either.match(readCall(requested), {
          onLeft: (problem) => Effect.succeed(errorText(problem)),
          onRight: (call) => carryOut(folder, call, bounds.resultLength, sandbox)
        })
  )

const carryOut = (
  folder: string,
  call: AgentCall,
  limit: number,
  sandbox: SandboxService
): Effect.Effect<string, SandboxUnavailable> => {
  if (call.tool === "run") {
    return Effect.map(sandbox.exec({ command: ["sh", "-c", call.command], task: folder }), (ended) =>
      runText(ended, limit)
    )
  }
  const files = taskFiles(folder)
  const answer = () => {
    switch (call.tool) {
      case "read":
        return Effect.map(files.read(call.path), (content) => fileText(content, call.startLine, limit))
      case "list":
        return Effect.map(files.list(call.path), (found) => listText(found, limit))
      case "search":
        return Effect.map(files.search(call.text, call.path), (found) => searchText(found, limit))
      case "write":
        return Effect.as(files.write(call.path, call.content), `書いた: ${call.path}`)
    }
  }
  return Effect.catchAll(answer(), ({ message }) => Effect.succeed(errorText(clip(message, limit))))
}
