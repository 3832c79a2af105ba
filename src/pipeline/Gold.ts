import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { DamagedRecord } from "../records/RecordError.js"

/**
 * A correct answer. It is opaque on purpose: no JSON writer, no prompt template and no request field takes a `Gold`,
 * so an answer cannot reach a model by accident of serialisation (specification 9.3). Graders call `reveal`.
 */
export class Gold<A> {
  readonly #answer: A

  private constructor(answer: A) {
    this.#answer = answer
  }

  static seal<A>(answer: A): Gold<A> {
    return new Gold(answer)
  }

  /** For graders, audits and reports. */
  reveal(): A {
    return this.#answer
  }

  /** A JSON writer that meets a gold answer has a bug: it must not go on. */
  toJSON(): never {
    throw new TypeError("a gold answer must not be serialised here; reveal it where gold.jsonl is written")
  }
}

/**
 * A gold answer without the shape that its plan writes. A defect for whoever grades, since gold is compared with its hash before;
 * `verify`, which goes on with what differs, names it instead.
 */
export class DamagedGold extends TypeError {}

/** Gold that the effect finds damaged becomes an error that names its file and line of origin. */
export const goldDamageAsError = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  path: string,
  goldId: string
): Effect.Effect<A, E | DamagedRecord, R> =>
  Effect.catchSomeDefect(effect, (defect) =>
    defect instanceof DamagedGold
      ? Option.some(new DamagedRecord({ path, line: 0, reason: `${goldId}: ${defect.message}` }))
      : Option.none()
  )
