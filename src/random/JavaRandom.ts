/**
 * `java.util.Random`, bit for bit (decision 2): a linear congruential generator with 48 bits of state.
 *
 * The state lives in two halves of 24 bits, so that every product of halves is exact in a double and no draw touches
 * a BigInt. It is not thread-safe, not cryptographic, and its outputs must never be mixed with another generator's.
 */
export class JavaRandom {
  #high: number
  #low: number

  /** As in Java, only the low 48 bits of the seed matter. */
  constructor(seed: bigint) {
    const state = BigInt.asUintN(48, seed ^ 0x5deece66dn)
    this.#high = Number(state >> 24n)
    this.#low = Number(state & 0xffffffn)
  }

  /** Any of the 2^32 integers of a Java `int`. */
  nextInt(): number
  /** An integer in `[0, bound)`. Throws a RangeError unless `bound` is an integer in `[1, 2^31 - 1]`. */
  nextInt(bound: number): number
  nextInt(bound?: number): number {
    if (bound === undefined) return this.#next32()
    if ((bound | 0) !== bound || bound <= 0) {
      throw new RangeError(`bound must be an integer from 1 to 2147483647, not ${bound}`)
    }
    const powerOfTwo = (bound & (bound - 1)) === 0
    if (powerOfTwo) return this.#next31() >>> Math.clz32(bound)
    for (;;) {
      const bits = this.#next31()
      const value = bits % bound
      // Java rejects the incomplete last interval by letting this sum overflow an int.
      if (bits - value + (bound - 1) <= 0x7fffffff) return value
    }
  }

  nextLong(): bigint {
    const upper = BigInt(this.#next32())
    const lower = BigInt(this.#next32())
    return BigInt.asIntN(64, (upper << 32n) + lower)
  }

  nextBoolean(): boolean {
    this.#step()
    return this.#high >= 0x800000
  }

  /** A multiple of 2^-53 in `[0, 1)`. */
  nextDouble(): number {
    this.#step()
    const upper26 = (this.#high << 2) | (this.#low >>> 22)
    this.#step()
    const lower27 = (this.#high << 3) | (this.#low >>> 21)
    return (upper26 * 0x8000000 + lower27) * 2 ** -53
  }

  #next32(): number {
    this.#step()
    return (this.#high << 8) | (this.#low >>> 16)
  }

  #next31(): number {
    this.#step()
    return (this.#high << 7) | (this.#low >>> 17)
  }

  /** state = (state * 0x5DEECE66D + 0xB) mod 2^48 */
  #step(): void {
    const high = this.#high
    const low = this.#low
    const carry = ((low * 0xece66d + 0xb) / 0x1000000) | 0
    this.#low = (Math.imul(low, 0xece66d) + 0xb) & 0xffffff
    this.#high = (Math.imul(high, 0xece66d) + Math.imul(low, 0x5de) + carry) & 0xffffff
  }
}

/** Fisher–Yates from the last index down, as `java.util.Collections.shuffle`; returns a new array. */
export const shuffle = <A>(items: ReadonlyArray<A>, random: JavaRandom): Array<A> => {
  const shuffled = items.slice()
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = random.nextInt(last + 1)
    // Both indices lie inside the array: 0 <= chosen <= last < length.
    const kept = shuffled[last] as A
    shuffled[last] = shuffled[chosen] as A
    shuffled[chosen] = kept
  }
  return shuffled
}
