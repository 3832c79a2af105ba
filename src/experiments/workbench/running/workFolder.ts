import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { bytesOf } from "../../../json/BytesText.js"
import { type Overlay, overlayOf } from "../agent/overlay.js"
import { subjectTask, type Task } from "../tasks/Task.js"

/** The files of a working directory by path. */
export type WorkFiles = ReadonlyMap<string, Uint8Array>

export const givenFiles = (task: Task): WorkFiles =>
  new Map(subjectTask(task).fixtures.map(({ bytes, name }) => [name, bytes]))

/** The directory as it was left. */
export const changedFiles = (given: WorkFiles, changes: Overlay): WorkFiles => {
  const left = new Map(given)
  for (const [name, content] of Object.entries(changes)) {
    if (content === null) left.delete(name)
    else left.set(name, bytesOf(content))
  }
  return left
}

/** A folder below the system's temporary one that holds the files, gone when the scope closes. */
export const workFolder = (files: WorkFiles): Effect.Effect<string, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "icl-work-"))
      const folder = path.join(root, "work")
      fs.mkdirSync(folder)
      for (const [name, bytes] of files) {
        const file = path.join(folder, name)
        fs.mkdirSync(path.dirname(file), { recursive: true })
        fs.writeFileSync(file, bytes)
      }
      return folder
    }),
    (folder) =>
      Effect.sync(() => fs.rmSync(path.dirname(folder), { recursive: true, force: true, maxRetries: 3 }))
  )

/** What became of a folder. One that its user took away as a whole has lost every file. */
export const changesIn = (folder: string, given: WorkFiles): Effect.Effect<Overlay> =>
  Effect.match(overlayOf(folder, given), {
    onFailure: () => Object.fromEntries([...given.keys()].map((name) => [name, null])),
    onSuccess: ({ overlay }) => overlay
  })
