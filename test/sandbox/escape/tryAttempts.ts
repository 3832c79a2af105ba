import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Sandbox from "../../../src/sandbox/Sandbox.js"
import type { SandboxUnavailable } from "../../../src/sandbox/SandboxError.js"
import { taskFiles } from "../../../src/sandbox/TaskFiles.js"
import type { Attempt } from "./attempts.js"
import type { World } from "./world.js"

export interface Tried {
  readonly attempt: Attempt
  /** What it got hold of; none when the sandbox held. */
  readonly wounds: ReadonlyArray<string>
  readonly wallMs: number
}

/** Small ones, so that bombs are quick. */
const limits = {
  wallMs: 8000,
  processes: 64,
  memoryBytes: 400_000_000,
  fileBytes: 4_000_000,
  scratchBytes: 8_000_000,
  outputBytes: 300_000
}

/** One attempt in a sandbox of its own, then all that a harness does with what it left: listing, reading, searching, writing, a second command. */
export const tryAttempt = (
  attempt: Attempt,
  world: World
): Effect.Effect<Tried, SandboxUnavailable, Sandbox.Sandbox> =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox.Sandbox
    const task = fs.mkdtempSync(path.join(world.tasks, "task-"))
    const result = yield* sandbox.exec({
      command: ["sh", "-c", attempt.script, "attempt", ...world.args],
      task,
      limits
    })
    const said = [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString("utf8"))
    const touched = yield* touchAll(task)
    const again = yield* sandbox.exec({
      command: ["sh", "-c", "cat /task/* /task/*/* 2>/dev/null"],
      task,
      limits
    })
    const texts = [...said, ...touched, Buffer.from(again.stdout).toString("utf8")]
    const wounds = yield* Effect.promise(() => world.wounds(texts))
    return { attempt, wounds, wallMs: result.wallMs }
  })

/** Several in one sandbox, one after another, each with three seconds; `finished` counts those that were come to. */
export const tryTogether = (
  together: ReadonlyArray<Attempt>,
  world: World
): Effect.Effect<
  { readonly finished: number; readonly wounds: ReadonlyArray<string> },
  SandboxUnavailable,
  Sandbox.Sandbox
> =>
  Effect.gen(function* () {
    const task = fs.mkdtempSync(path.join(world.tasks, "task-"))
    const scripts = fs.mkdtempSync(path.join(world.tasks, "scripts-"))
    for (const [index, { script }] of together.entries())
      fs.writeFileSync(path.join(scripts, String(index)), script)
    const loop = `for script in $(ls /scripts | sort -n); do timeout -s KILL 3 sh "/scripts/$script" "$@"; echo "finished $script" >&2; done`
    const result = yield* (yield* Sandbox.Sandbox).exec({
      command: ["sh", "-c", loop, "attempts", ...world.args],
      task,
      readOnly: [{ host: scripts, inside: "/scripts" }],
      limits: { ...limits, wallMs: 100_000, outputBytes: 20_000_000 }
    })
    const said = [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString("utf8"))
    const finished = (said[1] ?? "").match(/^finished \d+$/gm)?.length ?? 0
    const touched = yield* touchAll(task)
    return { finished, wounds: yield* Effect.promise(() => world.wounds([...said, ...touched])) }
  })

/** Texts of everything that the file tools give away; refusals are as good as texts. */
const touchAll = (task: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const files = taskFiles(task)
    const texts: Array<string> = []
    const keep = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.map(Effect.either(effect), (result) => {
        texts.push(JSON.stringify(result))
        return result
      })
    yield* keep(files.search("secret-", "."))
    yield* keep(files.search("word-", "."))
    const inFolder = (folder: string, depth: number): Effect.Effect<void> =>
      Effect.gen(function* () {
        const listed = yield* keep(files.list(folder))
        if (listed._tag === "Left" || depth > 3) return
        for (const { name } of listed.right.entries) {
          const place = `${folder}/${name}`
          yield* keep(files.read(place))
          yield* keep(files.read(`${place}/secret.txt`))
          yield* keep(files.write(`${place}/written`, "changed"))
          yield* keep(files.write(place, "changed"))
          yield* inFolder(place, depth + 1)
        }
      })
    yield* inFolder(".", 0)
    return texts
  })
