import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** A home that holds a login and nothing else of its user, an empty folder to work in, and one for temporary files. */
export interface ScratchHome {
  readonly home: string
  readonly work: string
  readonly temporary: string
}

/**
 * Made below the system's temporary folder, gone when the scope closes. Login files are links, so that a token that is renewed during a run is
 * not lost; a program that replaced its link by a file has its file carried back.
 */
export const scratchHome = (given: {
  /** The user's own home; null where there is none. */
  readonly realHome: string | null
  readonly login: ReadonlyArray<string>
  readonly files: Readonly<Record<string, unknown>>
}): Effect.Effect<ScratchHome, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "icl-cli-"))
      const [home, work, temporary] = ["home", "work", "tmp"].map((name) => path.join(root, name))
      const scratch = { root, home: home ?? root, work: work ?? root, temporary: temporary ?? root }
      for (const folder of [scratch.home, scratch.work, scratch.temporary]) fs.mkdirSync(folder)
      for (const [file, content] of Object.entries(given.files))
        write(path.join(scratch.home, file), JSON.stringify(content))
      for (const [real, link] of logins(given, scratch.home)) {
        fs.mkdirSync(path.dirname(link), { recursive: true })
        fs.symlinkSync(real, link)
      }
      return scratch
    }),
    ({ root, home }) =>
      Effect.sync(() => {
        for (const [real, link] of logins(given, home)) carryBack(link, real)
        fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 })
      })
  )

/** Pairs of the real file and its place in the scratch home; a login that is not there is for the program to complain about. */
const logins = (
  given: { readonly realHome: string | null; readonly login: ReadonlyArray<string> },
  home: string
): ReadonlyArray<readonly [string, string]> => {
  const { realHome } = given
  if (realHome === null) return []
  return given.login
    .map((file): readonly [string, string] => [path.join(realHome, file), path.join(home, file)])
    .filter(([real]) => fs.existsSync(real))
}

/** Only what still is the same kind of thing: a JSON object with the keys that it had. */
const carryBack = (link: string, real: string): void => {
  if (fs.lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return
  const renewed = fs.readFileSync(link, "utf8")
  const before = keysOf(fs.readFileSync(real, "utf8"))
  if (before === null || before !== keysOf(renewed)) return
  const beside = `${real}.${process.pid}`
  fs.writeFileSync(beside, renewed, { mode: 0o600 })
  fs.renameSync(beside, real)
}

const keysOf = (text: string): string | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? Object.keys(value).sort().join() : null
  } catch {
    return null
  }
}

const write = (file: string, content: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

/** The first thing above a folder that a program would read on its own account, such as somebody's CLAUDE.md; null when there is none. */
export const contextAbove = (folder: string, names: ReadonlyArray<string>): string | null => {
  const parent = path.dirname(folder)
  if (parent === folder) return null
  const found = names.map((name) => path.join(parent, name)).find((place) => fs.existsSync(place))
  return found ?? contextAbove(parent, names)
}
