import * as Either from "effect/Either"
import type { Issue } from "./strictJson.js"

/** A point of view of the judge, with the answers that deserve so many points. */
export interface Criterion {
  readonly name: string
  readonly maxPoints: number
  /** Descending, from the most points to 0. */
  readonly anchors: ReadonlyArray<{ readonly points: number; readonly text: string }>
}

/** A judgement made by hand, for the judge to follow. */
export interface WorkedExample {
  readonly title: string
  readonly excerpt: string
  readonly judgements: ReadonlyArray<{
    readonly name: string
    readonly points: number
    readonly reason: string
  }>
}

/** `rubric.md` (specification 4): 採点観点 and 判定例. */
export interface Rubric {
  readonly criteria: ReadonlyArray<Criterion>
  readonly examples: ReadonlyArray<WorkedExample>
}

export const maxPoints = ({ criteria }: Rubric): number =>
  criteria.reduce((sum, one) => sum + one.maxPoints, 0)

interface Section {
  readonly line: number
  readonly title: string
  readonly lines: ReadonlyArray<{ readonly line: number; readonly text: string }>
}

/**
 * Reads the one form that the contract knows: `# 採点観点` with `## 名前（4点）` and anchors `- 4: …`, then `# 判定例` with `## 題`, an excerpt and
 * lines `- 名前: 4 …理由`. Every criterion has an anchor for its most points and for 0; every example judges every criterion once.
 */
export const readRubric = (file: string, text: string): Either.Either<Rubric, ReadonlyArray<Issue>> => {
  const issues: Array<Issue> = []
  const issue = (line: number, problem: string) => void issues.push({ file, place: `line ${line}`, problem })
  const parts = sections(text, "# ")
  const [views, examples, ...others] = parts.found
  const stray = parts.before.find((one) => one.text.trim() !== "")
  if (stray !== undefined) issue(stray.line, "stands before the first heading")
  if (views?.title !== "採点観点" || examples?.title !== "判定例" || others.length > 0) {
    issue(1, "must have the headings # 採点観点 and # 判定例, in this order, and no other of the first level")
    return Either.left(issues)
  }
  const criteria = sections(views, "## ").found.map((section) => readCriterion(section, issue))
  if (criteria.length === 0) issue(views.line, "has no criterion ## 名前（4点）")
  for (const [index, { name }] of criteria.entries()) {
    if (criteria.findIndex((one) => one.name === name) < index) issue(views.line, `has ${name} twice`)
  }
  const worked = sections(examples, "## ").found.map((section) => readExample(section, criteria, issue))
  if (worked.length === 0) issue(examples.line, "has no example ## 例1")
  return issues.length === 0 ? Either.right({ criteria, examples: worked }) : Either.left(issues)
}

type Complain = (line: number, problem: string) => void

const sections = (source: string | Section, mark: string) => {
  const lines =
    typeof source === "string"
      ? source.split(/\r?\n/).map((text, index) => ({ line: index + 1, text }))
      : source.lines
  const before: Array<Section["lines"][number]> = []
  const found: Array<{ line: number; title: string; lines: Array<Section["lines"][number]> }> = []
  for (const one of lines) {
    if (one.text.startsWith(mark))
      found.push({ line: one.line, title: one.text.slice(mark.length).trim(), lines: [] })
    else (found.at(-1)?.lines ?? before).push(one)
  }
  return { before, found }
}

const readCriterion = ({ line, lines, title }: Section, issue: Complain): Criterion => {
  const heading = /^(.+?)[（(](\d+)点[）)]$/.exec(title)
  if (heading === null) issue(line, "must be ## 名前（4点）")
  const most = Number(heading?.[2] ?? 0)
  const anchors = lines.flatMap((one) => {
    if (one.text.trim() === "") return []
    const anchor = /^- (\d+)(?:点)?\s*[:：]\s*(\S.*)$/.exec(one.text)
    if (anchor === null) issue(one.line, "must be an anchor - 4: …")
    return anchor === null ? [] : [{ points: Number(anchor[1]), text: anchor[2] ?? "" }]
  })
  const points = anchors.map((anchor) => anchor.points)
  if (points.some((value, index) => index > 0 && value >= (points[index - 1] ?? 0))) {
    issue(line, "must have its anchors in descending order")
  }
  if (points[0] !== most || points.at(-1) !== 0) issue(line, `must have anchors from ${most} down to 0`)
  return { name: heading?.[1]?.trim() ?? title, maxPoints: most, anchors }
}

const readExample = (
  { line, lines, title }: Section,
  criteria: ReadonlyArray<Criterion>,
  issue: Complain
): WorkedExample => {
  const judgements: Array<WorkedExample["judgements"][number]> = []
  const excerpt: Array<string> = []
  for (const one of lines) {
    const [, name = "", points = "", reason = ""] =
      /^- (.+?)\s*[:：]\s*(\d+)(?:点)?\s*(.*)$/.exec(one.text) ?? []
    const criterion = criteria.find((known) => known.name === name)
    // A list in the excerpt looks like judgements, and names none of the criteria.
    if (criterion === undefined) excerpt.push(one.text)
    else {
      if (Number(points) > criterion.maxPoints)
        issue(one.line, `gives more than ${criterion.maxPoints} points`)
      judgements.push({ name, points: Number(points), reason: reason.replace(/^[…—\s]+/, "") })
    }
  }
  for (const { name } of criteria) {
    if (judgements.filter((one) => one.name === name).length !== 1) issue(line, `must judge ${name} once`)
  }
  return { title, excerpt: excerpt.join("\n").trim(), judgements }
}
