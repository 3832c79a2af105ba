import * as Effect from "effect/Effect"
import { ConfigError } from "../../../pipeline/PipelineError.js"

/** There is none: programs and a local server are more than replies, and their stand-ins exercise all of it. */
export const simulatedModel = () =>
  Effect.fail(
    new ConfigError({
      source: "workbench",
      issues: [
        "it has no simulated model; plan against stand-ins instead: `icl-bench provider --protocol ollama` in the place of a local server, and " +
          "examples/fake-clis in front of PATH in the place of subscriptions (docs/workbench.md)"
      ]
    })
  )
