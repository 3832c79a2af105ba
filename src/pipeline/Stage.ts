import * as Effect from "effect/Effect"

/**
 * A step of the pipeline: an Effect from the files it reads to the files it writes. What it needs (a run directory, a
 * model, a clock) is in `R`, what can go wrong in `E`.
 */
export interface Stage<out A, out E, out R> {
  readonly name: string
  /** Names inside the run directory, for people and for diagrams. */
  readonly reads: ReadonlyArray<string>
  readonly writes: ReadonlyArray<string>
  readonly run: Effect.Effect<A, E, R>
}

/** A stage with a span of its own in traces, `stage/<name>`. */
export const make = <A, E, R>(stage: Stage<A, E, R>): Stage<A, E, R> => ({
  ...stage,
  run: Effect.withSpan(stage.run, `stage/${stage.name}`)
})

/** Runs `first`, then `second`; the result is the second's. Fails with whichever fails first. */
export const andThen = <A, E, R, B, E2, R2>(
  first: Stage<A, E, R>,
  second: Stage<B, E2, R2>
): Stage<B, E | E2, R | R2> => ({
  name: `${first.name} → ${second.name}`,
  reads: [...new Set([...first.reads, ...second.reads.filter((file) => !first.writes.includes(file))])],
  writes: [...new Set([...first.writes, ...second.writes])],
  run: Effect.zipRight(first.run, second.run)
})
