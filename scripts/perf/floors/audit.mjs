/**
 * node audit.mjs DIR: reads, hashes and parses every file of a plan, reads each prompt's program line by line with a stack of scopes, and writes
 * it down again from what was read.
 */
import { readJson, readRows, trialFile } from "./read.mjs"

const [dir] = process.argv.slice(2)

const marker = "\nTEST\nProgram prefix:\n"

/** The value at the probe, and the lines again. */
const readSource = (source) => {
  const scopes = [new Map()]
  const out = []
  let value
  for (const text of source.split("\n")) {
    const words = text.split(" ")
    const name = words[1] ?? ""
    if (words[0] === "probe") value = scopes.findLast((scope) => scope.has(words[2]))?.get(words[2])
    else if (name.startsWith("x_")) scopes.at(-1).set(name, Number(words[2]))
    else if (name.startsWith("n_") && words.length < 4 && !text.startsWith("end ")) scopes.push(new Map())
    else if (!name.startsWith("p_") && scopes.length > 1) scopes.pop()
    out.push(words.join(" "))
  }
  return { value, again: out.join("\n") }
}

for (const name of ["families", "examples", "cases", "gold"]) readRows(`${dir}/${name}.jsonl`)
for (const { trialId, requestSha256 } of readRows(`${dir}/schedule.jsonl`)) {
  const { value: request, sha } = readJson(trialFile(dir, trialId, "request.json"))
  if (sha !== requestSha256) throw new Error(`${trialId} was changed`)
  const { content } = request.input[0]
  const source = content.slice(content.indexOf(marker) + marker.length, -"\nAnswer:".length)
  if (readSource(source).again !== source) throw new Error(`${trialId} reads as another program`)
}
