import * as Effect from "effect/Effect"
import { quietFlag, runFlag } from "../common.js"
import * as Flag from "../Flag.js"
import { liveFlags } from "../live.js"
import { UsageError } from "../UsageError.js"

/** What `run` and `resume` take. */
export const flags = {
  run: runFlag,
  mock: Flag.toggle("Let a simulated model answer; its results say synthetic_mock."),
  "mock-profile": Flag.optional(
    Flag.text(
      "NAME",
      "perfect, noisy (default) or fixture; of assist-premise declaring, silent, missing, straying, mending, broken, rambling or mixed (default); of workbench reference, wrong or mixed (default)."
    )
  ),
  "mock-seed": Flag.optional(
    Flag.integer(0, Number.MAX_SAFE_INTEGER, "Seed of the simulated mistakes (default 1).")
  ),
  ...liveFlags,
  "max-generation-calls": Flag.optional(
    Flag.integer(
      1,
      Number.MAX_SAFE_INTEGER,
      "Model calls that this start may begin, repeats of failed ones apart. What it has no room for waits."
    )
  ),
  "max-minutes": Flag.optional(
    Flag.integer(1, 100_000, "After so many minutes this start begins nothing more.")
  ),
  concurrency: Flag.optional(Flag.integer(1, 256, "Trials under way at the same time; else as planned.")),
  "max-rpm": Flag.optional(Flag.integer(1, 1_000_000, "Requests in any 60 seconds; else as planned.")),
  "max-tpm": Flag.optional(
    Flag.integer(1, Number.MAX_SAFE_INTEGER, "Tokens reserved in any 60 seconds; else as planned.")
  ),
  "protocol-hash": Flag.optional(Flag.text("HASH", "What freeze printed; a frozen run needs it.")),
  "retry-ambiguous": Flag.toggle("Send again what may have been answered and billed already."),
  "retry-500": Flag.toggle("Send again after HTTP 500, also away from the default host."),
  "soft-budget": Flag.toggle("Go on with estimated tokens where the server does not count."),
  "allow-carried-reservations": Flag.toggle(
    "Go on beside reservations of earlier dates that nothing resolved."
  ),
  quiet: quietFlag
}

export type RunValues = Flag.Values<typeof flags>

/** Flags that say nothing together, or nothing without another one. */
export const refuseContradictions = (values: RunValues): Effect.Effect<void, UsageError> => {
  const refuse = (problem: string) => new UsageError({ problem })
  if (values.execute && values.mock) return refuse("--execute and --mock contradict each other")
  const given = (names: ReadonlyArray<keyof RunValues>) =>
    names.find((name) => values[name] !== null && values[name] !== false)
  const mockOnly = values.mock ? undefined : given(["mock-profile", "mock-seed"])
  if (mockOnly !== undefined) return refuse(`--${mockOnly} needs --mock`)
  const liveOnly = values.execute ? undefined : given(liveOnlyFlags)
  if (liveOnly !== undefined) return refuse(`--${liveOnly} needs --execute`)
  const either = values.execute || values.mock ? undefined : given(["max-generation-calls", "concurrency"])
  return either === undefined ? Effect.void : refuse(`--${either} needs --execute or --mock`)
}

const liveOnlyFlags = [
  "max-http-attempts",
  "local-token-cap",
  "max-minutes",
  "max-rpm",
  "max-tpm",
  "protocol-hash",
  "retry-ambiguous",
  "retry-500",
  "soft-budget",
  "allow-carried-reservations"
] as const
