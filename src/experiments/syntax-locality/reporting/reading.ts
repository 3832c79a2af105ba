import { points } from "../../../report/Figures.js"
import { extremeOf } from "../../../stats/diagnostics.js"
import type { Comparison } from "../../comparison/Comparison.js"
import { isPrimarySuite } from "./design.js"
import { primaryOf, type Results, type Suite } from "./Results.js"
import type { RunFacts } from "./RunFacts.js"
import { doubtOf, verdictOf } from "./verdict.js"

/** Decision rule of specification 10.3. */
const toleratedMissing = 0.01

export const primarySuite = ({ suites }: Results): Suite | undefined => suites.find(isPrimarySuite)

/** Every style is almost always right, or every style almost always wrong (specification 7.3a). */
export const extremeOfSuite = ({ overall }: Suite): "ceiling" | "floor" | null =>
  extremeOf(overall.conditions.map(({ condition }) => condition.accuracy))

/** More planned trials of this suite were lost by infrastructure than a claim of superiority allows. */
export const tooMuchMissing = ({ overall }: Suite): boolean => {
  const { infrastructureMissing, planned } = overall.pooled.counts
  return infrastructureMissing > toleratedMissing * planned
}

/** Why nothing is read out of a run's figures; `null` if something is. */
export const whyNoReading = ({ aa, synthetic, preset, provisional }: RunFacts): string | null => {
  if (aa) return "No reading is offered: an interval without 0 would be a false positive, and nothing else."
  if (synthetic) return "No reading is offered: the answers are simulated."
  if (preset === "smoke") return "No reading is offered: smoke is not a sample for conclusions."
  return provisional ? "No reading is offered before every planned trial is dispatched." : null
}

/**
 * What the primary comparison lets one say (specification 10.7): sentences chosen by rule from intervals, signs and counts. The
 * order of the rules is the order of the sentences; nothing here looks at an example.
 */
export const readPrimary = (results: Results): ReadonlyArray<string> => {
  const suite = primarySuite(results)
  const primary = suite === undefined ? undefined : primaryOf(suite.overall)
  const estimate = primary?.difference.estimate ?? null
  if (suite === undefined || primary === undefined || estimate === null) return []
  const none = whyNoReading(results.run)
  if (none !== null) return [none]
  return [
    ...pilot(results.run.preset),
    ...missingness(suite, primary),
    ...ceilingOrFloor(suite),
    ...direction(primary, estimate, tooMuchMissing(suite)),
    ...controls(suite, primary)
  ]
}

const pilot = (preset: string): ReadonlyArray<string> =>
  preset === "pilot"
    ? [
        "A pilot is exploratory: it may set the difficulty and size of the main experiment and is never part of its sample."
      ]
    : []

const missingness = (suite: Suite, { sensitivity }: Comparison): ReadonlyArray<string> => {
  const { againstTreatment, inFavour } = sensitivity
  return [
    ...(tooMuchMissing(suite)
      ? [
          "More than 1 % of the planned trials are missing by infrastructure: their causes, and whether they fall on some styles more than on others, must be examined before any claim of superiority."
        ]
      : []),
    ...(againstTreatment !== null && inFavour !== null && againstTreatment < 0 && inFavour > 0
      ? [
          `The missing trials by themselves could turn the sign of D−B: over all planned families it lies between ${points(againstTreatment)} and ${points(inFavour)}.`
        ]
      : [])
  ]
}

const ceilingOrFloor = (suite: Suite): ReadonlyArray<string> => {
  switch (extremeOfSuite(suite)) {
    case "ceiling":
      return ["Every style is at the ceiling (98 % or more), where a difference can hardly show."]
    case "floor":
      return ["Every style is at the floor (2 % or less), where a difference can hardly show."]
    case null:
      return []
  }
}

const whyMore =
  "Such a difference would fit several explanations: repeated names as cues for retrieval, endings that are easier to tell apart, attention that is easier to direct. It does not show that shorter dependencies are the cause."
const whyLess =
  "The cost of redundancy, an additional burden of matching, tokenisation and prompt length are things to look into. No failure was removed."
const noEquivalence = "That does not show that they are equivalent."

const direction = (primary: Comparison, estimate: number, muchMissing: boolean): ReadonlyArray<string> => {
  const verdict = verdictOf(primary)
  if (verdict === "tied") {
    return [
      `D and B are statistically tied: the interval of D−B holds 0. No difference was detected with this model, prompt, difficulty and sample. ${noEquivalence}`
    ]
  }
  if (estimate === 0) {
    return [
      `No difference between D and B was observed with this model, prompt, difficulty and sample. ${noEquivalence}`
    ]
  }
  const [how, interval, why] =
    estimate > 0 ? ["more often", "above 0", whyMore] : ["less often", "below 0", whyLess]
  const observed = `D was answered correctly ${how} than B in this sample`
  if (verdict === "unclear") {
    return [
      `${observed}; ${doubtOf(primary)}, so this report does not say whether that is more than chance.`,
      why
    ]
  }
  const reservation = muchMissing ? ", as far as the missing trials allow that to be said" : ""
  return [`${observed}, and the whole interval of D−B lies ${interval}${reservation}.`, why]
}

/** What the controls add where D is ahead of B. */
const controls = ({ overall }: Suite, primary: Comparison): ReadonlyArray<string> => {
  if (verdictOf(primary) !== "better") return []
  const against = (baseline: string) => {
    const found = overall.comparisons.find(
      ({ contrast }) => contrast.treatment === "named_end" && contrast.baseline === baseline
    )
    return found === undefined ? "unclear" : verdictOf(found)
  }
  const [padded, typed] = [against("padded_end"), against("typed_end")]
  return [
    ...(padded === "tied" || padded === "worse"
      ? [
          `${padded === "tied" ? "D and E, whose long endings name nothing, are statistically tied" : "E, whose long endings name nothing, did better than D"}: the length and shape of an ending may matter rather than its label.`
        ]
      : []),
    ...(typed === "better"
      ? ["D was also ahead of C: repeating the name may add something to repeating the kind."]
      : [])
  ]
}
