import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { globalValue } from "effect/GlobalValue"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Sandbox from "../../../sandbox/Sandbox.js"

/** Built once a process, so that the machine is probed once. It holds nothing that would have to be given back. */
const own: Effect.Effect<Sandbox.SandboxService> = Effect.sync(() =>
  globalValue("locality/workbench/sandbox", () =>
    Context.get(Effect.runSync(Effect.scoped(Layer.build(Sandbox.layer))), Sandbox.Sandbox)
  )
)

/** The sandbox of whoever runs us, if there is one in the context, as tests put one there; else this machine's. */
export const sandboxOfThisMachine: Effect.Effect<Sandbox.SandboxService> = Effect.flatMap(
  Effect.serviceOption(Sandbox.Sandbox),
  Option.match({ onNone: () => own, onSome: Effect.succeed })
)
