import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Who pays. `null`: not set, and the header is left out. */
export interface Credentials {
  readonly apiKey: Redacted.Redacted | null
  readonly project: Redacted.Redacted | null
  readonly organization: Redacted.Redacted | null
}

/** Of servers that ask nobody who pays. */
export const none: Credentials = { apiKey: null, project: null, organization: null }

/** A value that cannot stand in a header. Only the variable's name is told: a damaged key is still a key. */
export class CredentialRefused extends Data.TaggedError("CredentialRefused")<{
  readonly variable: string
  readonly problem: string
}> {
  override get message(): string {
    return `the environment variable ${this.variable} ${this.problem}`
  }
}

/** The environment variables that a protocol's credentials stand in; `null` for what it does not have. */
export interface CredentialVariables {
  readonly apiKey: string
  readonly project: string | null
  readonly organization: string | null
}

/** Reads the variables (specification 8.3). All may be missing, none may be malformed. */
export const fromConfig = (variables: CredentialVariables): Effect.Effect<Credentials, CredentialRefused> =>
  Effect.all({
    apiKey: read(variables.apiKey),
    project: variables.project === null ? Effect.succeed(null) : read(variables.project),
    organization: variables.organization === null ? Effect.succeed(null) : read(variables.organization)
  })

const read = (variable: string): Effect.Effect<Redacted.Redacted | null, CredentialRefused> =>
  Config.option(Config.redacted(variable)).pipe(
    // The error of a Config quotes the value.
    Effect.mapError(() => new CredentialRefused({ variable, problem: "cannot be read" })),
    Effect.map(Option.getOrNull),
    Effect.tap((secret) => {
      const problem = secret === null ? null : problemWith(Redacted.value(secret))
      return problem === null ? Effect.void : Effect.fail(new CredentialRefused({ variable, problem }))
    })
  )

const problemWith = (value: string): string | null => {
  if (value.trim() === "") return "is empty; unset it if it is not needed"
  if (/\p{Cc}/u.test(value)) return "holds a control character, perhaps the end of a line"
  if (/[^ -~\u00a0-\u00ff]/u.test(value)) return "holds a character that a header cannot carry"
  if (value !== value.trim()) return "begins or ends with a blank"
  return null
}
