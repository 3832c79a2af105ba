import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { expect, it } from "@effect/vitest"
import { pages, root } from "./pages.js"

it("the TypeScript in the pages compiles", () => {
  const folder = fs.mkdtempSync(path.join(root, "node_modules", ".docs-"))
  try {
    const blocks = pages.flatMap(({ blocks, name }) =>
      blocks.flatMap(({ language, line, text }) => (language === "ts" ? [{ name, line, text }] : []))
    )
    expect(blocks.length).toBeGreaterThan(1)
    const files = blocks.map(({ line, name, text }) => {
      const file = path.join(folder, `${name.replaceAll(/\W/g, "-")}-${line}.ts`)
      // Relative imports of the pages are those of the examples.
      fs.writeFileSync(file, text.replaceAll('from "./', `from "${path.join(root, "examples")}/`))
      return file
    })
    const config = path.join(folder, "tsconfig.json")
    fs.writeFileSync(
      config,
      JSON.stringify({
        extends: path.join(root, "tsconfig.json"),
        // A page shows imports before it uses them.
        compilerOptions: { noUnusedLocals: false },
        include: files
      })
    )
    const { stdout } = spawnSync(
      process.execPath,
      [path.join(root, "node_modules/typescript/bin/tsc"), "-p", config],
      { encoding: "utf8", cwd: root }
    )
    expect(stdout).toBe("")
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
