import * as fs from "node:fs"

/** What a command in the sandbox sees of the host besides its task: enough to run `node` and the usual tools, all of it read-only. */
const system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"]
const settings = ["/etc/ld.so.cache", "/etc/alternatives"]
const devices = ["null", "zero", "full", "random", "urandom"]

/** Where the `node` of this process stands within, wherever it stands outside. */
const nodeInside = "/opt/node/bin/node"

export const pathInside = "/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

/** Triples for the script that builds the sandbox: kind, path outside, path inside. */
export const systemFolders = (node: string): ReadonlyArray<string> => [
  ...system.flatMap((folder) => {
    const kind = fs.lstatSync(folder, { throwIfNoEntry: false })
    if (kind === undefined) return []
    return kind.isSymbolicLink() ? ["link", fs.readlinkSync(folder), folder] : ["read", folder, folder]
  }),
  ...settings.filter((file) => fs.existsSync(file)).flatMap((file) => ["read", file, file]),
  ...devices.flatMap((name) => ["device", `/dev/${name}`, `/dev/${name}`]),
  "read",
  node,
  nodeInside
]
