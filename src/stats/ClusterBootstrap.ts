import { JavaRandom } from "../random/JavaRandom.js"

/** How often and from which seed to draw. The seed is a signed 64-bit integer. */
export interface Resampling {
  readonly draws: number
  readonly seed: bigint
}

/** Fewer draws leave too little in a tail of 2.5 %; more serve nobody (decision 24). */
export const drawLimits = { fewest: 1_000, most: 1_000_000 } as const

/** One contrast's differences: for each stratum in order, those of its available families in order. */
export type Clusters = ReadonlyArray<ReadonlyArray<number>>

/**
 * The stratified cluster bootstrap of specification 10.5 (decision 22). One draw takes, stratum by stratum, as many `nextInt(n)`
 * of one `java.util.Random(seed)` as the stratum has families, n of them; adds up the differences found there and divides by
 * n; adds up these means over the strata and divides by their number. Every sum starts from 0 and runs in the order of the draw:
 * any program with IEEE doubles gets the same bits.
 *
 * The draws depend on the numbers of families alone. So contrasts that agree in them see the very draws that each would
 * see by itself, and are evaluated together. Returns each contrast's `draws` means, in the order of the draws.
 *
 * Throws `RangeError`, a defect, for contrasts that cannot share draws, for an empty stratum or none, for a difference that is
 * not finite, and for draws outside of {@link drawLimits}.
 */
export const bootstrapMeans = (
  contrasts: ReadonlyArray<Clusters>,
  { draws, seed }: Resampling
): ReadonlyArray<Float64Array> => {
  if (!Number.isInteger(draws) || draws < drawLimits.fewest || draws > drawLimits.most) {
    throw new RangeError(`${draws} draws; there must be ${drawLimits.fewest} to ${drawLimits.most}`)
  }
  const sizes = commonSizes(contrasts)
  const families = sizes.reduce((total, size) => total + size, 0)
  const means = contrasts.map(() => new Float64Array(draws))
  const groups = inGroups(contrasts, means, families)
  const picked = new Int32Array(families)
  const random = new JavaRandom(seed)
  for (let draw = 0; draw < draws; draw++) {
    pick(random, sizes, picked)
    for (const group of groups) evaluate(group, sizes, picked, draw)
  }
  return means
}

/** Families by stratum: the whole of what the draws depend on. */
export const sizesOf = (clusters: Clusters): ReadonlyArray<number> => clusters.map(({ length }) => length)

const commonSizes = (contrasts: ReadonlyArray<Clusters>): ReadonlyArray<number> => {
  const [first = [], ...others] = contrasts.map(sizesOf)
  if (first.length === 0 || first.includes(0)) throw new RangeError("a stratum without families, or none")
  if (others.some((sizes) => sizes.join() !== first.join())) {
    throw new RangeError("contrasts with other numbers of families have other draws")
  }
  return first
}

/** Sums of different contrasts do not wait for each other in a processor: four at a time take half of the time. */
const lanes = 4

interface Group {
  /** `lanes` differences side by side for each family, strata one after the other; 0 in lanes without a contrast. */
  readonly differences: Float64Array
  /** Where the means of each lane go. */
  readonly means: ReadonlyArray<Float64Array>
}

const inGroups = (
  contrasts: ReadonlyArray<Clusters>,
  means: ReadonlyArray<Float64Array>,
  families: number
): ReadonlyArray<Group> =>
  Array.from({ length: Math.ceil(contrasts.length / lanes) }, (_, index) => {
    const from = index * lanes
    const differences = new Float64Array(families * lanes)
    for (const [lane, clusters] of contrasts.slice(from, from + lanes).entries()) {
      for (const [place, difference] of clusters.flat().entries()) {
        if (!Number.isFinite(difference)) throw new RangeError(`${difference} is not a difference`)
        differences[place * lanes + lane] = difference
      }
    }
    return { differences, means: means.slice(from, from + lanes) }
  })

/** Draws one family's place after the other. */
const pick = (random: JavaRandom, sizes: ReadonlyArray<number>, picked: Int32Array): void => {
  let start = 0
  for (const size of sizes) {
    const end = start + size
    for (let place = start; place < end; place++) picked[place] = start + random.nextInt(size)
    start = end
  }
}

const evaluate = (
  { differences, means }: Group,
  sizes: ReadonlyArray<number>,
  picked: Int32Array,
  draw: number
): void => {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let place = 0
  for (const size of sizes) {
    let sumA = 0
    let sumB = 0
    let sumC = 0
    let sumD = 0
    for (const end = place + size; place < end; place++) {
      // What was picked are places of families, and each has all its lanes: nothing here is undefined.
      const at = (picked[place] as number) * lanes
      sumA += differences[at] as number
      sumB += differences[at + 1] as number
      sumC += differences[at + 2] as number
      sumD += differences[at + 3] as number
    }
    a += sumA / size
    b += sumB / size
    c += sumC / size
    d += sumD / size
  }
  const found = [a, b, c, d]
  for (const [lane, mean] of means.entries()) mean[draw] = (found[lane] ?? 0) / sizes.length
}
