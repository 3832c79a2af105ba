/** A kind of weather, and what an invocation is told about it. */
export interface Scenario {
  readonly name: string
  readonly faults: string
  readonly flags: ReadonlyArray<string>
  /** Counts agree with the bill. */
  readonly honest: boolean
  /** Limits that stop an invocation before its end every now and then. */
  readonly tight: "cap" | "attempts" | null
}

const scenario = (name: string, faults: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  faults,
  flags: [],
  honest: true,
  tight: null,
  ...more
})

const bodies =
  "generate.malformed-json:0.05,generate.html:0.03,generate.sse:0.03,missing-usage:0.07,zero-usage:0.05,failed-200:0.05," +
  "generate.error-200:0.04,lone-surrogate:0.06,generate.gzip-bomb:0.02,generate.oversize:0.01,generate.redirect:0.02," +
  "generate.400:0.02,generate.408:0.03,generate.409:0.03,generate.500:0.03"

const storm =
  "generate.503:0.05,generate.502:0.04,generate.504:0.03,generate.429/retry-after=any:0.08,generate.reset-before:0.04,generate.reset-body:0.04," +
  "count.503/retry-after=0:0.05,count.429/retry-after=any:0.05,count.reset-body:0.03,count.malformed-json:0," +
  "generate.stall-before/for=150:0.04,generate.stall-body/for=150:0.04,latency=2..30"

/** More than four failures in a row are no rarity. */
const refusals = "generate.503/retry-after=0:0.4,generate.429/retry-after=0:0.3,latency=2..15"

export const scenarios = {
  calm: scenario("calm", "latency=2..40"),
  storm: scenario("storm", storm),
  bodies: scenario("bodies", `${bodies},latency=2..25`),
  stops: scenario(
    "stops",
    "generate.quota-429:0.04,generate.401:0.02,generate.429/retry-after=huge:0.03,generate.503/retry-after=0:0.05,latency=2..25"
  ),
  refusals: scenario("refusals", refusals),
  cap: scenario("cap", `${bodies},latency=2..20`, { tight: "cap" }),
  attempts: scenario("attempts", refusals, { tight: "attempts" }),
  noCount: scenario("no count", `count.404:1,generate.503/retry-after=0:0.1,latency=2..25`, {
    flags: ["--soft-budget"]
  }),
  again: scenario("again", storm, { flags: ["--retry-ambiguous"] }),
  wrongCount: scenario("wrong count", "wrong-count:1,latency=2..20", { honest: false })
} as const satisfies Readonly<Record<string, Scenario>>
