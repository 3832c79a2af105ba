import { fixed, percent } from "../../../../report/Figures.js"
import { mean, ratio } from "../../../../stats/Mean.js"
import { figureTable } from "../../../comparison/tables.js"
import { arms } from "../../Arms.js"
import type { ParseErrorClass } from "../../grading/gradeProgram.js"
import type { StackDiagnostics } from "../../grading/stackDiagnostics.js"
import type { Suite } from "../Results.js"
import type { Scored } from "../Scored.js"
import { styleName } from "./styleName.js"

/** What the graders of `active_stack` and `ast_to_source` found beyond right and wrong (specification 10.6). */
export const taskTable = (suite: Suite): ReadonlyArray<string> => {
  switch (suite.task) {
    case "scope_lookup":
      return []
    case "active_stack":
      return [
        stackTable(suite),
        "Answers that are arrays of names: the mean of names given minus names open, and how many answers have a mistake of each sort; an answer can have several."
      ]
    case "ast_to_source":
      return [
        programTable(suite),
        "Valid syntax is (correct + another program) ÷ evaluable: refused and cut answers count as invalid. The other columns count answers by the first error that the parser met; what comes after it was not looked at."
      ]
  }
}

/** The suite's judged trials of each planned style. */
const byStyle = ({ trials }: Suite): ReadonlyArray<readonly [style: string, trials: ReadonlyArray<Scored>]> =>
  arms.flatMap((style) => {
    const own = trials.filter(({ at, row }) => at.style === style && row.correct !== null)
    return trials.some(({ at }) => at.style === style) ? [[styleName(style), own] as const] : []
  })

const stackMistakes: ReadonlyArray<readonly [title: string, key: keyof StackDiagnostics]> = [
  ["missing names", "missingNames"],
  ["closed names", "closedNames"],
  ["unknown names", "unknownNames"],
  ["repeated names", "repeatedNames"],
  ["out of order", "misordered"]
]

const stackTable = (suite: Suite): string =>
  figureTable(
    ["style", "arrays", "names given − open", ...stackMistakes.map(([title]) => title)],
    byStyle(suite).map(([style, trials]) => {
      const arrays = trials.map(({ row }) => row.diagnostics).filter((found) => "elementDifference" in found)
      const differences = arrays.map(({ elementDifference }) => Number(elementDifference))
      return [
        style,
        String(arrays.length),
        fixed(mean(differences), 2),
        ...stackMistakes.map(([, key]) => String(arrays.filter((found) => Number(found[key]) > 0).length))
      ]
    })
  )

const parseErrors: ReadonlyArray<readonly [title: string, found: ParseErrorClass]> = [
  ["wrong kind at an end", "close_kind"],
  ["wrong name at an end", "close_name"],
  ["end of text inside a block", "eof"],
  ["end without a block", "underflow"],
  ["extra text", "extra_source"],
  ["other error", "other"]
]

const programTable = (suite: Suite): string =>
  figureTable(
    ["style", "valid syntax", "exact program", "another program", ...parseErrors.map(([title]) => title)],
    byStyle(suite).map(([style, trials]) => {
      const count = (holds: (trial: Scored) => boolean): number => trials.filter(holds).length
      const exact = count(({ row }) => row.outcome === "correct")
      const another = count(({ row }) => row.outcome === "valid_syntax_wrong_ast")
      return [
        style,
        percent(ratio(exact + another, trials.length)),
        percent(ratio(exact, trials.length)),
        String(another),
        ...parseErrors.map(([, found]) =>
          String(count(({ row }) => row.diagnostics["parseErrorClass"] === found))
        )
      ]
    })
  )
