import type { ReportInput } from "../../../pipeline/Experiment.js"
import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { expectedAnswer } from "./expectedAnswer.js"
import type { Results } from "./Results.js"
import type { Scored } from "./Scored.js"

type Column = readonly [name: string, cell: (trial: Scored, input: ReportInput) => CsvCell]

const columns: ReadonlyArray<Column> = [
  ["trial_id", ({ row }) => row.trialId],
  ["case_id", ({ row }) => row.caseId],
  ["task", ({ at }) => at.task],
  ["view", ({ at }) => at.view],
  ["style", ({ at }) => at.style],
  ["lexical_regime", ({ at }) => at.regime],
  ["lexicon", ({ at }) => at.lexicon],
  ["depth", ({ at }) => at.depth],
  ["filler_statements", ({ at }) => at.filler],
  ["family_id", ({ at }) => at.familyId],
  ["replicate", ({ row }) => row.replicate],
  ["outcome", ({ row }) => row.outcome],
  ["correct", ({ row }) => row.correct],
  ["auxiliary_correct", ({ row }) => row.auxiliaryCorrect],
  ["reason", ({ row }) => row.reason],
  ["expected", ({ at, row }, input) => expectedAnswer(at, input.gold(row.goldId))],
  ["answer_excerpt", ({ row }) => row.answerExcerpt],
  ["answer_length", ({ row }) => row.answerLength],
  ["notes", ({ row }) => row.notes.join("; ")],
  ["http_attempts", ({ row }) => row.attempts],
  ["response_id", ({ row }) => row.responseId],
  ["returned_model", ({ row }) => row.returnedModel],
  ["synthetic_mock", ({ row }) => String(row.synthetic_mock)]
]

/** `errors.csv`: every planned trial that is not correct, missing ones too, in schedule order. */
export const errorsCsv = ({ trials }: Results, input: ReportInput): string =>
  renderCsv(
    columns.map(([name]) => name),
    trials
      .filter(({ row }) => row.outcome !== "correct")
      .map((trial) => columns.map(([, cell]) => cell(trial, input)))
  )
