import * as Either from "effect/Either"
import { exactInteger } from "../../../json/ExactInteger.js"
import { isObject, type JsonObject } from "../../../json/Json.js"
import type { RequestedCall } from "../../../llm/LlmResponse.js"
import { agentTools } from "./tools.js"

/** A call that can be carried out. What comes of it is another question. */
export type AgentCall =
  | { readonly tool: "read"; readonly path: string; readonly startLine: number }
  | { readonly tool: "list"; readonly path: string }
  | { readonly tool: "search"; readonly text: string; readonly path: string }
  | { readonly tool: "write"; readonly path: string; readonly content: string }
  | { readonly tool: "run"; readonly command: string }

/**
 * Reads what a model wants done. A call of no tool of ours, or with arguments that do not fit, is invalid: a `Left` tells the model what is wrong
 * with it, and it counts (specification 5, `toolCallInvalid`). Arguments too many are passed over.
 */
export const readCall = (requested: RequestedCall): Either.Either<AgentCall, string> => {
  const { name } = requested
  if (!agentTools.some((tool) => tool.name === name)) {
    const known = agentTools.map((tool) => tool.name).join(", ")
    return Either.left(`「${name.slice(0, 100)}」という道具はない。使えるのは ${known}。`)
  }
  const given = requested.arguments
  if (requested.problem !== null || !isObject(given)) {
    return Either.left("引数は JSON のオブジェクトで渡すこと。")
  }
  const missing = (key: string) => Either.left(`引数 ${key} に文字列が要る。`)
  const path = textIn(given, "path")
  switch (name) {
    case "read": {
      const startLine = given["start_line"] === undefined ? 1 : exactInteger(given["start_line"])
      if (path === null) return missing("path")
      return startLine === null || startLine < 1
        ? Either.left("引数 start_line は1以上の整数で渡すこと。")
        : Either.right({ tool: "read", path, startLine })
    }
    case "list":
      return path === null ? missing("path") : Either.right({ tool: "list", path })
    case "search": {
      const text = textIn(given, "text")
      if (text === null || text === "") return missing("text")
      return path === null ? missing("path") : Either.right({ tool: "search", text, path })
    }
    case "write": {
      const content = textIn(given, "content")
      if (path === null) return missing("path")
      return content === null ? missing("content") : Either.right({ tool: "write", path, content })
    }
    default: {
      const command = textIn(given, "command")
      return command === null || command.trim() === ""
        ? missing("command")
        : Either.right({ tool: "run", command })
    }
  }
}

const textIn = (given: JsonObject, key: string): string | null => {
  const value = given[key]
  return typeof value === "string" ? value : null
}
