import * as Either from "effect/Either"
import { canonicalJson } from "../../json/JsonWriter.js"
import type { LlmRequest } from "../LlmRequest.js"
import type { RequestUnreadable } from "../Protocol.js"
import { oneOf, outputLimit, parseObject, sameBytes, text } from "../wire/requestFields.js"

/** Why a request cannot be asked in this protocol; `null` if it can: a program is given one text, and chooses everything else itself. */
export const problemWith = ({
  format,
  input,
  options,
  reasoningEffort,
  tools
}: LlmRequest): string | null => {
  const no = (what: string): string => `the cli protocol has no place for ${what}`
  if (input.length !== 1 || input[0]?.role !== "user") return no("anything but one message of the user")
  if (reasoningEffort !== null) return no("a reasoning effort")
  if (format !== undefined) return no("the form of an answer; say it in the prompt")
  if (tools !== undefined) return no("tools")
  return options === undefined ? null : no("options of the model")
}

/** What is asked of a program, as canonical JSON; the program itself gets the prompt on its standard input. Throws for a request that {@link problemWith} objects to. */
export const encodeRequest = (request: LlmRequest): Uint8Array => {
  const problem = problemWith(request)
  if (problem !== null) throw new Error(problem)
  const { maxOutputTokens, mode = "qa", model } = request
  return new TextEncoder().encode(
    canonicalJson({ model, mode, prompt: promptOf(request), max_output_tokens: maxOutputTokens })
  )
}

/** Programs have instructions of their own; ours come first in the prompt. */
export const promptOf = ({ input, instructions }: LlmRequest): string =>
  [instructions, ...input.map(({ content }) => content)].filter((part) => part !== "").join("\n\n")

/** The inverse of {@link encodeRequest}, but that instructions are a part of the prompt. */
export const decodeRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(parseRequest(bytes), (request) =>
    Either.map(sameBytes(encodeRequest(request), bytes), () => request)
  )

export const parseRequest = (bytes: Uint8Array): Either.Either<LlmRequest, RequestUnreadable> =>
  Either.flatMap(parseObject(bytes), (body) =>
    Either.map(
      Either.all({
        model: text(body, "model"),
        mode: oneOf(body["mode"], "mode", ["qa", "agent"]),
        prompt: text(body, "prompt"),
        maxOutputTokens: outputLimit(body, "max_output_tokens")
      }),
      ({ maxOutputTokens, mode, model, prompt }): LlmRequest => ({
        model,
        instructions: "",
        input: [{ role: "user", content: prompt }],
        reasoningEffort: null,
        maxOutputTokens,
        ...(mode === "agent" ? { mode } : {})
      })
    )
  )
