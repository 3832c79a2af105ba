/**
 * The stratified bootstrap of specification 10.5 (decision 22), written once more from the text and for nothing but that: no typed
 * arrays, no shared draws, and a generator of its own. Slow beside `stats`, and made to disagree with it where either is wrong.
 */

/** What is left of `x` beyond multiples of 2^48 or 2^24; floating-point `%` takes several times as long. */
const below48 = (x: number): number => x - Math.floor(x / 2 ** 48) * 2 ** 48
const below24 = (x: number): number => x - Math.floor(x / 2 ** 24) * 2 ** 24

/** `java.util.Random` as its documentation has it: a state of 48 bits, here in one double, multiplied in two halves. */
const javaRandom = (seed: number) => {
  let state = Number(BigInt.asUintN(48, BigInt(seed) ^ 0x5deece66dn))
  const next31 = (): number => {
    const high = Math.floor(state / 2 ** 24)
    const low = state - high * 2 ** 24
    // 0x5DEECE66D is 1502 × 2^24 + 15525485.
    state = below48(below24(high * 15_525_485 + low * 1502) * 2 ** 24 + low * 15_525_485 + 11)
    return Math.floor(state / 2 ** 17)
  }
  return (bound: number): number => {
    if ((bound & (bound - 1)) === 0) return Math.floor((bound * next31()) / 2 ** 31)
    for (;;) {
      const bits = next31()
      const value = bits - Math.floor(bits / bound) * bound
      if (bits - value + (bound - 1) < 2 ** 31) return value
    }
  }
}

/**
 * The 2.5th and 97.5th percentiles of the means of `draws` draws; `null` where all draws agree. `strata` are the family differences of each
 * stratum, both in the order of decision 22.
 */
export const plainInterval = (
  strata: ReadonlyArray<ReadonlyArray<number>>,
  draws: number,
  seed: number
): readonly [low: number, high: number] | null => {
  const nextInt = javaRandom(seed)
  const means = Array.from({ length: draws }, () => {
    let total = 0
    for (const families of strata) {
      let stratum = 0
      for (let i = 0; i < families.length; i++) stratum += families[nextInt(families.length)] ?? Number.NaN
      total += stratum / families.length
    }
    return total / strata.length
  }).sort((a, b) => a - b)
  const at = (share: number): number => {
    const position = (draws - 1) * share
    const [low, high] = [means[Math.floor(position)], means[Math.ceil(position)]]
    return (low ?? Number.NaN) + (position % 1) * ((high ?? Number.NaN) - (low ?? Number.NaN))
  }
  return means[0] === means[draws - 1] ? null : [at(0.025), at(0.975)]
}
