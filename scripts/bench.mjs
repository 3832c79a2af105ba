/**
 * `npm run bench -- VERB …`: the command from a checkout. Builds the executable where it is missing or older than its
 * sources, then becomes it: arguments, signals and exit code are its own.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const bin = path.join(root, "dist", "bin.js")

/** The latest change in a file or folder; a folder's own time tells of files that were removed. */
const changed = (file) => {
  const stat = fs.statSync(file)
  return stat.isDirectory()
    ? Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => changed(path.join(file, name))))
    : stat.mtimeMs
}

const sources = ["src", "configs", "package.json", "package-lock.json", "scripts/build.mjs"].map((name) =>
  path.join(root, name)
)

const isStale = () => !fs.existsSync(bin) || fs.statSync(bin).mtimeMs < Math.max(...sources.map(changed))

if (isStale()) {
  const { buildBin } = await import("./build.mjs")
  await buildBin()
}
await import(pathToFileURL(bin).href)
