import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"

/** What a lock file says of a package; npm's registry says the same and more. */
interface Locked {
  readonly version: string
  readonly dev?: boolean
}

/** The packages that a program would get, by name and by version: where they are installed here, and what the lock file says. */
const installed = (
  root: string
): ReadonlyMap<string, ReadonlyMap<string, { folder: string; locked: Locked }>> => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))
  const found = new Map<string, Map<string, { folder: string; locked: Locked }>>()
  for (const [folder, locked] of Object.entries<Locked>(packages)) {
    const name = folder.split("node_modules/").at(-1) ?? ""
    if (folder === "" || locked.dev === true) continue
    const versions = found.get(name) ?? new Map()
    versions.set(locked.version, { folder: path.join(root, folder), locked })
    found.set(name, versions)
  }
  return found
}

export interface Registry {
  readonly url: string
  readonly close: () => void
}

/** A registry on this machine with what is installed in `root`, so that an installation can be tried without a network. */
export const serveInstalled = async (root: string): Promise<Registry> => {
  const packages = installed(root)
  const server = http.createServer((request, response) => {
    const [name = "", version] = decodeURIComponent((request.url ?? "").slice(1)).split("/-/")
    const versions = packages.get(name)
    const found = version === undefined ? undefined : versions?.get(version)
    if (found !== undefined && fs.existsSync(found.folder)) return void response.end(tarball(found.folder))
    if (versions !== undefined && version === undefined) {
      const manifests = [...versions].map(([one, { locked }]) => [
        one,
        { ...locked, name, dist: { tarball: `${url}${name}/-/${one}` } }
      ])
      const latest = [...versions.keys()].at(-1)
      return void response.end(
        JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(manifests) })
      )
    }
    // Such as an optional peer that nobody here has installed.
    response.writeHead(404).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens on a port
  return { url, close: () => server.close() }
}

const tarball = (folder: string): Buffer =>
  spawnSync("tar", ["-c", "--exclude=./node_modules", "--transform=s,^\\.,package,", "-C", folder, "."], {
    maxBuffer: 2 ** 28
  }).stdout
