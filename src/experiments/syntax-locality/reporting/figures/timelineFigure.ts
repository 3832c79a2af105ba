import type { AttemptTime } from "../../../../pipeline/Experiment.js"
import { renderCsv } from "../../../../report/Csv.js"
import type { Incident, Stretch } from "../../../../report/figures/timeline.js"
import type { Results } from "../Results.js"
import { captionOf, type PlannedFigure } from "./PlannedFigure.js"
import { axisOf, placed, type TimedTrial } from "./timeAxis.js"

/** Trials that share a line of the drawing, at most so many lines. */
const lines = 160
/** Places along the time axis that are told apart. */
const columns = 300

/** When attempts were under way, and where they were retried or lost. `attempts` are those of each trial, in schedule order. */
export const timelineFigure = (
  results: Results,
  attempts: ReadonlyArray<ReadonlyArray<AttemptTime>>
): ReadonlyArray<PlannedFigure> => {
  if (attempts.length === 0) return []
  const axis = axisOf(attempts.flat())
  const trials = attempts.map((own, index): TimedTrial => ({ place: index + 1, attempts: placed(own, axis) }))
  const perLine = Math.max(1, Math.ceil(trials.length / lines))
  const groups = Array.from({ length: Math.ceil(trials.length / perLine) }, (_, line) =>
    trials.slice(line * perLine, (line + 1) * perLine)
  )
  const tolerance = axis.duration / columns
  const stretches = groups.flatMap((group) => merged(group, tolerance))
  const incidents = groups.flatMap((group) => incidentsIn(group, tolerance))
  const all = attempts.flat()
  const count = (holds: (attempt: AttemptTime) => boolean) => all.filter(holds).length
  const expected = results.trials.reduce((sum, { row }) => sum + row.attempts, 0)
  const summary = [
    `Attempts: ${all.length}, of ${attempts.filter((own) => own.length > 0).length} trials`,
    `retries: ${count(({ attempt }) => attempt > 1)}`,
    `failed attempts: ${count(({ failed }) => failed)}, of which with an unknown outcome: ${count(({ ambiguous }) => ambiguous)}`,
    `breaks left out: ${axis.breaks.length}`
  ].join("; ")
  return [
    {
      drawing: {
        kind: "timeline",
        caption: captionOf(results, {
          name: "timeline",
          title: "The run in time",
          alt: `When the attempts of each trial were under way, trials in schedule order. ${summary}.`,
          notes: [
            `${summary}.`,
            ...(perLine > 1
              ? [`A line stands for ${perLine} trials; a mark can stand for several attempts.`]
              : []),
            ...(expected > all.length
              ? [
                  `${expected - all.length} attempts have no record of their time, because the process ended while they were under way.`
                ]
              : [])
          ]
        }),
        planned: results.run.planned,
        duration: axis.duration,
        stretches,
        incidents,
        breaks: axis.breaks
      },
      csv: renderCsv(
        ["kind", "first_trial", "last_trial", "start_s", "end_s", "attempts", "synthetic_mock"],
        [...stretches.map((one) => ({ ...one, kind: "under_way" as const, count: null })), ...incidents].map(
          ({ count: found, end, first, kind, last, start }) => [
            kind,
            first,
            last,
            start,
            end,
            found,
            String(results.run.synthetic)
          ]
        )
      )
    }
  ]
}

/** When any attempt of a group was under way. Gaps too narrow to be seen are closed. */
const merged = (group: ReadonlyArray<TimedTrial>, tolerance: number): ReadonlyArray<Stretch> => {
  const all = group.flatMap((trial) => trial.attempts).sort((a, b) => a.start - b.start || a.end - b.end)
  const found: Array<{ start: number; end: number }> = []
  for (const { end, start } of all) {
    const last = found.at(-1)
    if (last !== undefined && start - last.end <= tolerance) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found.map((stretch) => ({ ...rangeOf(group), ...stretch }))
}

/** Incidents of one kind at one place are one mark. */
const incidentsIn = (group: ReadonlyArray<TimedTrial>, tolerance: number): ReadonlyArray<Incident> => {
  const found = new Map<string, { kind: Incident["kind"]; start: number; end: number; count: number }>()
  const all = group.flatMap((trial) => trial.attempts).sort((a, b) => a.start - b.start || a.end - b.end)
  for (const { attempt, end, start } of all) {
    for (const kind of kindsOf(attempt)) {
      const key = `${kind} ${tolerance === 0 ? 0 : Math.floor(start / tolerance)}`
      const known = found.get(key)
      if (known === undefined) found.set(key, { kind, start, end, count: 1 })
      else {
        known.count++
        known.end = Math.max(known.end, end)
      }
    }
  }
  return [...found.values()].map((incident) => ({ ...rangeOf(group), ...incident }))
}

const kindsOf = ({ ambiguous, attempt, failed }: AttemptTime): ReadonlyArray<Incident["kind"]> => [
  ...(attempt > 1 ? (["retry"] as const) : []),
  ...(ambiguous ? (["ambiguous"] as const) : failed ? (["failed"] as const) : [])
]

const rangeOf = (group: ReadonlyArray<TimedTrial>): Pick<Stretch, "first" | "last"> => ({
  first: group[0]?.place ?? 0,
  last: group.at(-1)?.place ?? 0
})
