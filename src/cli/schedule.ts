import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Language } from "../experiments/assist-premise/schedule/Bilingual.js"
import type { Evaluation, Evaluator } from "../experiments/assist-premise/schedule/Evaluator.js"
import type { Prelude } from "../experiments/assist-premise/schedule/Prelude.js"
import type { ScheduleError } from "../experiments/assist-premise/schedule/ScheduleError.js"
import { ConfigError } from "../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../records/Disk.js"
import * as Flag from "./Flag.js"
import { Stdin } from "./Stdin.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

/** The points, or the first mistake, are the verb's product: both go to stdout, and a mistake's exit code is 1. */
export const schedule = Verb.make({
  name: "schedule",
  summary: "Evaluate a text of the schedule language: its points in a range, or its first mistake.",
  examples: [
    "icl-bench schedule --body monthEnd --from 2026-01-01 --to 2026-07-01",
    "icl-bench schedule --body body.txt --from 2026-01-01 --to 2026-04-01 --timed --json",
    "icl-bench schedule --body - --from 2026-01-01 --to 2026-04-01 --lang ja < body.txt"
  ],
  notes: [
    "--body names a file if there is one of that name, is - for standard input, and is the text itself otherwise.",
    "Lines that begin with # behind the points are remarks: what is allowed, and often not meant."
  ],
  flags: {
    body: Flag.text("TEXT|FILE", "The text, or the file that holds it."),
    from: Flag.text("DATE", "The first day, YYYY-MM-DD, since 1970-01-01."),
    to: Flag.text("DATE", "The day after the last one."),
    timed: Flag.toggle("Write midnight as T00:00, too: the problem asks for times."),
    prelude: Flag.optional(
      Flag.text("FILE", "JSON with other scopes and holidays than the benchmark's own.")
    ),
    lang: Flag.withDefault(Flag.choice(["en", "ja"], "The language of sentences and hints."), "en")
  },
  run: (values) =>
    Effect.gen(function* () {
      const { Evaluator } = yield* Effect.promise(
        () => import("../experiments/assist-premise/schedule/Evaluator.js")
      )
      const { dateRange } = yield* Effect.promise(
        () => import("../experiments/assist-premise/schedule/DateRange.js")
      )
      const range = yield* Either.mapLeft(
        dateRange(values.from, values.to),
        (problem) => new UsageError({ problem: `schedule: ${problem}` })
      )
      const evaluator = new Evaluator(yield* readPrelude(values.prelude))
      const body = yield* readBody(values.body)
      const found = evaluator.evaluate(body, range)
      return Either.isLeft(found)
        ? yield* refused(body, found.left, values.lang)
        : printed(evaluator, found.right, values)
    })
})

const printed = (
  evaluator: Evaluator,
  { points, warnings }: Evaluation,
  { lang, timed }: { readonly lang: Language; readonly timed: boolean }
): Verb.Result => {
  const written = points.map((point) => evaluator.write(point, { timed }))
  const remarks = warnings.map(
    ({ class: name, column, line, sentence }) => `# ${line}:${column} ${name}: ${sentence[lang]}`
  )
  return { json: { points: written, warnings }, lines: [...written, ...remarks], code: 0, next: "nothing" }
}

const refused = (body: string, error: ScheduleError, lang: Language): Effect.Effect<Verb.Result> =>
  Effect.map(
    Effect.promise(() => import("../experiments/assist-premise/schedule/caret.js")),
    ({ caretLines }) => {
      const { class: name, column, hint, line, sentence, text } = error
      const [source, caret] = caretLines(body, error)
      return {
        json: { error: { class: name, line, column, text, sentence, hint } },
        lines: [`${line}:${column} ${name}: ${sentence[lang]}`, `  ${source}`, `  ${caret}`, hint[lang]],
        code: 1,
        next: `correct line ${line}, column ${column}`
      }
    }
  )

const readBody = (given: string): Effect.Effect<string, DiskError, Disk | Stdin> =>
  Effect.gen(function* () {
    if (given === "-") return decode(yield* Effect.flatMap(Stdin, ({ read }) => read))
    const disk = yield* Disk
    // A text may hold what no file name can, or be longer than any; then it is no file.
    const isFile = yield* Effect.orElseSucceed(disk.exists(given), () => false)
    return isFile ? decode(yield* disk.read(given)) : given
  })

/** A byte order mark stays, and whatever is no UTF-8 becomes U+FFFD: the lexer names the place of both. */
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

const readPrelude = (path: string | null): Effect.Effect<Prelude, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const { prelude2026 } = yield* Effect.promise(
      () => import("../experiments/assist-premise/schedule/prelude2026.js")
    )
    if (path === null) return prelude2026
    const { parseJsonBytes } = yield* Effect.promise(() => import("../json/JsonParser.js"))
    const { decodePrelude } = yield* Effect.promise(
      () => import("../experiments/assist-premise/schedule/Prelude.js")
    )
    const json = Either.mapLeft(
      parseJsonBytes(yield* Effect.flatMap(Disk, ({ read }) => read(path))),
      ({ message }) => [message]
    )
    return yield* Either.flatMap(json, (value) => decodePrelude(value)).pipe(
      Either.mapLeft((issues) => new ConfigError({ source: path, issues }))
    )
  })
