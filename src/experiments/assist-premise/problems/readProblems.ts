import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readJsonLines } from "../../../json/JsonLines.js"
import { ConfigError } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { type RowDecoder, rowDecoder } from "../../../records/JsonFiles.js"
import { Answers, NearMiss, Problem } from "./Problem.js"

/** Problems with their answers, each in the order of its file. Whether they fit together is for the audit to say. */
export interface ProblemSet {
  readonly problems: ReadonlyArray<Problem>
  readonly answers: ReadonlyArray<Answers>
}

const problemRow = rowDecoder(Problem)
const answersRow = rowDecoder(Answers)
const nearMissRow = rowDecoder(NearMiss)

const own = ({ id }: { readonly id: string }): string => id

/** Reads `problems.jsonl` and `answers.jsonl`, ours or a private pair. A ConfigError names the file and every line at fault. */
export const readProblemSet = (files: {
  readonly problems: string
  readonly answers: string
}): Effect.Effect<ProblemSet, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const problems = yield* parseRows(yield* disk.read(files.problems), files.problems, problemRow, own)
    const answers = yield* parseRows(yield* disk.read(files.answers), files.answers, answersRow, own)
    return { problems, answers }
  })

/** The readings that must not be accepted; only our own problems have such a file. */
export const readNearMisses = (
  file: string
): Effect.Effect<ReadonlyArray<NearMiss>, ConfigError | DiskError, Disk> =>
  Effect.flatMap(
    Effect.flatMap(Disk, (disk) => disk.read(file)),
    (bytes) => parseRows(bytes, file, nearMissRow, ({ id, key }) => `${id} ${key}`)
  )

/** A last line without LF is fine in a file that people write. A name that comes twice is not, nor is a file without lines. */
const parseRows = <A>(
  bytes: Uint8Array,
  source: string,
  decoder: RowDecoder<A>,
  nameOf: (row: A) => string
): Either.Either<ReadonlyArray<A>, ConfigError> => {
  const rows: Array<A> = []
  const issues: Array<string> = []
  const lineOf = new Map<string, number>()
  for (const { line, value } of readJsonLines(bytes)) {
    const row = Either.flatMap(value, (json) => decoder(source, line, json))
    if (Either.isLeft(row)) {
      issues.push(`line ${line}: ${row.left._tag === "DamagedRecord" ? row.left.reason : row.left.message}`)
      continue
    }
    const name = nameOf(row.right)
    const earlier = lineOf.get(name)
    if (earlier !== undefined) issues.push(`line ${line}: ${name} stands in line ${earlier} already`)
    lineOf.set(name, line)
    rows.push(row.right)
  }
  if (rows.length === 0 && issues.length === 0) issues.push("there are no lines")
  return issues.length === 0 ? Either.right(rows) : Either.left(new ConfigError({ source, issues }))
}
