/**
 * node bootstrap.mjs MODULE TIMES: what `floors/bootstrap.mjs 5 TIMES` works out, by our own code, of which MODULE is a bundle that exports
 * `intervals`.
 */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { someDifferences } from "./floors/bootstrap.mjs"

const [module, times] = process.argv.slice(2)
const { intervals } = await import(pathToFileURL(path.resolve(module)).href)

const contrast = (salt) => {
  const differences = someDifferences(512, salt)
  const strata = Array.from({ length: 16 }, (_, index) => ({
    stratum: [index],
    familiesPlanned: 32,
    families: Array.from(differences.subarray(32 * index, 32 * (index + 1)), (difference, family) => ({
      family: `${index}/${family}`,
      regimes: [],
      difference
    }))
  }))
  return { regimes: ["natural", "nonce"], strata }
}
const contrasts = [0, 1, 2, 3, 4].map(contrast)
for (let time = 0; time < Number(times); time++) {
  const found = intervals(contrasts, { draws: 10_000, seed: 20261005n })
  process.stdout.write(`${found.map(({ low, high }) => [low, high]).join(" ")}\n`)
}
