import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { dateRange } from "../schedule/DateRange.js"
import { isTopic, type Topic } from "./Topic.js"

/** An id or key ends up in file names, tables and messages. */
const Name = Schema.String.pipe(
  Schema.filter(
    (text) => /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text) || "must be letters, digits and hyphens"
  )
)

const Sentence = Schema.String.pipe(
  Schema.filter((text) => text.trim() !== "" || "must not be empty"),
  Schema.filter((text) => text.length <= 2_000 || "must not have more than 2,000 characters")
)

const Point = Schema.String.pipe(
  Schema.filter(
    (text) =>
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(text) ||
      "must be a point YYYY-MM-DD or YYYY-MM-DDThh:mm"
  )
)

/** One premise that must be declared: a topic, or several between `|` of which one is enough. */
const Ambiguity = Schema.String.pipe(
  Schema.filter(
    (text) => text.split("|").every(isTopic) || "must be a topic, or topics that are separated by |"
  )
)

/** How a refusal calls what should stand there, instead of writing all of the schema out. */
const object = { title: "a JSON object" } as const

/** A reading of the requirement that is accepted. */
const Interpretation = Schema.Struct({
  key: Name,
  /** What was read how, in Japanese. */
  assumption: Sentence,
  /** The points of this reading in the problem's range, ascending. */
  expected: Schema.Array(Point)
}).annotations(object)
export type Interpretation = typeof Interpretation.Type

/** A line of `problems.jsonl`. Unknown fields are refused: a misspelt one would change what is measured. */
export const Problem = Schema.Struct({
  id: Name,
  /** The requirement, all that a model is told of the problem. */
  prompt: Sentence,
  /** Whether days are asked for, not times. */
  allDay: Schema.Boolean,
  /** The half-open range in which points are compared. It is for grading only. */
  from: Schema.String,
  to: Schema.String,
  /** Every element must be declared; none: the problem is a control. */
  ambiguity: Schema.Array(Ambiguity),
  /** That of the first interpretation. */
  expected: Schema.Array(Point),
  interpretations: Schema.NonEmptyArray(Interpretation)
})
  .annotations(object)
  .pipe(
    Schema.filter(({ from, to }) =>
      Either.match(dateRange(from, to), { onLeft: (why) => why, onRight: () => true })
    ),
    Schema.annotations({ parseOptions: { onExcessProperty: "error" } })
  )
export type Problem = typeof Problem.Type

/** A line of `answers.jsonl`: the schedule that each interpretation of a problem means. */
export const Answers = Schema.Struct({
  id: Name,
  bodies: Schema.NonEmptyArray(Schema.Struct({ key: Name, body: Schema.String }).annotations(object))
})
  .annotations(object)
  .pipe(Schema.annotations({ parseOptions: { onExcessProperty: "error" } }))
export type Answers = typeof Answers.Type

/** A line of `near-misses.jsonl`: a reading that somebody might think of, and that is not accepted. */
export const NearMiss = Schema.Struct({
  /** The problem's. */
  id: Name,
  key: Name,
  reading: Sentence,
  points: Schema.Array(Point),
  /** The accepted reading that happens to have the same points in the problem's range. */
  sameAs: Schema.NullOr(Name)
})
  .annotations(object)
  .pipe(Schema.annotations({ parseOptions: { onExcessProperty: "error" } }))
export type NearMiss = typeof NearMiss.Type

/** Nothing needs to be declared there; whether the assistant does so all the same is counted. */
export const isControl = ({ ambiguity }: Problem): boolean => ambiguity.length === 0

/** The topics of one element of `ambiguity`. */
export const alternatives = (element: string): ReadonlyArray<Topic> => element.split("|").filter(isTopic)

/** A bare date in a timed problem is its midnight (decision 32); points are then compared as text. */
export const normalPoints = (
  points: ReadonlyArray<string>,
  { allDay }: Pick<Problem, "allDay">
): ReadonlyArray<string> =>
  allDay ? points : points.map((point) => (point.length === 10 ? `${point}T00:00` : point))
