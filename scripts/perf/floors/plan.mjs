/** node plan.mjs DIR DEPTHS FILLERS SEEDS: builds, hashes and writes as much as `plan` does: a folder a trial, and the JSON Lines. */
import * as fs from "node:fs"
import { buildPlan, sha256 } from "./build.mjs"

const [dir, depths, fillers, seedsPerCell] = process.argv.slice(2)
const numbers = (list) => list.split(",").map(Number)

const families = []
const cases = []
const schedule = []
/** Sizes and places, as many as a line of cases.jsonl has. */
const size = (chars) => ({ chars, bytes: chars })
const place = (line) => ({ line, char: 20 * line, byte: 20 * line })
const recordOf = (chars, depth) => ({
  source: { lines: 200, ...size(4000) },
  prompt: {
    instructions: size(569),
    syntax: size(585),
    examples: size(2541),
    openingSha256: sha256(String(chars)),
    user: size(chars)
  },
  positions: Array.from({ length: 3 + depth }, (_, index) => place(index))
})

fs.mkdirSync(`${dir}/trials`, { recursive: true })
buildPlan(
  { depths: numbers(depths), fillers: numbers(fillers), seedsPerCell: Number(seedsPerCell) },
  (family) => families.push(JSON.stringify(family)),
  (trial, request, chars) => {
    const goldId = `d08-f032-01/scope_lookup/after_close`
    const caseId = `${goldId}/natural/generic_end`
    cases.push(JSON.stringify({ caseId, goldId, ...trial, ...recordOf(chars, trial.factors.depth) }))
    const position = schedule.length
    schedule.push(JSON.stringify({ position, block: goldId, caseId, goldId, replicate: 1, ...trial }))
    fs.mkdirSync(`${dir}/trials/${trial.trialId}`)
    fs.writeFileSync(`${dir}/trials/${trial.trialId}/request.json`, request)
  }
)
const hashes = {}
for (const [name, rows] of Object.entries({ families, cases, schedule })) {
  const text = `${rows.join("\n")}\n`
  hashes[name] = sha256(text)
  fs.writeFileSync(`${dir}/${name}.jsonl`, text)
}
fs.writeFileSync(`${dir}/manifest.json`, JSON.stringify(hashes))
