/**
 * Builds dist/: the executable, the library, its types. `buildBin` alone is what a checkout needs to run a command.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const common = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning"
}

/**
 * The executable, with everything that it needs and one chunk for each part that is loaded on demand. Files
 * are written under new names and renamed, the entry last, so that commands running meanwhile are not disturbed. Returns the files' paths.
 */
export const buildBin = async (outdir = path.join(root, "dist")) => {
  const { outputFiles } = await build({
    ...common,
    entryPoints: { bin: "src/bin.ts" },
    outdir,
    chunkNames: "chunks/[name]-[hash]",
    minify: true,
    write: false,
    banner: {
      // Bundled CommonJS packages call `require` for Node's own modules.
      js: 'import { createRequire as locality$createRequire } from "node:module"; const require = locality$createRequire(import.meta.url);'
    }
  })
  const isEntry = (file) => path.dirname(file.path) === path.resolve(outdir)
  for (const file of [...outputFiles].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    const text = isEntry(file) ? `#!/usr/bin/env node\n${file.text}` : file.text
    fs.mkdirSync(path.dirname(file.path), { recursive: true })
    const unfinished = `${file.path}.${process.pid}`
    fs.writeFileSync(unfinished, text, { mode: isEntry(file) ? 0o755 : 0o644 })
    fs.renameSync(unfinished, file.path)
  }
  return outputFiles.map((file) => file.path)
}

/** What a program imports: the packages that we depend on stay packages, so that there is one `effect` for both. */
const buildLibrary = () =>
  build({
    ...common,
    entryPoints: { index: "src/index.ts", testing: "src/testing.ts" },
    outdir: path.join(root, "dist"),
    chunkNames: "library/[name]-[hash]",
    packages: "external"
  })

const buildTypes = () => {
  const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
  const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit"
  })
  if (status !== 0) throw new Error("the types could not be built")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = path.join(root, "dist")
  for (const name of ["library", "types"]) fs.rmSync(path.join(dist, name), { recursive: true, force: true })
  const [written] = await Promise.all([buildBin(dist), buildLibrary()])
  buildTypes()
  // Chunks of earlier builds stay until there is something new in their place.
  for (const chunk of fs.readdirSync(path.join(dist, "chunks"))) {
    const file = path.join(dist, "chunks", chunk)
    if (!written.includes(file)) fs.rmSync(file)
  }
}
