import { estimateText } from "../../../comparison/estimateText.js"
import { aaNotation } from "../../Arms.js"
import { alarms } from "../alarms.js"
import { contrastName } from "../contrasts.js"
import { primaryOf, type Results } from "../Results.js"
import { primarySuite, readPrimary } from "../reading.js"

/** 1. What state the run is in, what it found, and what is suspicious. */
export const statusSection = (results: Results): ReadonlyArray<string> => [
  ...banners(results).map((banner) => `> ${banner}`),
  state(results),
  summary(results),
  ...readPrimary(results),
  ...alarms(results).map((alarm) => `**Alarm.** ${alarm}.`)
]

/** What must be said before any figure is read; the terminal shows the same. */
export const banners = ({ run }: Results): ReadonlyArray<string> => [
  ...(run.aa
    ? [
        `A/A run. ${run.arms.join(" and ")} are two names for one notation (${aaNotation}) and got the same prompts: whatever is found between them is chance.`
      ]
    : []),
  ...(run.synthetic
    ? [
        "synthetic_mock=true. A simulated model answered: the figures exercise the pipeline and say nothing about a language model."
      ]
    : []),
  ...(run.provisional
    ? [
        `Provisional. ${run.notDispatched} of ${run.planned} planned trials were not dispatched; they are missing, not wrong, and the figures can change.`
      ]
    : []),
  ...(run.preset === "smoke"
    ? [
        "Smoke. A few hand-made cases check that everything is connected; they are not a sample for conclusions."
      ]
    : [])
]

const state = ({ run, suites }: Results): string => {
  const counts = suites.map(({ overall }) => overall.pooled.counts)
  const total = (figure: (count: (typeof counts)[number]) => number) =>
    counts.reduce((sum, count) => sum + figure(count), 0)
  const dispatched = total((count) => count.dispatched)
  return [
    run.provisional
      ? `${dispatched} of ${run.planned} planned trials were dispatched.`
      : `All ${run.planned} planned trials were dispatched.`,
    `${total((count) => count.evaluable)} of them can be judged, ${total((count) => count.correct)} of those are correct.`
  ].join(" ")
}

const summary = (results: Results): string => {
  const suite = primarySuite(results)
  const comparison = suite === undefined ? undefined : primaryOf(suite.overall)
  return comparison === undefined
    ? `The primary comparison (scope_lookup, after_close, ${contrastName(results.run.primary)}) was not planned in this run.`
    : `Primary comparison (scope_lookup, after_close): ${estimateText(comparison)}.`
}
