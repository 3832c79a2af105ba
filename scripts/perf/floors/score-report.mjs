/**
 * node score-report.mjs DIR: reads, hashes and parses what `score` and `report` read, hashes the answers, and works out the intervals that the report
 * shows. It grades nothing, checks nothing, and writes nothing.
 */
import * as fs from "node:fs"
import { bootstrap } from "./bootstrap.mjs"
import { sha256 } from "./build.mjs"
import { readJson, readRows, trialFile } from "./read.mjs"

const [dir] = process.argv.slice(2)

for (const name of ["protocol", "manifest"]) readJson(`${dir}/${name}.json`)
for (const name of ["families", "examples", "cases"]) sha256(fs.readFileSync(`${dir}/${name}.jsonl`))
for (const name of ["gold", "events"]) readRows(`${dir}/${name}.jsonl`)
for (const { trialId } of readRows(`${dir}/schedule.jsonl`)) {
  for (const name of ["terminal.json", "attempt-001-meta.json"])
    JSON.parse(fs.readFileSync(trialFile(dir, trialId, name), "utf8"))
  const { value: body } = readJson(trialFile(dir, trialId, "attempt-001-body.txt"))
  sha256(body.output.at(-1)?.content?.[0]?.text ?? "")
}

const contrasts = [
  ["named_end", "generic_end"],
  ["named_end", "padded_end"],
  ["named_end", "typed_end"],
  ["typed_end", "generic_end"],
  ["named_end", "braces"]
]

/** Of each task and view: families by cell, with what is correct by regime and style. */
const suites = new Map()
const levels = { depth: new Set(), filler: new Set() }
for (const { factors, correct } of readRows(`${dir}/scores.jsonl`)) {
  const { task, view, depth, filler, familyId, regime, style } = factors
  const key = `${task}/${view}`
  if (!suites.has(key)) suites.set(key, new Map())
  const families = suites.get(key)
  if (!families.has(familyId)) families.set(familyId, { depth, filler, correct: {} })
  families.get(familyId).correct[`${regime}/${style}`] = correct
  levels.depth.add(depth)
  levels.filler.add(filler)
}

/** All trials, each regime, and each level of depth and of filler: what is drawn alike is drawn together. */
const both = ["natural", "nonce"]
const everyFamily = () => true
const slices = [
  [both, everyFamily],
  ...both.map((regime) => [[regime], everyFamily]),
  ...["depth", "filler"].flatMap((factor) =>
    [...levels[factor]].map((level) => [both, (family) => family[factor] === level])
  )
]

let bounds = 0
for (const suite of suites.values()) {
  const alike = new Map()
  const families = [...suite.values()].sort((a, b) => a.depth - b.depth || a.filler - b.filler)
  for (const [regimes, holds] of slices) {
    const own = families.filter(holds)
    const cells = new Map()
    for (const { depth, filler } of own)
      cells.set(`${depth}/${filler}`, 1 + (cells.get(`${depth}/${filler}`) ?? 0))
    const sizes = [...cells.values()].join()
    for (const [treatment, baseline] of contrasts) {
      const of = (correct, regime) => correct[`${regime}/${treatment}`] - correct[`${regime}/${baseline}`]
      const differences = own.map(
        ({ correct }) => regimes.reduce((sum, regime) => sum + of(correct, regime), 0) / regimes.length
      )
      alike.set(sizes, [...(alike.get(sizes) ?? []), Float64Array.from(differences)])
    }
  }
  for (const [sizes, together] of alike) bounds += bootstrap(together, sizes.split(",").map(Number)).length
}
process.stdout.write(`${bounds} intervals\n`)
