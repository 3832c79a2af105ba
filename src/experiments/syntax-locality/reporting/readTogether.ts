import { primaryOf, type Results } from "./Results.js"
import { whyNoReading } from "./reading.js"
import { type Verdict, verdictOf } from "./verdict.js"

/**
 * What D−B in reading and D−B in generation say together (specification 10.7). An exploratory remark, chosen by rule; none for a
 * run whose figures are not read at all.
 */
export const readTogether = (results: Results): ReadonlyArray<string> => {
  if (whyNoReading(results.run) !== null) return []
  const verdicts = (wanted: string) =>
    results.suites
      .filter(({ view }) => view === wanted)
      .flatMap(({ overall }) => primaryOf(overall) ?? [])
      .map(verdictOf)
  const [reading, generation] = [summarise(verdicts("after_close")), summarise(verdicts("complete"))]
  return reading === null || generation === null
    ? ["Reading and generation were not both planned: nothing is said of one against the other."]
    : [`Exploratory: ${sentence(reading, generation)}`]
}

/** One verdict for several tasks: the direction that some show while the others are tied with it. */
const summarise = (verdicts: ReadonlyArray<Verdict>): Verdict | null => {
  if (verdicts.length === 0) return null
  const directions = new Set(verdicts.filter((verdict) => verdict !== "tied"))
  const [direction = "tied"] = directions
  return directions.size > 1 ? "unclear" : direction
}

const sentence = (reading: Verdict, generation: Verdict): string => {
  if (reading === "unclear" || generation === "unclear") {
    return "the intervals do not tell whether reading and generation go together."
  }
  if (reading === "better" && generation === "worse") {
    return "D is ahead of B in reading and behind it in generation. Labels may help whoever reads them and burden whoever has to write them."
  }
  if (reading === "worse" && generation === "better") {
    return "D is behind B in reading and ahead of it in generation: the reverse of a cue for the reader that costs the writer."
  }
  if (reading === generation) {
    return reading === "tied"
      ? "no difference between D and B was detected in reading or in generation, which does not show that there is none."
      : `D is ${reading === "better" ? "ahead of" : "behind"} B in reading and in generation alike.`
  }
  return `D is ${where(reading)} B in reading and ${where(generation)} B in generation. That one differs and the other is tied does not show that the two differ from each other.`
}

const where = (verdict: Verdict): string =>
  verdict === "better" ? "ahead of" : verdict === "worse" ? "behind" : "statistically tied with"
