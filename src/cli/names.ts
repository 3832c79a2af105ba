import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Flag } from "./Flag.js"

/** Names with commas between them. May be left out, and is `null` then. */
export const names = (placeholder: string, about: string): Flag<ReadonlyArray<string> | null> => ({
  placeholder,
  about,
  decode: (given) => {
    const parts = given.split(",").map((part) => part.trim())
    return parts.includes("") ? Either.left("must be names with commas between them") : Either.right(parts)
  },
  absent: Option.some(null)
})
