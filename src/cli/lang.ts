import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Program } from "../experiments/syntax-locality/lang/Ast.js"
import type { Lexicon } from "../experiments/syntax-locality/lang/Lexicon.js"
import { styles } from "../experiments/syntax-locality/lang/Syntax.js"
import { ConfigError } from "../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../records/Disk.js"
import * as Flag from "./Flag.js"
import { Stdin } from "./Stdin.js"
import * as Verb from "./Verb.js"

/** The first thing that is wrong with a text, for a program to read. */
interface Problem {
  readonly code: string
  /** 1-based. */
  readonly line: number
  /** 1-based; `null` where the fault has no column. */
  readonly column: number | null
  readonly message: string
}

/** The JSON is the verb's product, so a malformed text's problem goes to stdout as well, and the exit code is 1. */
export const lang = Verb.make({
  name: "lang",
  summary: "Read a text of the scope language: a prefix's visible value, or a program's structure.",
  examples: [
    "icl-bench lang prefix.txt --style named_end",
    "icl-bench lang - --style braces --program < program.txt"
  ],
  flags: {
    style: Flag.choice(styles, "How the text writes a block's end."),
    lexicon: Flag.optional(Flag.text("FILE", "JSON with the words for unit, func, area, let, nop and end.")),
    program: Flag.toggle("FILE is a whole program; print its abstract syntax tree.")
  },
  operand: {
    placeholder: "FILE",
    about: "The text, ending at its probe unless --program; - is standard input."
  },
  run: (values, file) =>
    Effect.gen(function* () {
      const lexicon = yield* readLexicon(values.lexicon)
      const bytes = yield* file === "-" ? Effect.flatMap(Stdin, ({ read }) => read) : read(file)
      // A byte order mark stays, and whatever is no UTF-8 becomes U+FFFD: the parser names the place of both.
      const source = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
      const spec = { style: values.style, lexicon }
      const found: Either.Either<unknown, Problem> = yield* values.program
        ? program(source, spec)
        : prefix(source, spec)
      const json = Either.merge(found)
      return {
        json,
        lines: [JSON.stringify(json)],
        code: Either.isRight(found) ? 0 : 1,
        next: Either.isRight(found)
          ? "nothing"
          : `correct ${file === "-" ? "the text" : file} and read it again`
      }
    })
})

const read = (path: string): Effect.Effect<Uint8Array, DiskError, Disk> =>
  Effect.flatMap(Disk, (disk) => disk.read(path))

type Spec = { readonly style: (typeof styles)[number]; readonly lexicon: Lexicon }

const program = (source: string, spec: Spec): Effect.Effect<Either.Either<Program, Problem>> =>
  Effect.map(
    Effect.promise(() => import("../experiments/syntax-locality/lang/Parser.js")),
    ({ parseProgram }) => Either.mapLeft(parseProgram(source, spec), problemOf)
  )

const prefix = (
  source: string,
  spec: Spec
): Effect.Effect<Either.Either<{ value: number; activeScopes: ReadonlyArray<string> }, Problem>> =>
  Effect.gen(function* () {
    const { parsePrefix } = yield* Effect.promise(
      () => import("../experiments/syntax-locality/lang/Parser.js")
    )
    const { observePrefix } = yield* Effect.promise(
      () => import("../experiments/syntax-locality/lang/EventOracle.js")
    )
    return Either.flatMap(Either.mapLeft(parsePrefix(source, spec), problemOf), (parsed) =>
      Either.mapLeft(
        observePrefix(parsed),
        (error): Problem => ({
          code: error.reason,
          line: parsed.probe.line,
          column: null,
          message: error.message
        })
      )
    )
  })

const problemOf = ({ code, column, line, message }: Problem): Problem => ({ code, line, column, message })

const readLexicon = (path: string | null): Effect.Effect<Lexicon, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const { decodeLexicon, naturalLexicon } = yield* Effect.promise(
      () => import("../experiments/syntax-locality/lang/Lexicon.js")
    )
    if (path === null) return naturalLexicon
    const { parseJsonBytes } = yield* Effect.promise(() => import("../json/JsonParser.js"))
    const json = Either.mapLeft(parseJsonBytes(yield* read(path)), ({ message }) => [message])
    return yield* Either.flatMap(json, (value) =>
      Either.mapLeft(decodeLexicon(value), ({ issues }) => issues)
    ).pipe(Either.mapLeft((issues) => new ConfigError({ source: path, issues })))
  })
