import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { defaultLimits } from "../processes/Command.js"
import { type Ended, runProcess } from "../processes/runProcess.js"
import { enterScript } from "./enterScript.js"
import { prepareFolders, sandboxUser } from "./prepareFolders.js"
import { type SandboxUnavailable, unavailable } from "./SandboxError.js"
import { defaultSandboxLimits, resourceArguments, type SandboxLimits } from "./SandboxLimits.js"
import { pathInside, systemFolders } from "./systemFolders.js"

/** Where the folder of the task stands within; also the default working folder. */
export const taskInside = "/task"

export interface SandboxCommand {
  /** Program and arguments; a program is looked for among the usual ones of the system, and `node` is the one that runs this process. */
  readonly command: readonly [string, ...ReadonlyArray<string>]
  /** A folder of the host that the command may change; `/task` within. As root its files are given to the sandbox's user. */
  readonly task: string
  /** More folders of the host, copied and shown read-only at a path within, such as `/grader/checks`. */
  readonly readOnly?: ReadonlyArray<{ readonly host: string; readonly inside: string }>
  /** Within the sandbox. */
  readonly cwd?: string
  readonly stdin?: Uint8Array | string
  readonly limits?: Partial<SandboxLimits>
}

export interface SandboxResult {
  /** Null when it was ended by a signal or by us. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  readonly timedOut: boolean
  /** It said more than the limit allows, and was ended. */
  readonly outputCut: boolean
  readonly wallMs: number
}

/**
 * Runs commands that nobody trusts: a model's, or a check that runs a model's code. They have a root of their own, see `/task` and the
 * read-only system folders and nothing else of the machine, have no network, no secret in the environment, and are gone with all their
 * descendants when `exec` returns. Files that they leave in the task's folder are as untrusted as they were; read them with `TaskFiles`.
 */
export interface SandboxService {
  /** Whether this machine gives us a sandbox; found out once, by running something in one. */
  readonly probe: Effect.Effect<void, SandboxUnavailable>
  readonly exec: (command: SandboxCommand) => Effect.Effect<SandboxResult, SandboxUnavailable>
}

export class Sandbox extends Context.Tag("locality/Sandbox")<Sandbox, SandboxService>() {}

/** The whole environment within. */
const environment = {
  PATH: pathInside,
  HOME: "/tmp",
  TMPDIR: "/tmp",
  LANG: "C.UTF-8",
  TERM: "dumb",
  NO_COLOR: "1"
}

const isRoot = (): boolean => process.getuid?.() === 0

/** Root makes the mounts outside of any user namespace, and becomes somebody else before the one that the command runs in. */
const namespaces = [
  "--mount",
  "--pid",
  "--ipc",
  "--net",
  "--uts",
  "--cgroup",
  "--fork",
  "--kill-child",
  "--propagation=private"
]

/** How much longer than the runner the sandbox itself waits: it only matters when the runner is gone. */
const orphanSeconds = 10

const graceMs = 500

const control = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), `icl-sandbox-${process.pid}-`))
    fs.mkdirSync(path.join(folder, "root"))
    return folder
  }),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const run = (given: SandboxCommand): Effect.Effect<Ended, SandboxUnavailable> =>
  Effect.gen(function* () {
    if (process.platform !== "linux") return yield* unavailable(`there is none on ${process.platform}`)
    const limits = { ...defaultSandboxLimits, ...given.limits }
    const folder = yield* control
    const copies = yield* prepareFolders(folder, given)
    const ended = yield* runProcess({
      program: "unshare",
      args: [
        ...(isRoot() ? [] : ["--user", "--map-root-user"]),
        ...namespaces,
        "--",
        "/bin/sh",
        "-c",
        enterScript,
        "enter",
        folder,
        isRoot() ? String(sandboxUser) : "-",
        String(Math.ceil(limits.wallMs / 1000) + orphanSeconds),
        String(limits.scratchBytes),
        ...systemFolders(process.execPath),
        ...copies.flatMap(({ host, inside }) => ["read", host, inside]),
        "write",
        given.task,
        taskInside,
        "--",
        ...resourceArguments(limits),
        "--",
        given.cwd ?? taskInside,
        ...given.command
      ],
      folder: "/",
      environment,
      stdin: given.stdin ?? "",
      limits: { ...defaultLimits, wallMs: limits.wallMs, outputBytes: limits.outputBytes, graceMs }
    }).pipe(Effect.mapError((error) => unavailable(error.message)))
    if (ended.ending === "exit" && !(yield* wasEntered(folder))) return yield* unavailable(lastWords(ended))
    return ended
  }).pipe(Effect.scoped)

/** Whether all was in place when the command was started. */
const wasEntered = (folder: string): Effect.Effect<boolean> =>
  Effect.sync(() => (fs.statSync(path.join(folder, "ready"), { throwIfNoEntry: false })?.size ?? 0) > 0)

/** What the tool that refused said, in one line. */
const lastWords = (ended: Ended): string => {
  const said = Buffer.from(ended.stderr).toString("utf8").trim().split("\n").slice(-2).join(" ").slice(0, 300)
  return said === "" ? `it could not be entered (exit ${ended.exitCode})` : said
}

const exec = (command: SandboxCommand): Effect.Effect<SandboxResult, SandboxUnavailable> =>
  Effect.map(run(command), (ended) => ({
    // What it says when it is asked to end is no result of its own.
    exitCode: ended.ending === "exit" ? ended.exitCode : null,
    signal: ended.signal,
    stdout: ended.stdout,
    stderr: ended.stderr,
    timedOut: ended.ending === "timeout",
    outputCut: ended.ending === "too_much_output",
    wallMs: ended.wallMs
  }))

/** Something outside must not be seen, and there must be no way to a further namespace. */
const proof = 'test ! -e "$1" && ! unshare --user true 2> /dev/null && echo sealed'

const probe: Effect.Effect<void, SandboxUnavailable> = Effect.scoped(
  Effect.gen(function* () {
    const folder = yield* control
    const { exitCode, stdout } = yield* exec({
      command: ["sh", "-c", proof, "probe", folder],
      task: path.join(folder, "root")
    })
    if (exitCode !== 0 || Buffer.from(stdout).toString("utf8") !== "sealed\n") {
      return yield* unavailable("what runs in it would see the outside")
    }
  })
)

export const layer: Layer.Layer<Sandbox> = Layer.effect(
  Sandbox,
  Effect.map(Effect.cached(probe), (known) => ({
    probe: known,
    exec: (command: SandboxCommand) => Effect.zipRight(known, exec(command))
  }))
)

/** A machine without a sandbox: everything that needs one is refused. */
export const layerUnavailable = (reason: string): Layer.Layer<Sandbox> => {
  const refusal = unavailable(reason)
  return Layer.succeed(Sandbox, { probe: refusal, exec: () => refusal })
}
