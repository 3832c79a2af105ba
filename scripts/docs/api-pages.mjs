/** `npm run docs:api`: writes docs/api/ anew. A name without a docstring has no place there. */
import * as fs from "node:fs"
import * as path from "node:path"
import { readApi } from "./api.mjs"

const { texts, undocumented } = readApi()
for (const [file, text] of texts) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  console.log(`written: ${file}`)
}
if (undocumented.length > 0) {
  console.error(`these have no docstring:\n${undocumented.join("\n")}`)
  process.exitCode = 1
}
