import * as Data from "effect/Data"
import { excerpt, safeLine } from "../../../report/SafeText.js"
import { type Bilingual, both, type Diagnosis } from "./Bilingual.js"
import { positionOf, type Span } from "./Span.js"

/** Every way in which a body can be refused, in the order of the language's description. */
export const errorClasses = [
  "BadCharacter",
  "BadLiteral",
  "ImpossibleDate",
  "UnexpectedToken",
  "UnsupportedConstruct",
  "NoResult",
  "UnknownName",
  "UnknownStage",
  "ReservedName",
  "CyclicDefinition",
  "MissingArgument",
  "UnexpectedArgument",
  "TypeMismatch",
  "BadCount",
  "UnknownConvention",
  "UnsupportedUnit",
  "IndexOutOfRange",
  "NoWindow",
  "WindowedInput",
  "GridMismatch",
  "NotOnAxis",
  "BadDateList",
  "UnknownZone",
  "NonexistentLocalTime",
  "AmbiguousLocalTime",
  "UndecidedMembership",
  "LimitExceeded"
] as const

export type ErrorClass = (typeof errorClasses)[number]

/** The first mistake met in a body. */
export class ScheduleError extends Data.TaggedError("ScheduleError")<{
  readonly class: ErrorClass
  /** 1-based. */
  readonly line: number
  /** 1-based, in code points. */
  readonly column: number
  /** The text at fault, at most 80 code units of it; empty at the end of the body. */
  readonly text: string
  readonly sentence: Bilingual
  readonly hint: Bilingual
}> {
  override get message(): string {
    return `${this.line}:${this.column} ${this.class}: ${this.sentence.en} ${this.hint.en}`
  }
}

/**
 * A mistake inside lexer, parser or evaluator, thrown there and caught in `evaluate`: a return code through every level of the
 * recursion would hide the language behind plumbing. It knows no source, hence a span and no position.
 */
export class Fault {
  constructor(
    readonly errorClass: ErrorClass,
    readonly span: Span,
    readonly diagnosis: Diagnosis
  ) {}

  in(source: string): ScheduleError {
    return new ScheduleError({
      class: this.errorClass,
      ...positionOf(source, this.span.start),
      text: source.slice(this.span.start, Math.min(this.span.end, this.span.start + 80)),
      sentence: fitting(this.diagnosis.sentence),
      hint: fitting(this.diagnosis.hint)
    })
  }
}

/** Sentences quote names and texts of the body, which may be long, or steer a terminal. */
const fitting = ({ en, ja }: Bilingual): Bilingual =>
  both(excerpt(safeLine(ja), 400), excerpt(safeLine(en), 400))

export const fail = (errorClass: ErrorClass, span: Span, diagnosis: Diagnosis): never => {
  throw new Fault(errorClass, { start: span.start, end: span.end }, diagnosis)
}
