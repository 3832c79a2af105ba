import * as Either from "effect/Either"
import { isObject } from "../../json/Json.js"
import { JsonLineReader } from "../../json/JsonLines.js"

/** What a reply can begin to say. */
export type Said = "thinking" | "content"

/**
 * Finds in which piece of a stream a model began to think, and in which to answer. The pieces may be cut anywhere, also within a character;
 * each of the two is told once, and after the answer has begun nothing is read any more.
 */
export const firstSaid = (): ((piece: Uint8Array) => ReadonlyArray<Said>) => {
  const reader = new JsonLineReader()
  const before = new Set<Said>()
  return (piece) => {
    const now: Array<Said> = []
    if (before.has("content")) return now
    for (const { value } of reader.push(piece)) {
      const message = Either.isRight(value) && isObject(value.right) ? value.right["message"] : undefined
      if (!isObject(message)) continue
      for (const said of ["thinking", "content"] as const) {
        const text = message[said]
        if (typeof text !== "string" || text === "" || before.has(said)) continue
        before.add(said)
        now.push(said)
      }
    }
    return now
  }
}
