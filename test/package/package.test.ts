import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { end } from "../cli/executable.js"
import { serveInstalled } from "./registry.js"

const root = path.resolve(import.meta.dirname, "../..")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-package-"))
const npm = (cwd: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

let files: ReadonlyArray<string> = []
let tarball = ""

/** The tarball, unpacked as npm would, with the dependencies of this checkout beside it: no registry is asked. */
beforeAll(() => {
  const [packed] = JSON.parse(npm(root, "pack", "--json", "--pack-destination", folder).replace(/^[^[]*/, ""))
  tarball = path.join(folder, packed.filename)
  files = packed.files.map(({ path: name }: { path: string }) => name)
  const home = path.join(folder, "node_modules", "syntax-locality-icl")
  fs.mkdirSync(home, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"])
  for (const name of ["effect", "@effect", "undici", "csv-parse", "@types"])
    fs.symlinkSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name))
}, 120_000)

// The caches of an installation are many files for a busy disk.
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }), 60_000)

describe("the package", () => {
  it("holds what is needed and nothing else", () => {
    const roots = [...new Set(files.map((name) => name.split("/")[0]))].sort()
    expect(roots).toEqual([
      "LICENSE",
      "README.ja.md",
      "README.md",
      "configs",
      "dist",
      "docs",
      "examples",
      "man",
      "package.json"
    ])
    const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
    for (const name of ["preinstall", "install", "postinstall", "prepare"])
      expect(manifest.scripts[name]).toBeUndefined()
  })

  it("carries the tasks of the workbench byte for byte, under their Japanese names, and stays small", () => {
    const below = (home: string) => {
      const tasks = path.join(home, "configs/workbench")
      return new Map(
        fs
          .readdirSync(tasks, { recursive: true, encoding: "utf8" })
          .filter((name) => fs.statSync(path.join(tasks, name)).isFile())
          .map((name) => [name, fs.readFileSync(path.join(tasks, name)).toString("base64")])
      )
    }
    const here = below(root)
    expect(here.has("tasks/LICENSE.md")).toBe(true)
    expect([...here.keys()].filter((name) => /[ぁ-ん一-龠]/u.test(name)).length).toBeGreaterThan(50)
    const unpacked = below(path.join(folder, "node_modules/syntax-locality-icl"))
    expect([...unpacked.keys()].sort()).toEqual([...here.keys()].sort())
    for (const [name, bytes] of here) expect(unpacked.get(name) === bytes, name).toBe(true)
    expect(fs.statSync(tarball).size).toBeLessThan(4_000_000)
  })

  it("installs and runs by npx in an empty folder, from a registry on this machine and no network", async () => {
    const registry = await serveInstalled(root)
    const empty = path.join(folder, "empty")
    fs.mkdirSync(empty)
    const child = spawn(
      "npx",
      ["--yes", "--package", tarball, "--", "icl-bench", "plan", "--preset", "smoke", "--out", "run"],
      {
        cwd: empty,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          npm_config_registry: registry.url,
          npm_config_cache: path.join(folder, "cache"),
          npm_config_audit: "false",
          npm_config_fund: "false",
          npm_config_update_notifier: "false"
        }
      }
    )
    const planned = await end(child)
    registry.close()
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringMatching(/^planned 20 trials/) })
    expect(fs.readdirSync(empty)).toEqual(["run"])
  }, 120_000)

  it("runs its command in an empty folder", () => {
    const bin = path.join(folder, "node_modules/syntax-locality-icl/dist/bin.js")
    const icl = (...args: ReadonlyArray<string>) =>
      execFileSync(process.execPath, [bin, ...args], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"]
      })
    expect(icl("--version")).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(icl("plan", "--preset", "smoke", "--out", "run")).toContain("planned 20 trials")
    icl("run", "--run", "run", "--mock")
    icl("score", "--run", "run")
    expect(icl("report", "--run", "run")).toContain("written: run/report.md")
    expect(icl("verify", "--run", "run")).not.toContain("FAILED")
  })

  it.each([
    ["node16", "node16"],
    ["bundler", "esnext"]
  ])("has types for a program that resolves as %s", (moduleResolution, module) => {
    const example = fs.readFileSync(path.join(root, "examples/brackets.ts"), "utf8")
    const project = path.join(folder, `as-${moduleResolution}`)
    fs.mkdirSync(project)
    fs.writeFileSync(path.join(project, "brackets.ts"), example)
    fs.writeFileSync(path.join(project, "package.json"), '{ "type": "module" }')
    fs.writeFileSync(
      path.join(project, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module,
          moduleResolution,
          target: "es2022",
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          types: ["node"]
        },
        include: ["brackets.ts"]
      })
    )
    const tsc = path.join(root, "node_modules/typescript/bin/tsc")
    const check = () =>
      execFileSync(process.execPath, [tsc, "-p", project], { encoding: "utf8", stdio: "pipe" })
    expect(check()).toBe("")
  })

  it("runs as a library", () => {
    const program = `import { Stage, assistPremise, definePaired, syntaxLocality } from "syntax-locality-icl"
      import { ScriptedClient } from "syntax-locality-icl/testing"
      console.log(typeof Stage.andThen, typeof definePaired, syntaxLocality.id, assistPremise.id, typeof ScriptedClient.layer)`
    fs.writeFileSync(path.join(folder, "program.mjs"), program)
    expect(execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" })).toBe(
      "function function syntax-locality assist-premise function\n"
    )
  })
})
