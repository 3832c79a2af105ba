import * as Effect from "effect/Effect"
import { completionScript, shells } from "./completionScript.js"
import * as Flag from "./Flag.js"
import * as Verb from "./Verb.js"

/** Takes the list of verbs late, because it is one of them. */
export const completions = (verbs: () => ReadonlyArray<Verb.Verb>) =>
  Verb.make({
    name: "completions",
    summary: "Print a script that lets a shell complete verbs and options.",
    examples: ["icl-bench completions --shell bash"],
    notes: [
      "bash and zsh:  source <(icl-bench completions --shell bash)",
      "fish:          icl-bench completions --shell fish | source"
    ],
    flags: { shell: Flag.choice(shells, "Whose script.") },
    run: ({ shell }) => {
      const script = completionScript(shell, verbs())
      return Effect.succeed({
        json: { shell, script },
        lines: script.trimEnd().split("\n"),
        code: 0 as const,
        next: "let the shell read it"
      })
    }
  })
