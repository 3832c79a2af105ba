import { faultKinds, operations } from "./Fault.js"
import { retryAfterForms } from "./RetryAfterForm.js"

const entries = Object.entries(faultKinds).map(([name, { about, at, options }]) => ({
  name: [name === "status" ? "400…599" : name, ...options.map((option) => `[/${option}=…]`)].join(""),
  about: at.length === operations.length ? about : `${about} (${at.join(", ")} only)`
}))

const width = Math.max(...entries.map(({ name }) => name.length))

/** The language of `--faults`, for the help. */
export const faultHelp: ReadonlyArray<string> = [
  "Faults: SPEC is a list with commas between, of",
  "  [generate.|count.]NAME[/OPTION=VALUE…]:PROBABILITY   at this endpoint, or wherever the fault makes sense",
  "  latency=MS or latency=MIN..MAX                       the time that every reply takes",
  "At most one fault happens to a request; the probabilities of an endpoint add up to at most 1. The names:",
  ...entries.map(({ about, name }) => `  ${name.padEnd(width)}  ${about}`),
  `retry-after is ${retryAfterForms}; N are seconds.`,
  "for is how many milliseconds a stall lasts; without it, until the client gives up."
]
