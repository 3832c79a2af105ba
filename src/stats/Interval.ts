import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import { bootstrapMeans, type Clusters, type Resampling, sizesOf } from "./ClusterBootstrap.js"
import { undefinedBecause } from "./PairedDifference.js"
import type { PairedFamilies } from "./PairedFamilies.js"
import { percentile } from "./percentile.js"

/** The uncertainty of an estimate, or the reason why there is none to show. */
export type Interval = Computed | Degenerate | NotComputed

/** The 2.5th and the 97.5th percentile of the bootstrap means, as fractions. */
export interface Computed {
  readonly kind: "computed"
  readonly low: number
  readonly high: number
  readonly resampling: Resampling
}

/**
 * Every draw gave the same mean, because no stratum has two families that differ. That is a lack of evidence and no certainty
 * (specification 10.5), so there are no bounds.
 */
export interface Degenerate {
  readonly kind: "degenerate"
  readonly resampling: Resampling
}

export interface NotComputed {
  readonly kind: "not_computed"
  readonly reason: string
}

/**
 * The 95 % percentile interval of each contrast, in the order of the contrasts. Those with the same numbers of families share their
 * draws, which changes no bit of what each would get by itself. Throws as `bootstrapMeans` does.
 */
export const intervals = (
  contrasts: ReadonlyArray<PairedFamilies>,
  resampling: Resampling
): ReadonlyArray<Interval> => {
  const [undefinedOnes, drawable] = Arr.partitionMap(contrasts, asDrawable)
  const drawn = batches(drawable, resampling).flatMap((batch) => {
    const means = bootstrapMeans(
      batch.map(({ clusters }) => clusters),
      resampling
    )
    return Arr.zipWith(
      batch,
      means,
      ({ index }, own): Placed => ({ index, interval: intervalOf(own, resampling) })
    )
  })
  return [...undefinedOnes, ...drawn].sort((a, b) => a.index - b.index).map(({ interval }) => interval)
}

interface Placed {
  readonly index: number
  readonly interval: Interval
}

interface Drawable {
  readonly index: number
  readonly clusters: Clusters
}

/** An undefined estimate has nothing to draw from. */
const asDrawable = (paired: PairedFamilies, index: number): Either.Either<Drawable, Placed> => {
  const reason = undefinedBecause(paired)
  return reason === null
    ? Either.right({ index, clusters: clustersOf(paired) })
    : Either.left({ index, interval: { kind: "not_computed", reason } })
}

const clustersOf = ({ strata }: PairedFamilies): Clusters =>
  strata.map(({ families }) => families.map(({ difference }) => difference))

/** How many means are held at a time: a million draws of two hundred contrasts would not fit into memory. */
const meansAtOnce = 8_000_000

/** Contrasts that can share draws. */
const batches = (
  drawable: ReadonlyArray<Drawable>,
  { draws }: Resampling
): ReadonlyArray<ReadonlyArray<Drawable>> =>
  Object.values(Arr.groupBy(drawable, ({ clusters }) => sizesOf(clusters).join())).flatMap((alike) =>
    Arr.chunksOf(alike, Math.ceil(meansAtOnce / draws))
  )

const intervalOf = (means: Float64Array, resampling: Resampling): Interval => {
  const ascending = means.sort()
  if (ascending[0] === ascending.at(-1)) return { kind: "degenerate", resampling }
  return {
    kind: "computed",
    low: percentile(ascending, 0.025),
    high: percentile(ascending, 0.975),
    resampling
  }
}
