/**
 * `npm run test:crash -- [--kills N] [--seed S] [--from RUN]`: bundles the campaign of test/runner/crash and runs it.
 */
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
process.chdir(root)
const outfile = path.join(root, "node_modules", ".cache", "crash-campaign.mjs")

await build({
  entryPoints: [path.join(root, "test", "runner", "crash", "main.ts")],
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  outfile,
  logLevel: "warning"
})
await import(pathToFileURL(outfile).href)
