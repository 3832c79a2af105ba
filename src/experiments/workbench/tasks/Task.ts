import { createHash } from "node:crypto"
import type { LayerGold } from "./GoldSpec.js"
import type { Rubric } from "./Rubric.js"
import type { TaskSpec } from "./TaskSpec.js"
import type { SampleKind } from "./vocabulary.js"

/** The bytes of a task's folder by path inside it, with forward slashes. */
export type TaskFiles = ReadonlyMap<string, Uint8Array>

/** A sample whose answer and files have been looked up. */
export interface Sample {
  readonly name: string
  readonly kind: SampleKind
  readonly answer: string
  /** Laid over the fixtures; `null` deletes. */
  readonly files: ReadonlyMap<string, Uint8Array | null>
  readonly passes: boolean
  readonly score: number | null
  readonly layers: ReadonlyMap<string, number>
  /** Points by criterion; `null`: not given. */
  readonly rubric: ReadonlyMap<string, number> | null
}

/** A task as its folder says it. A subject sees a {@link SubjectTask} and nothing else. */
export interface Task {
  readonly spec: TaskSpec
  /** By the id of the layer; a rubric layer has none. */
  readonly gold: ReadonlyMap<string, LayerGold>
  /** `null` where no layer is judged. */
  readonly rubric: Rubric | null
  readonly samples: ReadonlyArray<Sample>
  readonly files: TaskFiles
  /** {@link taskHash} of all files. */
  readonly hash: string
}

/** What may be sent to a subject, or laid into its folder: no gold, no checks, no notes. */
export interface SubjectTask {
  readonly id: string
  readonly mode: "qa" | "agent"
  readonly prompt: string
  readonly fixtures: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>
  readonly limits: TaskSpec["limits"]
}

export const subjectTask = ({ files, spec }: Task): SubjectTask => ({
  id: spec.id,
  mode: spec.mode,
  prompt: spec.prompt,
  fixtures: spec.fixtures.flatMap(({ name, path }) => {
    const bytes = files.get(path)
    return bytes === undefined ? [] : [{ name, bytes }]
  }),
  limits: spec.limits
})

export const sha256 = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("hex")

/**
 * SHA-256 over one line `<sha256 of the file>  <path>` for each file, in the order of the paths' code units: what
 * `LC_ALL=C sort -k 2` makes of `sha256sum`. Results of tasks with other hashes are never put together.
 */
export const taskHash = (files: TaskFiles): string =>
  sha256(
    [...files.keys()]
      .sort()
      .map((path) => `${sha256(files.get(path) ?? "")}  ${path}\n`)
      .join("")
  )
