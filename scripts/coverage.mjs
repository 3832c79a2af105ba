/**
 * `npm run coverage -- [--data-sets N] [--draws N]`: how often an interval that says 95 % holds the true difference. Prints the table
 * of docs/limitations.md, the same on every machine; takes some minutes.
 *
 * A simulated data set has two lexical regimes and one replicate, as the presets have; a pilot has 9 strata of 4 families, main 16 of 32.
 * In each regime of each family the two notations differ with the same probability (the rate), independently of all others. Where they
 * differ, D is the one that is right with probability 1/2 (no effect) or 3/4 (an effect of half the rate). Where they do not,
 * both are right, since which of the two they are has no part in a difference. Each data set goes through the pairing, the bootstrap
 * and the diagnostics of src/stats. All chance comes from one seeded generator, which also gives each bootstrap its seed.
 */
import { parseArgs } from "node:util"
import { importSources } from "./bundled.mjs"

const { JavaRandom, intervals, pairFamilies, pairedDifference, scarcities } = await importSources(
  "coverage",
  [
    "random/JavaRandom",
    "stats/PairedFamilies",
    "stats/PairedDifference",
    "stats/Interval",
    "stats/diagnostics"
  ]
)

const { values } = parseArgs({
  options: { "data-sets": { type: "string", default: "2000" }, draws: { type: "string", default: "1000" } }
})
const dataSets = Number(values["data-sets"])
const draws = Number(values.draws)

if (![dataSets, draws].every((count) => Number.isInteger(count) && count > 0))
  throw new Error("whole numbers, please")

const designs = [
  { strata: 9, families: 4 },
  { strata: 9, families: 6 },
  { strata: 16, families: 32 }
]
const rates = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4]

const random = new JavaRandom(20261005n)

/** One data set's rows. */
const observe = ({ strata, families }, rate, shareOfD) => {
  const rows = []
  for (let stratum = 0; stratum < strata; stratum++) {
    for (let index = 0; index < families; index++) {
      for (const regime of ["natural", "nonce"]) {
        const differ = random.nextDouble() < rate
        const treatmentRight = random.nextDouble() < shareOfD
        const row = { family: `${stratum}-${index}`, stratum: [stratum], regime, replicate: 1 }
        rows.push({ ...row, arm: "D", correct: differ && !treatmentRight ? 0 : 1 })
        rows.push({ ...row, arm: "B", correct: differ && treatmentRight ? 0 : 1 })
      }
    }
  }
  return rows
}

/** What became of one data set. */
const simulate = (design, rate, shareOfD) => {
  const rows = observe(design, rate, shareOfD)
  const paired = pairFamilies(rows, { treatment: "D", baseline: "B" })
  const [interval] = intervals([paired], { draws, seed: random.nextLong() })
  if (interval.kind !== "computed") return { degenerate: true }
  const truth = rate * (2 * shareOfD - 1)
  return {
    degenerate: false,
    narrow: scarcities(pairedDifference(paired)).length > 0,
    // A sum of many halves may miss the truth by its last bit.
    holds: interval.low <= truth + 1e-12 && truth - 1e-12 <= interval.high,
    width: interval.high - interval.low
  }
}

const percent = (part, whole) => (whole === 0 ? "NA" : `${((100 * part) / whole).toFixed(1)}%`)

/** Of the intervals: how many hold the truth, and how many of those that are not called too narrow. */
const holding = (computed) => {
  const trusted = computed.filter(({ narrow }) => !narrow)
  return [computed, trusted].map((some) => percent(some.filter(({ holds }) => holds).length, some.length))
}

/** One row: the same rate without and with an effect. */
const summarise = (design, rate) => {
  const found = [1 / 2, 3 / 4].map((shareOfD) =>
    Array.from({ length: dataSets }, () => simulate(design, rate, shareOfD))
  )
  const computed = found.map((some) => some.filter(({ degenerate }) => !degenerate))
  const [all, intervalsOfAll] = [found.flat(), computed.flat()]
  const width = intervalsOfAll.reduce((total, one) => total + one.width, 0) / intervalsOfAll.length
  return [
    `${design.strata} × ${design.families}`,
    `${100 * rate}%`,
    ...computed.flatMap(holding),
    percent(intervalsOfAll.filter(({ narrow }) => narrow).length, all.length),
    percent(all.length - intervalsOfAll.length, all.length),
    `${(100 * width).toFixed(1)} pp`
  ]
}

const header = [
  "strata × families",
  "rate",
  "no effect: hold 0",
  "trusted ones",
  "effect of rate / 2: hold it",
  "trusted ones",
  "too narrow to trust",
  "degenerate",
  "mean width"
]
const rows = designs
  .flatMap((design) => rates.map((rate) => ({ design, rate })))
  .map(({ design, rate }) => summarise(design, rate))

const widths = header.map((title, column) =>
  Math.max(...[title, ...rows.map((row) => row[column])].map((cell) => cell.length))
)
const render = (cells) => `| ${cells.map((cell, column) => cell.padStart(widths[column])).join(" | ")} |`
console.log(render(header))
console.log(`| ${widths.map((width) => `${"-".repeat(width - 1)}:`).join(" | ")} |`)
for (const row of rows) console.log(render(row))
