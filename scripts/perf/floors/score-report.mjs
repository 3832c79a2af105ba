/** node score-report.mjs DIR: reads, hashes and parses what `score` and `report` read, and no more. */
import * as fs from "node:fs"
import { readJson, readRows, trialFile } from "./read.mjs"

const [dir] = process.argv.slice(2)

for (const name of ["protocol", "manifest"]) readJson(`${dir}/${name}.json`)
for (const name of ["families", "examples", "cases"]) fs.readFileSync(`${dir}/${name}.jsonl`)
for (const name of ["gold", "scores", "events"]) readRows(`${dir}/${name}.jsonl`)
for (const { trialId } of readRows(`${dir}/schedule.jsonl`)) {
  for (const name of ["terminal.json", "attempt-001-meta.json", "attempt-001-body.txt"]) {
    readJson(trialFile(dir, trialId, name))
  }
}
