import * as Effect from "effect/Effect"
import { bootstrap } from "../experiments/comparison/Bootstrap.js"
import {
  ownColumns,
  type TableColumns,
  tableColumns
} from "../experiments/syntax-locality/analysis/TableColumns.js"
import { safeLine } from "../report/SafeText.js"
import { drawLimits } from "../stats/ClusterBootstrap.js"
import type { Contrast } from "../stats/Observation.js"
import * as Flag from "./Flag.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

const flags = {
  trials: Flag.text("FILE", "CSV with one trial a line, such as the trials.csv that score writes."),
  out: Flag.text("DIR", "The folder to make; it must be empty or not exist."),
  treatment: Flag.optional(Flag.text("STYLE", "With --baseline: one contrast instead of the protocol's.")),
  baseline: Flag.optional(Flag.text("STYLE", "What is taken from the treatment.")),
  strata: Flag.withDefault(
    Flag.text("COLUMN[,COLUMN]", "Columns whose cells families are drawn in"),
    ownColumns.strata.join(",")
  ),
  regime: Flag.withDefault(
    Flag.text("COLUMN", "Column of repeated measurements of a family"),
    ownColumns.regime
  ),
  draws: Flag.withDefault(
    Flag.integer(drawLimits.fewest, drawLimits.most, "Bootstrap draws"),
    bootstrap.draws
  ),
  seed: Flag.withDefault(
    Flag.integer(0, Number.MAX_SAFE_INTEGER, "Seed of the draws"),
    Number(bootstrap.seed)
  )
}

const verb = (name: string, summary: string) =>
  Verb.make({
    name,
    summary,
    examples: [
      `icl-bench ${name} --trials runs/pilot/trials.csv --out analysis`,
      `icl-bench ${name} --trials theirs.csv --strata length --treatment new --baseline old --out analysis`
    ],
    notes: [
      `FILE needs the columns family_id, task, view, style, lexical_regime, depth, filler, replicate, outcome`,
      `(docs/codebook.md); it may have others.`
    ],
    flags,
    run: (values) =>
      Effect.gen(function* () {
        const columns = yield* columnsOf(values)
        const contrast = yield* contrastOf(values)
        const { analyse, differenceLine } = yield* Effect.promise(
          () => import("../experiments/syntax-locality/analysis/analyse.js")
        )
        const done = yield* analyse({
          table: values.trials,
          out: values.out,
          columns,
          contrast,
          resampling: { draws: values.draws, seed: BigInt(values.seed) }
        })
        return {
          json: { ...done, out: values.out },
          lines: [
            ...done.overall.map(differenceLine).map(safeLine),
            "",
            `${done.trials} trials; written: ${done.files.map((file) => `${values.out}/${file}`).join(", ")}`
          ],
          code: 0,
          next: `read ${values.out}/comparisons.md`
        }
      })
  })

export const analyse = verb("analyse", "Paired differences with intervals for any table of trials.")

export const analyze = verb("analyze", "The same as analyse.")

const columnsOf = (values: {
  readonly strata: string
  readonly regime: string
}): Effect.Effect<TableColumns, UsageError> => {
  const columns = tableColumns(values.strata.split(","), values.regime)
  return columns === null
    ? new UsageError({
        problem: `--strata must name one or two columns; they, the column of --regime and those with fixed names must all differ`
      })
    : Effect.succeed(columns)
}

const contrastOf = ({
  baseline,
  treatment
}: {
  readonly treatment: string | null
  readonly baseline: string | null
}): Effect.Effect<Contrast | null, UsageError> => {
  if (treatment === null && baseline === null) return Effect.succeed(null)
  if (treatment === null) return new UsageError({ problem: "--baseline needs --treatment" })
  if (baseline === null) return new UsageError({ problem: "--treatment needs --baseline" })
  return baseline === treatment
    ? new UsageError({ problem: "--treatment and --baseline must be two styles" })
    : Effect.succeed({ treatment, baseline })
}
