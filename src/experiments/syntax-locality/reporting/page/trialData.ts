import type { ReportInput } from "../../../../pipeline/Experiment.js"
import { excerpt, safeText } from "../../../../report/SafeText.js"
import { expectedAnswer } from "../expectedAnswer.js"
import type { Scored } from "../Scored.js"

type Value = string | number | null

/** A field of a trial: its title, and its value. `levels`: the few values that it takes are listed once, and can be chosen. */
interface Field {
  readonly name: string
  readonly title: string
  readonly levels: boolean
  readonly of: (trial: Scored, input: Pick<ReportInput, "gold">) => Value
}

const fields: ReadonlyArray<Field> = [
  { name: "family", title: "family", levels: true, of: ({ at }) => at.familyId },
  { name: "task", title: "task", levels: true, of: ({ at }) => at.task },
  { name: "view", title: "view", levels: true, of: ({ at }) => at.view },
  { name: "regime", title: "lexical regime", levels: true, of: ({ at }) => at.regime },
  { name: "depth", title: "depth", levels: true, of: ({ at }) => at.depth },
  { name: "filler", title: "filler", levels: true, of: ({ at }) => at.filler },
  { name: "style", title: "style", levels: true, of: ({ at }) => at.style },
  { name: "outcome", title: "outcome", levels: true, of: ({ row }) => row.outcome },
  { name: "replicate", title: "replicate", levels: true, of: ({ row }) => row.replicate },
  { name: "correct", title: "correct", levels: false, of: ({ row }) => row.correct },
  { name: "answer", title: "answer", levels: false, of: ({ row }) => visible(row.answerExcerpt) },
  { name: "length", title: "characters", levels: false, of: ({ row }) => row.answerLength },
  { name: "gold", title: "gold", levels: false, of: goldOf },
  { name: "reason", title: "reason", levels: false, of: ({ row }) => visible(row.reason) },
  { name: "ms", title: "ms", levels: false, of: ({ row }) => row.trialMs },
  { name: "input", title: "input tokens", levels: false, of: ({ row }) => row.usage?.inputTokens ?? null },
  { name: "output", title: "output tokens", levels: false, of: ({ row }) => row.usage?.outputTokens ?? null },
  {
    name: "reasoning",
    title: "reasoning tokens",
    levels: false,
    of: ({ row }) => row.usage?.reasoningTokens ?? null
  },
  { name: "attempts", title: "HTTP attempts", levels: false, of: ({ row }) => row.attempts },
  {
    name: "attempt",
    title: "attempt",
    levels: false,
    // Where a reply was read, the last attempt brought it.
    of: ({ row }) => (row.answerLength === null ? null : row.attempts)
  },
  { name: "trial", title: "trial", levels: false, of: ({ row }) => row.trialId }
]

/** The model's text with everything that steers or hides made visible. */
const visible = (text: string | null): string | null => (text === null ? null : safeText(text))

/** Programs are long, and `icl-bench show` prints them. */
function goldOf({ at, row }: Scored, input: Pick<ReportInput, "gold">): string | null {
  return at.task === "ast_to_source" ? null : excerpt(expectedAnswer(at, input.gold(row.goldId)) ?? "", 200)
}

/** The columns of a table of trials, and what a filter can choose, in the order of the page. */
const columns = ["family", "task", "view", "regime", "style", "outcome", "answer", "ms", "output", "attempts"]
const counts = ["ms", "output", "attempts"]
const filters = ["task", "view", "style", "regime", "depth", "filler", "outcome"]
const details = ["answer", "length", "gold", "reason", "ms", "input", "output", "reasoning", "attempts"]
/** Details whose text needs the whole width. */
const wide = ["answer", "gold", "reason"]
const ofFamily = ["family", "task", "view", "regime", "replicate"]

export interface TrialData {
  readonly columns: ReadonlyArray<{ readonly title: string; readonly isText: boolean }>
  /** For `pageScript`. */
  readonly data: unknown
}

/** Every trial for the page's script, and what was asked in those of `questions`, by trial id. */
export const trialData = (
  trials: ReadonlyArray<Scored>,
  input: Pick<ReportInput, "gold">,
  questions: ReadonlyMap<string, string>
): TrialData => {
  const cells = fields.map((field) => trials.map((trial) => field.of(trial, input)))
  const levels = new Map<string, ReadonlyArray<Value>>()
  const places = fields.map(({ levels: listed, name }, index) => {
    const values = cells[index] ?? []
    if (!listed) return values
    const found = [...new Set(values)].sort(byValue)
    levels.set(name, found)
    const place = new Map(found.map((value, at) => [value, at]))
    return values.map((value) => place.get(value) ?? 0)
  })
  const titles = Object.fromEntries(fields.map(({ name, title }) => [name, title]))
  return {
    columns: columns.map((name) => ({ title: titles[name] ?? name, isText: !counts.includes(name) })),
    data: {
      fields: fields.map(({ name }) => name),
      titles,
      levels: Object.fromEntries(levels),
      columns,
      filters,
      details,
      wide,
      family: ofFamily,
      treatment: "style",
      trials: trials.map((_, row) => places.map((column) => column[row] ?? null)),
      questions: Object.fromEntries(questions)
    }
  }
}

const byValue = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1
