import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../../../json/JsonWriter.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { auditReasons } from "../judging/needsAudit.js"
import { methods } from "../tasks/vocabulary.js"

const Share = Schema.NullOr(Schema.Number)
const Flag = Schema.NullOr(Schema.Boolean)

/** What grading says of a trial beside right and wrong: `diagnostics.found` of its line in `scores.jsonl`, as JSON. */
export const ScoreNotes = Schema.Struct({
  score01: Share,
  passed: Flag,
  formatKept: Schema.Boolean,
  formatBreaks: Schema.Array(Schema.String),
  grounded: Flag,
  layers: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      method: Schema.Literal(...methods),
      weight: Schema.Number,
      score: Share,
      /** Quote the gold. */
      notes: Schema.Array(Schema.String)
    })
  ),
  /** Why a person should look at it. */
  needsAudit: Schema.Array(Schema.Literal(...auditReasons)),
  /** Why a layer has no score. */
  missing: Schema.Array(Schema.String),
  overrides: Schema.Array(
    Schema.Struct({
      layer: Schema.String,
      from: Share,
      to: Schema.Number,
      who: Schema.String,
      when: Schema.String,
      why: Schema.String,
      stale: Schema.Boolean
    })
  )
})
export type ScoreNotes = typeof ScoreNotes.Type

/** What is whole numbers stands by itself as well; fractions are in the text alone, since a saved row has none. */
export const toDiagnostics = (notes: ScoreNotes): Grade["diagnostics"] => ({
  passed: notes.passed === null ? null : Number(notes.passed),
  formatKept: Number(notes.formatKept),
  grounded: notes.grounded === null ? null : Number(notes.grounded),
  needsAudit: notes.needsAudit.join(" "),
  // Its members are JSON, and none is undefined.
  found: canonicalJson(JSON.parse(JSON.stringify(notes)))
})

const decode = Schema.decodeUnknownEither(Schema.parseJson(ScoreNotes))

/** `null`: the trial was not graded. */
export const fromDiagnostics = ({
  diagnostics
}: Pick<ScoreRow, "diagnostics">): Either.Either<ScoreNotes | null, string> =>
  diagnostics["found"] === undefined
    ? Either.right(null)
    : Either.mapLeft(decode(diagnostics["found"]), ({ message }) => message)
