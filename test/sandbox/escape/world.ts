import { type ChildProcess, spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import * as dgram from "node:dgram"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A piece of the host around a sandbox, whose every change, reading and hearing is noticed. */
export interface World {
  /** The arguments of every attempt. */
  readonly args: ReadonlyArray<string>
  /** A folder for the tasks of attempts. */
  readonly tasks: string
  /** What is not as it was, or was heard; also whether one of the texts gives a secret away. */
  readonly wounds: (texts: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

const listening = (server: net.Server, where: net.ListenOptions | string): Promise<void> =>
  new Promise((resolve, reject) => server.once("error", reject).listen(where, resolve))

export const makeWorld = async (): Promise<World> => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "icl-canary-"))
  // Open to everybody: nothing but the sandbox keeps anybody out.
  fs.chmodSync(home, 0o777)
  const secret = `secret-${randomUUID()}`
  const word = `word-${randomUUID()}`
  const canary = path.join(home, "secret.txt")
  fs.writeFileSync(canary, secret)
  fs.chmodSync(canary, 0o666)
  process.env["ICL_ESCAPE_WORD"] = word

  const heard: Array<string> = []
  const server = net.createServer((socket) => {
    heard.push("a connection by TCP")
    socket.on("error", () => {}).end("heard")
  })
  await listening(server, { host: "::", port: 0, ipv6Only: false })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const datagrams = dgram.createSocket("udp4").on("message", () => heard.push("a datagram"))
  await new Promise<void>((resolve) => datagrams.bind(port, "0.0.0.0", resolve))
  const local = net.createServer((socket) => {
    heard.push("a connection by a Unix socket")
    socket.on("error", () => {}).end("heard")
  })
  const localPath = path.join(home, "socket")
  await listening(local, localPath)
  fs.chmodSync(localPath, 0o777)
  const abstract = net.createServer((socket) => {
    heard.push("a connection by an abstract socket")
    socket.on("error", () => {}).end("heard")
  })
  const abstractName = `icl-${randomUUID()}`
  await listening(abstract, `\0${abstractName}`)

  const tasks = fs.mkdtempSync(path.join(os.tmpdir(), "icl-escape-"))
  const before = snapshot(home)
  const victim = spawn("sleep", ["3600"], { stdio: "ignore", detached: true })
  const known = processTable()

  return {
    args: [canary, String(port), localPath, String(victim.pid), abstractName],
    tasks,
    wounds: async (texts) => {
      // What was sent to us, or to our process, may still be on its way.
      await sleep(50)
      const all = texts.join("\n")
      return [
        ...(all.includes(secret) ? ["the secret file was read"] : []),
        ...(all.includes(word) ? ["the environment was read"] : []),
        ...differences(before, snapshot(home)),
        ...heard.splice(0),
        ...(isRunning(victim) ? [] : ["a process of the host was stopped"]),
        ...strangers(known, tasks)
      ]
    },
    close: async () => {
      victim.kill("SIGKILL")
      datagrams.close()
      for (const one of [server, local, abstract]) one.close()
      // `rm` can take away what is deeper than a path.
      await new Promise((resolve) =>
        spawn("sh", ["-c", 'chmod -R u+rwx "$0" 2>/dev/null; rm -rf "$0" "$1"', tasks, home]).once(
          "exit",
          resolve
        )
      )
      delete process.env["ICL_ESCAPE_WORD"]
    }
  }
}

/** Files of the host that are there, and files that an attempt would make. */
const watched = [
  "/etc/passwd",
  "/etc/shadow",
  "/etc/hosts",
  "/etc/crontab",
  "/bin/sh",
  "/usr/bin/node",
  process.execPath,
  "/evil",
  "/etc/evil",
  "/usr/evil",
  "/usr/bin/evil",
  "/usr/local/evil",
  "/opt/evil",
  "/dev/evil",
  "/old_root"
]

/** Of a file that we may not read ourselves its time is enough. */
const digest = (file: string): string => {
  try {
    return createHash("sha256").update(fs.readFileSync(file)).digest("hex")
  } catch {
    return "unreadable"
  }
}

/** Everything of the canary's folder, and what of the host an escape would most likely touch. */
const snapshot = (home: string): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>()
  const look = (place: string, deep: boolean): void => {
    const stats = fs.lstatSync(place, { throwIfNoEntry: false })
    if (stats === undefined) return
    const content = stats.isFile() && stats.size < 1e6 ? digest(place) : ""
    seen.set(
      place,
      [
        stats.mode,
        stats.uid,
        stats.gid,
        stats.nlink,
        stats.isDirectory() ? "" : stats.mtimeMs,
        content
      ].join()
    )
    if (stats.isDirectory() && deep)
      for (const name of fs.readdirSync(place)) look(path.join(place, name), true)
  }
  look(home, true)
  for (const place of watched) look(place, false)
  for (const name of ["core_pattern", "hostname", "core_uses_pid"])
    seen.set(name, fs.readFileSync(`/proc/sys/kernel/${name}`, "utf8"))
  return seen
}

const differences = (
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...new Set([...before.keys(), ...now.keys()])]
    .filter((place) => before.get(place) !== now.get(place))
    .map((place) => `${place} was changed`)

const isRunning = (child: ChildProcess): boolean =>
  /^State:\s+[SR]/m.test(fs.readFileSync(`/proc/${child.pid}/status`, { encoding: "utf8", flag: "r" }))

interface Process {
  readonly pid: string
  readonly command: string
  /** What it sees mounted; null where we may not look. */
  readonly mounts: string | null
}

/** All that run; those that have ended and wait to be asked are gone. */
const processTable = (): ReadonlyMap<string, Process> =>
  new Map(
    fs
      .readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid): ReadonlyArray<readonly [string, Process]> => {
        const status = readOrNull(`/proc/${pid}/status`)
        if (status === null || /^State:\s+Z/m.test(status)) return []
        const command = (readOrNull(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ")
        return [[pid, { pid, command, mounts: readOrNull(`/proc/${pid}/mountinfo`) }]]
      })
  )

const readOrNull = (file: string): string | null => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return null
  }
}

/** Processes that were not there before and belong to our sandboxes: they see one of our tasks, or were started for one, or are what attempts start. */
const strangers = (known: ReadonlyMap<string, Process>, tasks: string): ReadonlyArray<string> =>
  [...processTable().values()]
    .filter(({ pid }) => !known.has(pid))
    .filter(
      ({ command, mounts }) =>
        command.includes(tasks) || /sleep 300/.test(command) || (mounts ?? "").includes(tasks)
    )
    .map(({ command, pid }) => `process ${pid} was left: ${command.slice(0, 80)}`)
