import * as Args from "@effect/cli/Args"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { Progress } from "../runner/Progress.js"
import type { Flag } from "./Flag.js"
import { between } from "./readArgv.js"
import { UsageError } from "./UsageError.js"
import type { CliServices, Failure, Result, Verb } from "./Verb.js"

/** What became of a verb, and how it is to be printed. */
export interface Dispatched {
  readonly result: Result
  readonly asJson: boolean
}

/**
 * Parses `argv` (as `readArgv` spells it) with @effect/cli and runs the verb's function with typed values. The strict reading
 * has refused everything that can be refused; should the two ever disagree, the disagreement is a usage error too.
 */
export const dispatch = (
  verb: Verb,
  argv: ReadonlyArray<string>,
  version: string
): Effect.Effect<Dispatched, Failure, CliServices> =>
  Effect.gen(function* () {
    const done = yield* Ref.make(Option.none<Dispatched>())
    const command = Command.make(
      verb.name,
      { values: options(verb), operand: operand(verb) },
      ({ values, operand }) =>
        Effect.flatMap(quieted(values, verb.run(values, operand)), (result) =>
          Ref.set(done, Option.some({ result, asJson: values["json"] === true }))
        )
    )
    const root = Command.make("icl-bench").pipe(Command.withSubcommands([command]))
    yield* Command.run(root, { name: "icl-bench", version })(["node", "icl-bench", ...argv.map(shield)])
    return yield* Effect.flatten(Ref.get(done))
  }).pipe(
    Effect.catchIf(ValidationError.isValidationError, (error) =>
      Effect.fail(new UsageError({ problem: plain(error) }))
    ),
    Effect.catchTag("NoSuchElementException", () =>
      Effect.die(new Error(`${verb.name} ended without a result`))
    ),
    Effect.provide(library)
  )

/** With `--quiet` nobody hears of progress. */
const quieted = <A, E, R>(values: Readonly<Record<string, unknown>>, work: Effect.Effect<A, E, R>) =>
  values["quiet"] === true ? Effect.provideService(work, Progress, { tell: () => {} }) : work

/**
 * The library trims `--name=value` and cuts it at a second `=`; a percent-encoded value has nothing to trim or to cut. And it takes a word
 * such as `n` or `true` behind a switch for the switch's value, so a switch brings its own.
 */
const shield = (word: string): string => {
  if (!word.startsWith("--")) return word
  const at = word.indexOf("=")
  return at < 0 ? `${word}=true` : word.slice(0, at + 1) + encodeURIComponent(word.slice(at + 1))
}

const library = Layer.merge(
  NodeContext.layer,
  CliConfig.layer({ isCaseSensitive: true, showBuiltIns: false })
)

const options = (verb: Verb): Options.Options<Record<string, unknown>> =>
  Options.all(
    Object.fromEntries(Object.entries(verb.flags).map(([name, flag]) => [name, option(name, flag)]))
  )

const option = (name: string, flag: Flag<unknown>): Options.Options<unknown> => {
  if (flag.placeholder === null) {
    // Said again although it is the library's own default today: a later one may demand every switch.
    return Options.boolean(name).pipe(Options.withDefault(false), Options.withDescription(flag.about))
  }
  const decode = (text: string) =>
    Either.mapLeft(flag.decode(text), (problem) =>
      ValidationError.invalidValue(HelpDoc.p(`--${name} ${problem}`))
    )
  const text = Options.text(name).pipe(Options.withDescription(flag.about))
  const required =
    flag.repeatable === true
      ? // One word holds them all: the library finds no other option behind one that is repeated. Each decodes to an array of its own.
        Options.mapEffect(text, (all) =>
          Either.map(Either.all(decodeURIComponent(all).split(between).map(decode)), (values) =>
            values.flat()
          )
        )
      : Options.mapEffect(text, (given) => decode(decodeURIComponent(given)))
  return Option.match(flag.absent, {
    onNone: () => required,
    onSome: (value) => Options.withDefault(required, value)
  })
}

const operand = (verb: Verb): Args.Args<string> =>
  verb.operand === null ? Args.map(Args.none, () => "") : Args.text({ name: verb.operand.placeholder })

/** The library's message without its colours, on one line. */
const plain = (error: ValidationError.ValidationError): string =>
  HelpDoc.toAnsiText(error.error)
    .replace(/\p{Cc}\[[0-9;]*m/gu, "")
    .trim()
    .replace(/\s+/g, " ")
