import * as Effect from "effect/Effect"
import * as Sandbox from "../../../src/sandbox/Sandbox.js"
import { attempts } from "./attempts.js"
import { tryAttempt } from "./tryAttempts.js"
import { makeWorld } from "./world.js"

/** Every attempt, each in a sandbox of its own. Exit code 1 when one got anything, or when this machine has no sandbox to try. */
const world = await makeWorld()
const program = Effect.gen(function* () {
  yield* (yield* Sandbox.Sandbox).probe
  let failed = 0
  for (const attempt of attempts) {
    const { wallMs, wounds } = yield* tryAttempt(attempt, world)
    if (wounds.length > 0) failed++
    const verdict = wounds.length === 0 ? "held" : `BROKEN: ${wounds.join("; ")}`
    console.log(`${attempt.kind}: ${attempt.name}: ${verdict} (${Math.round(wallMs)} ms)`)
  }
  return failed
})

const outcome = await Effect.runPromise(Effect.either(Effect.provide(program, Sandbox.layer)))
await world.close()
if (outcome._tag === "Left") console.error(`nothing was tried: ${outcome.left.message}`)
else
  console.log(
    `${attempts.length} attempts, ${outcome.right} broke out (as ${process.getuid?.() === 0 ? "root" : "an ordinary user"})`
  )
process.exitCode = outcome._tag === "Left" || outcome.right > 0 ? 1 : 0
