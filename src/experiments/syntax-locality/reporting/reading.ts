import { primaryOf, type Results, type Suite } from "./Results.js"

/** Decision rules of specification 7.3a and 10.3. */
const ceiling = 0.98
const floor = 0.02
const toleratedMissing = 0.01

export const primarySuite = ({ suites }: Results): Suite | undefined =>
  suites.find(({ task, view }) => task === "scope_lookup" && view === "after_close")

/** Every style is almost always right. */
export const atCeiling = ({ overall }: Suite): boolean =>
  overall.conditions.every(({ condition }) => (condition.accuracy ?? 0) >= ceiling)

/** Every style is almost always wrong. */
export const atFloor = ({ overall }: Suite): boolean =>
  overall.conditions.every(({ condition }) => (condition.accuracy ?? 1) <= floor)

/** More planned trials of this suite were lost by infrastructure than a claim of superiority allows. */
export const tooMuchMissing = ({ overall }: Suite): boolean => {
  const { infrastructureMissing, planned } = overall.pooled.counts
  return infrastructureMissing > toleratedMissing * planned
}

/**
 * What the primary comparison lets one say (specification 10.7): sentences chosen by rule from signs and counts. The order
 * of the rules is the order of the sentences; nothing here looks at an example.
 */
export const readPrimary = (results: Results): ReadonlyArray<string> => {
  const { run } = results
  const suite = primarySuite(results)
  const estimate = suite === undefined ? undefined : primaryOf(suite.overall)?.difference.estimate
  if (suite === undefined || estimate === undefined || estimate === null) return []
  if (run.synthetic) return ["No reading is offered: the answers are simulated."]
  if (run.preset === "smoke") return ["No reading is offered: smoke is not a sample for conclusions."]
  if (run.provisional) return ["No reading is offered before every planned trial is dispatched."]
  return [
    ...pilot(run.preset),
    ...missingness(suite),
    ...ceilingOrFloor(suite),
    ...direction(estimate),
    ...controls(suite, estimate)
  ]
}

const pilot = (preset: string): ReadonlyArray<string> =>
  preset === "pilot"
    ? [
        "A pilot is exploratory: it may set the difficulty and size of the main experiment and is never part of its sample."
      ]
    : []

const missingness = (suite: Suite): ReadonlyArray<string> =>
  tooMuchMissing(suite)
    ? [
        "More than 1 % of the planned trials are missing by infrastructure: their causes, and whether they fall on some styles more than on others, must be examined before any claim of superiority."
      ]
    : []

const ceilingOrFloor = (suite: Suite): ReadonlyArray<string> => {
  if (atCeiling(suite))
    return ["Every style is at the ceiling (98 % or more), where a difference can hardly show."]
  if (atFloor(suite))
    return ["Every style is at the floor (2 % or less), where a difference can hardly show."]
  return []
}

const direction = (estimate: number): ReadonlyArray<string> => {
  if (estimate > 0) {
    return [
      "D was answered correctly more often than B in this sample; without an interval, this report does not say whether that is more than chance.",
      "Such a difference would fit several explanations: repeated names as cues for retrieval, endings that are easier to tell apart, attention that is easier to direct. It does not show that shorter dependencies are the cause."
    ]
  }
  if (estimate < 0) {
    return [
      "D was answered correctly less often than B in this sample; without an interval, this report does not say whether that is more than chance.",
      "The cost of redundancy, an additional burden of matching, tokenisation and prompt length are things to look into. No failure was removed."
    ]
  }
  return [
    "No difference between D and B was observed with this model, prompt, difficulty and sample. That does not show that they are equivalent."
  ]
}

/** What the controls add to a positive difference. */
const controls = ({ overall }: Suite, estimate: number): ReadonlyArray<string> => {
  const against = (baseline: string) =>
    overall.comparisons.find(
      ({ contrast }) => contrast.treatment === "named_end" && contrast.baseline === baseline
    )?.difference.estimate ?? null
  const [padded, typed] = [against("padded_end"), against("typed_end")]
  if (estimate <= 0) return []
  return [
    ...(padded !== null && padded <= 0
      ? [
          "E, whose long endings name nothing, did at least as well as D: length and shape of an ending may matter rather than its label."
        ]
      : []),
    ...(typed !== null && typed > 0
      ? ["D was also ahead of C: repeating the name may add something to repeating the kind."]
      : [])
  ]
}
