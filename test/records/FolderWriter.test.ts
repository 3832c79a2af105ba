import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../../src/records/Disk.js"
import { temporaryFolder } from "../support/runs.js"

const writers = {
  "in place": Disk.make(fs).folderWriter,
  "on a thread": Effect.provide(
    Effect.flatMap(Disk.Disk, ({ folderWriter }) => folderWriter),
    Disk.layer
  )
}

/** As many bytes as a planned request has, none alike. */
const contentOf = (index: number): Buffer => Buffer.alloc((index * 37) % 16_000, `${index} é\n`)

for (const [name, folderWriter] of Object.entries(writers)) {
  describe(`a folder writer ${name}`, () => {
    // More than is sent ahead, and less than one batch.
    for (const count of [0, 3, 1500]) {
      it.scoped(`has written all of ${count} files when it has finished`, () =>
        Effect.gen(function* () {
          const root = yield* temporaryFolder
          const writer = yield* folderWriter
          for (let index = 0; index < count; index++) {
            const folder = path.join(root, `${index}`)
            yield* writer.write(folder, path.join(folder, "request.json"), contentOf(index))
          }
          yield* writer.finish
          expect(fs.readdirSync(root)).toHaveLength(count)
          for (let index = 0; index < count; index++) {
            const written = fs.readFileSync(path.join(root, `${index}`, "request.json"))
            expect(written.equals(contentOf(index))).toBe(true)
          }
        })
      )
    }

    it.scoped("writes the same bytes into several folders, and into one that stands already", () =>
      Effect.gen(function* () {
        const root = yield* temporaryFolder
        fs.mkdirSync(path.join(root, "a"))
        const writer = yield* folderWriter
        const content = Buffer.alloc(200_000, "x")
        for (const id of ["a", "b", "c"])
          yield* writer.write(path.join(root, id), path.join(root, id, "request.json"), content)
        yield* writer.finish
        for (const id of ["a", "b", "c"])
          expect(fs.readFileSync(path.join(root, id, "request.json")).equals(content)).toBe(true)
      })
    )

    for (const bytes of [10, 300_000]) {
      it.scoped(`says at the latest at the end what the system refused of ${bytes} bytes`, () =>
        Effect.gen(function* () {
          const root = yield* temporaryFolder
          const file = path.join(root, "file")
          fs.writeFileSync(file, "")
          const writer = yield* folderWriter
          const refused = Effect.gen(function* () {
            yield* writer.write(path.join(file, "a"), path.join(file, "a", "b"), Buffer.alloc(bytes))
            yield* writer.finish
          })
          const error = yield* Effect.flip(refused)
          expect(error).toBeInstanceOf(Disk.DiskError)
          expect(error.message).toBe(`cannot create the folder ${path.join(file, "a")}: ENOTDIR`)
          const again = Effect.gen(function* () {
            fs.mkdirSync(path.join(root, "c", "d"), { recursive: true })
            yield* writer.write(path.join(root, "c"), path.join(root, "c", "d"), Buffer.alloc(bytes))
            yield* writer.finish
          })
          expect(yield* Effect.flip(again)).toBeInstanceOf(Disk.DiskError)
        })
      )
    }
  })
}
