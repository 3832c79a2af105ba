import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
// @ts-expect-error: a script has no types
import { readApi } from "../../scripts/docs/api.mjs"
import { root } from "./pages.js"

const api: {
  readonly texts: ReadonlyMap<string, string>
  readonly undocumented: ReadonlyArray<string>
} = readApi()

describe("docs/api", () => {
  it("says what the docstrings say; if not: npm run docs:api", () => {
    expect(api.texts.size).toBe(2)
    for (const [file, text] of api.texts)
      expect([file, fs.readFileSync(path.join(root, file), "utf8")]).toEqual([file, text])
  })

  it("has no page that nothing is written to", () => {
    const files = fs.readdirSync(path.join(root, "docs/api")).map((name) => `docs/api/${name}`)
    expect(files.sort()).toEqual([...api.texts.keys()].sort())
  })

  it("every public name has a docstring", () => {
    expect(api.undocumented).toEqual([])
  })

  it("names what a program can import, and nothing else", async () => {
    for (const [file, entry] of [
      ["docs/api/library.md", "../../src/index.js"],
      ["docs/api/testing.md", "../../src/testing.js"]
    ] as const) {
      const headings = [...(api.texts.get(file) ?? "").matchAll(/^#{2,3} (\S+)$/gm)].map(([, name]) => name)
      for (const [name, value] of Object.entries<unknown>(await import(entry))) {
        expect(headings).toContain(name)
        if (
          typeof value === "object" &&
          value !== null &&
          Object.prototype.toString.call(value) === "[object Module]"
        )
          for (const member of Object.keys(value)) expect(headings).toContain(`${name}.${member}`)
      }
      expect(headings.length).toBe(new Set(headings).size)
    }
  })
})
