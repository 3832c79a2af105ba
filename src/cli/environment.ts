import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Flag from "./Flag.js"

/** An `http` or `https` address without credentials, query and fragment; a slash at its end is dropped. */
export const baseUrl: Flag.Flag<string> = {
  ...Flag.text(
    "URL",
    "Where live requests would go; else OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_BASE_URL, else the provider's own."
  ),
  decode: (given) => {
    // A port out of range is the one part of an address that fails by itself; it says nothing secret.
    const port = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/.exec(given)?.[1]
    if (port !== undefined && Number(port) > 65535)
      return Either.left(`has port ${port}, and ports end at 65535`)
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
