import * as fs from "node:fs"
import { fuzz } from "./fuzz.js"

/** The long run of the fuzz test: `npm run test:fuzz -- [--seed N] [--parsed N] [--evaluated N]`. */
const option = (name: string, absent: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  const given = at < 0 ? absent : Number(process.argv[at + 1])
  if (!Number.isSafeInteger(given) || given < 0) throw new Error(`--${name} needs a whole number`)
  return given
}

const seed = option("seed", Math.floor(Math.random() * 2 ** 31))
const counts = { parsed: option("parsed", 1_000_000), evaluated: option("evaluated", 30_000) }

const bodies = ["schedule-examples.json", "reference-bodies.json"].flatMap((name) =>
  JSON.parse(fs.readFileSync(`test/fixtures/premise/${name}`, "utf8")).map(
    ({ body }: { body: string }) => body
  )
)

console.log(`seed ${seed}`)
let shown = 0
const { outcomes, slowest } = fuzz(seed, counts, bodies, (line) => {
  if (++shown % 5 === 0) console.log(line)
})
for (const [outcome, count] of [...outcomes].sort(([, a], [, b]) => b - a))
  console.log(`${count}`.padStart(8), outcome)
console.log(`slowest: ${slowest.ms.toFixed(0)} ms for ${JSON.stringify(slowest.body)}`)
console.log(`held: ${counts.parsed} texts read, ${counts.evaluated} evaluated; seed ${seed}`)
