import type { AuditCheck } from "../../../../pipeline/Experiment.js"

/** One thing that was looked at: where it is, and what is wrong with it, or `null`. */
export interface Finding {
  readonly place: string
  readonly problem: string | null
}

const shownFailures = 3

/** Passed if there was something to look at and nothing was wrong. `description` is shown whatever was found. */
export const checkOf = (name: string, findings: Iterable<Finding>, description = ""): AuditCheck => {
  let checked = 0
  let failures = 0
  const shown: Array<string> = []
  for (const { place, problem } of findings) {
    checked++
    if (problem === null) continue
    failures++
    if (shown.length < shownFailures) shown.push(`${place}: ${problem}`)
  }
  const more = failures > shown.length ? [`and ${failures - shown.length} more`] : []
  const detail = [...(failures > 0 ? [`${failures} of ${checked}`, ...shown, ...more] : []), description]
  return {
    name,
    passed: checked > 0 && failures === 0,
    checked,
    detail: detail.filter((part) => part !== "").join("; ")
  }
}

/** `problem` when it is the case, `null` when not. */
export const unless = (holds: boolean, problem: string): string | null => (holds ? null : problem)
