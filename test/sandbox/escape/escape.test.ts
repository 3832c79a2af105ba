import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Sandbox from "../../../src/sandbox/Sandbox.js"
import { type Attempt, attempts } from "./attempts.js"
import { tryAttempt, tryTogether } from "./tryAttempts.js"
import { makeWorld, type World } from "./world.js"

const probed = await Effect.runPromise(
  Effect.either(Effect.flatMap(Sandbox.Sandbox, ({ probe }) => probe).pipe(Effect.provide(Sandbox.layer)))
)

const refusal = probed._tag === "Left" ? probed.left.message : "none"

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const named = (name: string): Attempt => {
  const found = attempts.find((attempt) => attempt.name === name)
  if (found === undefined) throw new Error(`no attempt is called ${name}`)
  return found
}

describe("the world around the sandbox", () => {
  // Without a sandbox every one of these gets through: what does not notice them would notice nothing.
  for (const [what, script, wound] of [
    ["reading", 'cat "$1"', "the secret file was read"],
    ["the environment", 'echo "$ICL_ESCAPE_WORD"', "the environment was read"],
    ["a change", 'echo changed > "$1"', "secret.txt was changed"],
    ["a new file", 'touch "$(dirname "$1")/new"', "new was changed"],
    ["other rights", 'chmod 600 "$1"', "secret.txt was changed"],
    ["a connection", 'bash -c "echo hi > /dev/tcp/127.0.0.1/$2"', "a connection by TCP"],
    ["a datagram", 'bash -c "echo hi > /dev/udp/127.0.0.1/$2"', "a datagram"],
    ["a signal", 'kill -STOP "$4"', "a process of the host was stopped"],
    ["a process", "sleep 300 > /dev/null 2>&1 & echo $!", "was left: sleep 300"]
  ] as const) {
    it(`notices ${what}`, async () => {
      expect(await world.wounds([])).toEqual([])
      const { stdout } = spawnSync("sh", ["-c", script, "control", ...world.args], { encoding: "utf8" })
      const wounds = await world.wounds([stdout])
      if (what === "a process") process.kill(Number(stdout), "SIGKILL")
      expect(wounds).toHaveLength(1)
      expect(wounds[0]).toContain(wound)
    })
  }

  for (const [what, place] of [
    ["a Unix socket", 2],
    ["an abstract socket", 4]
  ] as const) {
    it(`notices ${what}`, async () => {
      const address = `${what === "a Unix socket" ? "" : "\\0"}${world.args[place]}`
      const script = `require("node:net").connect("${address}").on("connect", () => process.exit())`
      spawnSync(process.execPath, ["-e", script])
      expect(await world.wounds([])).toEqual([`a connection by ${what}`])
    })
  }
})

it("there are at least a hundred attempts, each with a name of its own", () => {
  expect(new Set(attempts.map(({ name }) => name)).size).toBe(attempts.length)
  expect(attempts.length).toBeGreaterThanOrEqual(100)
})

// `npm run test:escape` gives every attempt a sandbox of its own; here those that do no more than look or write share one.
describe.runIf(probed._tag === "Right")("ways out of the sandbox", () => {
  for (const kind of ["path", "link", "environment", "network", "kernel"] as const) {
    it.live(
      `${kind}: none leads out`,
      () =>
        Effect.gen(function* () {
          const together = attempts.filter((attempt) => attempt.kind === kind && attempt.name !== "packages")
          const { finished, wounds } = yield* tryTogether(together, world)
          expect(wounds).toEqual([])
          expect(finished).toBe(together.length)
        }).pipe(Effect.provide(Sandbox.layer)),
      120_000
    )
  }

  for (const name of [
    "kill all",
    "kill whoever waits",
    "a daemon that holds the output",
    "a late writer",
    "a bomb of forks",
    "trace the first process"
  ]) {
    it.live(
      `process: ${name}: does not get out`,
      () =>
        Effect.gen(function* () {
          expect((yield* tryAttempt(named(name), world)).wounds).toEqual([])
          const late = fs
            .readdirSync(world.tasks)
            .flatMap((task) => fs.readdirSync(path.join(world.tasks, task)))
          expect(late).not.toContain("late")
        }).pipe(Effect.provide(Sandbox.layer)),
      60_000
    )
  }
})

describe.runIf(probed._tag === "Left")(`no sandbox here: ${refusal}`, () => {
  it.live("every attempt is refused, and none is run", () =>
    Effect.gen(function* () {
      for (const attempt of attempts)
        expect((yield* Effect.flip(tryAttempt(attempt, world)))._tag).toBe("locality/SandboxUnavailable")
      expect(yield* Effect.promise(() => world.wounds([]))).toEqual([])
    }).pipe(Effect.provide(Sandbox.layer))
  )
})
