/**
 * `npm run test:fuzz -- [--seed N] [--parsed N] [--evaluated N]`: bundles the campaign of test/experiments/assist-premise/schedule and runs it.
 */
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
process.chdir(root)
const outfile = path.join(root, "node_modules", ".cache", "fuzz-schedule.mjs")

await build({
  entryPoints: [path.join(root, "test", "experiments", "assist-premise", "schedule", "campaign.ts")],
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  outfile,
  logLevel: "warning"
})
await import(pathToFileURL(outfile).href)
