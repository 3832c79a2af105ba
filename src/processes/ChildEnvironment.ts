import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** What of our own environment a program may see, and what it gets besides. */
export interface EnvironmentRule {
  /** Names of variables that are passed on as they are, where they are set. */
  readonly pass: ReadonlyArray<string>
  readonly set: Readonly<Record<string, string>>
}

/**
 * The whole environment of a program, made from an allow-list. Keys and tokens stay out because nobody named them: with one of them a
 * subscription's program would silently be billed for each use (decision 36).
 */
export const childEnvironment = (rule: EnvironmentRule): Effect.Effect<Readonly<Record<string, string>>> =>
  Effect.map(
    Effect.forEach(rule.pass, (name) =>
      Config.option(Config.string(name)).pipe(
        Effect.orDie,
        Effect.map(Option.map((value): readonly [string, string] => [name, value]))
      )
    ),
    (found) => ({ ...Object.fromEntries(found.flatMap(Option.toArray)), ...rule.set })
  )
