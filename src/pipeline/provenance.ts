import { execFile } from "node:child_process"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { sha256Hex } from "../records/Identity.js"

/** The state of the source tree; `null` where git or a repository is missing. */
export interface SourceState {
  readonly commit: string
  /** Files that differ from the commit, as `git status --porcelain` prints them. */
  readonly dirty: ReadonlyArray<string>
  /** SHA-256 of `git diff HEAD`. */
  readonly diffSha256: string
  /** Without user name and password. */
  readonly remote: string | null
}

/** What a program prints; `null` when it is not there or fails. */
const output = (program: string, args: ReadonlyArray<string>): Effect.Effect<string | null> =>
  Effect.async((resume) => {
    execFile(program, [...args], { maxBuffer: 1 << 28 }, (error, stdout) =>
      resume(Effect.succeed(error === null ? stdout : null))
    )
  })

const git = (folder: string, ...args: ReadonlyArray<string>) => output("git", ["-C", folder, ...args])

/** A remote's address may hold a token; what stands before the host is not needed to find the repository. */
export const withoutCredentials = (remote: string): string =>
  remote.trim().replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1")

/** The folder that this program runs from: `dist` when it is bundled. */
const programFolder = path.dirname(fileURLToPath(import.meta.url))

export const readSourceState: Effect.Effect<SourceState | null> = Effect.gen(function* () {
  const commit = yield* git(programFolder, "rev-parse", "HEAD")
  if (commit === null) return null
  const status = (yield* git(programFolder, "status", "--porcelain")) ?? ""
  const diff = (yield* git(programFolder, "diff", "HEAD")) ?? ""
  const remote = yield* git(programFolder, "remote", "get-url", "origin")
  return {
    commit: commit.trim(),
    dirty: status.split("\n").filter((line) => line !== ""),
    diffSha256: sha256Hex(diff),
    remote: remote === null ? null : withoutCredentials(remote)
  }
})

/** `null` where npm cannot be asked. */
export const readNpmVersion: Effect.Effect<string | null> = Effect.map(
  output("npm", ["--version"]),
  (version) => version?.trim() ?? null
)
