import type { Stop, StopReason } from "../../runner/StopSign.js"
import type { RunValues } from "./flags.js"

/** The limit that a stop speaks of. */
const limitOf: Readonly<Partial<Record<StopReason, string>>> = {
  generation_limit: "max-generation-calls",
  attempt_limit: "max-http-attempts",
  token_cap: "local-token-cap"
}

/** The flags with which the same run goes on; a limit that is too small for anything is named as large as it must be. */
export const again = (values: RunValues, stop: Stop | null): ReadonlyArray<string> => {
  const valued = values.mock
    ? (["mock-profile", "mock-seed"] as const)
    : ([
        "max-generation-calls",
        "max-http-attempts",
        "local-token-cap",
        "max-minutes",
        "max-rpm",
        "max-tpm",
        "protocol-hash"
      ] as const)
  const switches = ["retry-500", "soft-budget"] as const
  return [
    values.mock ? "--mock" : "--execute",
    ...valued.flatMap((name) => {
      const value = stop?.atLeast !== undefined && limitOf[stop.reason] === name ? stop.atLeast : values[name]
      return value === null ? [] : [`--${name}`, String(value)]
    }),
    ...switches.flatMap((name) => (values[name] ? [`--${name}`] : [])),
    ...(stop?.reason === "count_unavailable" ? ["--soft-budget"] : [])
  ]
}
