/**
 * node bootstrap.mjs CONTRASTS TIMES: a bare loop over typed arrays, 512 families in 16 strata, 10,000 draws, with intervals. One
 * `java.util.Random`, its state in halves whose products are exact, draws for all contrasts; then each adds up what was drawn.
 */
import { fileURLToPath } from "node:url"

/**
 * `contrasts`: differences of all families, strata of `sizes` one after the other. Returns the bounds of each.
 */
export const bootstrap = (contrasts, sizes, draws = 10_000, seed = 20261005) => {
  const families = sizes.reduce((a, b) => a + b, 0)
  const picked = new Int32Array(families)
  const means = contrasts.map(() => new Float64Array(draws))
  let high = Math.floor(seed / 0x1000000) ^ 0x5de
  let low = (seed & 0xffffff) ^ 0xece66d
  for (let draw = 0; draw < draws; draw++) {
    let place = 0
    let start = 0
    for (const size of sizes) {
      const shift = Math.clz32(size)
      const isPower = (size & (size - 1)) === 0
      for (const end = start + size; place < end; ) {
        const carry = ((low * 0xece66d + 0xb) / 0x1000000) | 0
        const before = low
        low = (Math.imul(low, 0xece66d) + 0xb) & 0xffffff
        high = (Math.imul(high, 0xece66d) + Math.imul(before, 0x5de) + carry) & 0xffffff
        const bits = (high << 7) | (low >>> 17)
        const value = isPower ? bits >>> shift : bits % size
        if (isPower || bits - value + (size - 1) <= 0x7fffffff) picked[place++] = start + value
      }
      start = place
    }
    for (let index = 0; index < contrasts.length; index++) {
      const differences = contrasts[index]
      let total = 0
      let at = 0
      for (const size of sizes) {
        let sum = 0
        for (const end = at + size; at < end; at++) sum += differences[picked[at]]
        total += sum / size
      }
      means[index][draw] = total / sizes.length
    }
  }
  return means.map((own) => {
    own.sort()
    const at = (p) => {
      const position = (own.length - 1) * p
      const below = Math.floor(position)
      return own[below] + (position - below) * (own[below + 1] - own[below])
    }
    return [at(0.025), at(0.975)]
  })
}

/** Differences as they come: of two regimes, halves from −1 to 1. */
export const someDifferences = (families, salt) =>
  Float64Array.from({ length: families }, (_, index) => (((index * 7919 + salt * 104_729) % 5) - 2) / 2)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [contrasts, times] = process.argv.slice(2).map(Number)
  const sizes = Array.from({ length: 16 }, () => 32)
  const differences = Array.from({ length: contrasts }, (_, index) => someDifferences(512, index))
  for (let time = 0; time < times; time++)
    process.stdout.write(`${bootstrap(differences, sizes).join(" ")}\n`)
}
