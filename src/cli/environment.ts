import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"

/** An `http` or `https` address without credentials, query and fragment; a slash at its end is dropped. */
export const baseUrl: Flag.Flag<string> = {
  ...Flag.text("URL", "Where live requests would go; else OPENAI_BASE_URL, else https://api.openai.com/v1."),
  decode: (given) => {
    const url = URL.canParse(given) ? new URL(given) : null
    const plain = url !== null && url.username + url.password + url.search + url.hash === ""
    return plain && /^https?:$/.test(url.protocol)
      ? Either.right(url.href.replace(/\/+$/, ""))
      : // The address is not repeated: a refused one may hold a password.
        Either.left("must be an http or https address without credentials, query and fragment")
  }
}

/** An environment variable; blank is the same as unset. */
export const fromEnvironment = (name: string): Effect.Effect<string | null> =>
  Config.string(name).pipe(
    Config.withDefault(""),
    Effect.map((value) => (value.trim() === "" ? null : value)),
    Effect.orDie
  )

export const baseUrlFromEnvironment: Effect.Effect<string | null, UsageError> = Effect.flatMap(
  fromEnvironment("OPENAI_BASE_URL"),
  (given) =>
    given === null
      ? Effect.succeed(null)
      : Either.mapLeft(
          baseUrl.decode(given),
          (problem) => new UsageError({ problem: `OPENAI_BASE_URL ${problem}` })
        )
)
