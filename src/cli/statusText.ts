import type { Progress, Status } from "../pipeline/status.js"
import { excerpt, safeLine } from "../report/SafeText.js"

/** How many trials stand where: `status` tells it, and so does a run that is asked. At most 80 columns while counts have 7 digits. */
export const progressLines = (found: Status): ReadonlyArray<string> => [
  overall(found),
  ...(found.trialsPerMinute === null
    ? []
    : [
        `${found.trialsPerMinute.toFixed(1)} trials a minute; about ${Math.ceil(found.minutesLeft ?? 0)} min left`
      ]),
  ...conditionTable(found.conditions)
]

const overall = (progress: Progress): string =>
  `${progress.planned} planned, ${progress.withResponse} answered, ${progress.ambiguous} ambiguous, ` +
  `${progress.missing} missing, ${progress.inFlight} in flight, ${progress.pending} pending`

const counts: ReadonlyArray<readonly [title: string, count: (progress: Progress) => number]> = [
  ["planned", ({ planned }) => planned],
  ["answered", ({ withResponse }) => withResponse],
  ["ambiguous", ({ ambiguous }) => ambiguous],
  ["missing", ({ missing }) => missing],
  ["in flight", ({ inFlight }) => inFlight],
  ["pending", ({ pending }) => pending]
]

/** The treatments, under a line for what they have in common. */
const conditionTable = (conditions: Status["conditions"]): ReadonlyArray<string> => {
  const rows = conditions.map(({ condition, ...progress }) => {
    const levels = Object.values(condition).map((level) => safeLine(String(level)))
    return { group: levels.slice(0, -1).join(" / "), name: excerpt(levels.at(-1) ?? "", 23), progress }
  })
  const width = Math.max(9, ...rows.map(({ name }) => name.length + 2))
  const head = `${"condition".padEnd(width)} ${counts.map(([title]) => title).join(" ")}`
  return [
    ...(rows.length === 0 ? [] : [head]),
    ...rows.flatMap(({ group, name, progress }, index) => [
      ...(group === (rows[index - 1]?.group ?? "") ? [] : [group]),
      `  ${name}`
        .padEnd(width)
        .concat(...counts.map(([title, count]) => ` ${String(count(progress)).padStart(title.length)}`))
    ])
  ]
}
