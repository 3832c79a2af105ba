/**
 * Sources for scripts that need the project's TypeScript: bundled beside the dependencies, imported, and gone again, so that several may
 * run at once.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const importBundle = async (name, input) => {
  const outfile = path.join(root, "node_modules", ".cache", `${name}-${process.pid}.mjs`)
  await build({
    ...input,
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    outfile,
    logLevel: "warning"
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    fs.rmSync(outfile)
  }
}

/** Runs a program of the tests, such as a campaign, in the project's folder; ends when its module has. */
export const runProgram = (file) => {
  process.chdir(root)
  return importBundle(path.basename(file, ".ts"), { entryPoints: [path.join(root, file)] })
}

/** Everything that modules of `src` export, such as `stats/Interval`, and what `lines` add. */
export const importSources = (name, modules, lines = []) =>
  importBundle(name, {
    stdin: {
      contents: [...modules.map((module) => `export * from "./src/${module}.js"`), ...lines].join("\n"),
      resolveDir: root
    }
  })
