import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import {
  applyOverlay,
  type Overlay,
  overlayLimits,
  overlayOf,
  overlayText,
  readOverlay
} from "../../../../src/experiments/workbench/agent/overlay.js"

const root = fs.mkdtempSync(path.join(os.tmpdir(), "overlay-"))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

let count = 0
/** A folder of its own with these files in it. */
const folderOf = (files: ReadonlyMap<string, Uint8Array>): string => {
  const folder = path.join(root, String(count++))
  fs.mkdirSync(folder)
  for (const [name, bytes] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), bytes)
  }
  return folder
}
/** By the system's own walk, without the code under test. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, "base64")])
  )
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const of = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(files).map(([name, text]) => [name, bytes(text)]))

const name = fc.constantFrom("a", "b", "規程.md", "c d", "e.txt")
const filePath = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"))
/** A tree: no file stands where another path has a folder. */
const tree = fc
  .dictionary(
    filePath,
    fc.oneof(fc.string({ unit: "grapheme" }).map(bytes), fc.uint8Array({ maxLength: 20 }))
  )
  .map((files) => {
    const paths = Object.keys(files)
    return new Map(
      Object.entries(files).filter(([file]) => !paths.some((other) => other.startsWith(`${file}/`)))
    )
  })

describe("an overlay", () => {
  it("with the fixtures is the folder again, also through its file", () => {
    fc.assert(
      fc.property(tree, tree, (fixtures, after) => {
        const { overlay, skipped } = Effect.runSync(overlayOf(folderOf(after), fixtures))
        expect(skipped).toEqual([])
        const saved = Either.getOrThrow(readOverlay(bytes(overlayText(overlay))))
        const again = folderOf(fixtures)
        Effect.runSync(applyOverlay(again, saved))
        expect(filesIn(again)).toEqual(filesIn(folderOf(after)))
      }),
      { numRuns: 60 }
    )
  })

  it("has what differs and nothing else, as text where it is text", () => {
    const fixtures = of({ "a.md": "same", "b.md": "old", "sub/c.md": "gone" })
    const folder = folderOf(of({ "a.md": "same", "b.md": "新しい\u2028", "d/e.txt": "\ufeffx" }))
    fs.writeFileSync(path.join(folder, "raw"), Buffer.from([0xff, 0]))
    expect(Effect.runSync(overlayOf(folder, fixtures)).overlay).toEqual({
      "b.md": "新しい\u2028",
      "d/e.txt": "\ufeffx",
      raw: { base64: "/wA=" },
      "sub/c.md": null
    })
  })

  it("follows no link, waits for no pipe, and takes nothing that is too much", () => {
    const secret = path.join(root, "secret")
    fs.writeFileSync(secret, "secret")
    const folder = folderOf(of({ "a.md": "x", "kept.md": "y" }))
    fs.rmSync(path.join(folder, "a.md"))
    fs.symlinkSync(secret, path.join(folder, "a.md"))
    fs.symlinkSync(root, path.join(folder, "up"))
    fs.writeFileSync(path.join(folder, "big"), Buffer.alloc(overlayLimits.fileBytes + 1))
    fs.writeFileSync(path.join(folder, "back\\slash"), "")
    const { overlay, skipped } = Effect.runSync(overlayOf(folder, of({ "a.md": "x", "kept.md": "y" })))
    expect(overlay).toEqual({ "a.md": null })
    expect(skipped).toEqual(["a.md", "back\\slash", "big", "up"])
  })

  it.each(["../x", "/etc/x", "a/../../x", "./x", "a//x", "", ".", "/task/x", "．．/x", "a\u0000b", "x/"])(
    "a path that is not the plain one of a file within is refused, and nothing is touched: %j",
    (stray) => {
      const folder = folderOf(of({ "a.md": "x" }))
      const overlay: Overlay = { "a.md": null, [stray]: "hostile" }
      expect(Effect.runSync(Effect.flip(applyOverlay(folder, overlay)))._tag).toBe("locality/FileToolError")
      expect(filesIn(folder)).toEqual({ "a.md": Buffer.from("x").toString("base64") })
    }
  )

  it("is not written through a link", () => {
    const outside = folderOf(of({ "x.md": "outside" }))
    const folder = folderOf(of({}))
    fs.symlinkSync(outside, path.join(folder, "out"))
    fs.symlinkSync(path.join(outside, "x.md"), path.join(folder, "x.md"))
    for (const stray of ["out/x.md", "x.md"]) {
      expect(Effect.runSync(Effect.flip(applyOverlay(folder, { [stray]: "changed" }))).problem).toBe(
        "is_link"
      )
    }
    expect(Effect.runSync(Effect.flip(applyOverlay(folder, { "out/x.md": null }))).problem).toBe("is_link")
    expect(fs.readFileSync(path.join(outside, "x.md"), "utf8")).toBe("outside")
  })

  it.each([["[]"], ['{"a":1}'], ['{"a":{"base64":"","more":1}}'], ["{"]])("%s is none", (text) => {
    expect(Either.isLeft(readOverlay(bytes(text)))).toBe(true)
  })
})
