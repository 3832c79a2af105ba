import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"

/** The user that commands run as when we are root: a number that no distribution gives away, so that nothing else on the machine is its. */
export const sandboxUser = 60_600

interface Folder {
  readonly host: string
  readonly inside: string
}

/**
 * Copies what is only to be read into a folder of the sandbox, so that whoever runs within may read it whatever its modes were and nothing of
 * the original can be changed. As root it also gives the copies and the task's folder to the sandbox's user.
 */
export const prepareFolders = (
  control: string,
  given: { readonly task: string; readonly readOnly?: ReadonlyArray<Folder> }
): Effect.Effect<ReadonlyArray<Folder>> =>
  Effect.sync(() => {
    const copies = (given.readOnly ?? []).map(({ host, inside }, index): Folder => {
      const copy = path.join(control, `copy-${index}`)
      fs.cpSync(host, copy, { recursive: true, verbatimSymlinks: true })
      return { host: copy, inside }
    })
    if (process.getuid?.() === 0)
      for (const folder of [given.task, ...copies.map(({ host }) => host)]) give(folder)
    return copies
  })

/**
 * Never follows a link: what a link points to is not the sandbox's. What a command buried deeper than a path can reach has its owner already,
 * because nobody else could have put it there.
 */
const give = (place: string): void => {
  try {
    fs.lchownSync(place, sandboxUser, sandboxUser)
    if (!fs.lstatSync(place).isDirectory()) return
    for (const name of fs.readdirSync(place)) give(path.join(place, name))
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENAMETOOLONG")) throw cause
  }
}
