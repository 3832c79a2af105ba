import { plainInterval } from "./plainBootstrap.js"

/** A row of `trials.csv` or `paired-comparisons.csv`, by column. */
export type Row = Readonly<Record<string, string>>

/** The figures of one line of `paired-comparisons.csv`, in its units; `null` is `NA`. */
export type Figures = Readonly<Record<string, number | null>>

const judged: Readonly<Record<string, number>> = {
  correct: 1,
  wrong_answer: 0,
  invalid_answer_format: 0,
  invalid_generated_syntax: 0,
  valid_syntax_wrong_ast: 0,
  refusal: 0,
  incomplete_output: 0
}

const meanOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, one) => total + one, 0) / numbers.length

const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)]

const by = (rows: ReadonlyArray<Row>, key: (row: Row) => string): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group === undefined) groups.set(key(row), [row])
    else group.push(row)
  }
  return groups
}

/**
 * One comparison from the rows of its trials: estimate, interval, counts and bounds, straight from the definitions of specification 10.3
 * to 10.5 and sharing nothing with `stats`.
 */
export const plainComparison = (
  trials: ReadonlyArray<Row>,
  treatment: string,
  baseline: string,
  /** `null`: no interval is asked for. */
  resampling: { readonly draws: number; readonly seed: number } | null
): Figures => {
  const rows = trials.filter(({ style }) => style === treatment || style === baseline)
  const regimes = distinct(rows.map((row) => row["lexical_regime"] ?? "")).toSorted()

  /** Accuracies of both arms in one regime; `null` where no replicate can be compared. */
  const pairIn = (own: ReadonlyArray<Row>, regime: string, missing: Missing): Pair | null => {
    const ofRegime = own.filter((row) => row["lexical_regime"] === regime)
    const pairs = distinct(ofRegime.map(({ replicate }) => replicate ?? "")).flatMap((replicate) => {
      const answer = (style: string, whenMissing: number | undefined) => {
        const row = ofRegime.find((one) => one["style"] === style && one["replicate"] === replicate)
        return row === undefined ? undefined : (judged[row["outcome"] ?? ""] ?? whenMissing)
      }
      const [t, b] = [answer(treatment, missing.treatment), answer(baseline, missing.baseline)]
      return t === undefined || b === undefined ? [] : [{ t, b }]
    })
    if (pairs.length === 0) return null
    return { t: meanOf(pairs.map(({ t }) => t)), b: meanOf(pairs.map(({ b }) => b)) }
  }

  const strata = [...by(rows, ({ depth, filler }) => `${depth}/${filler}`).values()]
    .toSorted(
      ([a = {}], [b = {}]) =>
        Number(a["depth"]) - Number(b["depth"]) || Number(a["filler"]) - Number(b["filler"])
    )
    .map((own) =>
      [...by(own, (row) => row["family_id"] ?? "")]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, family]) => family)
    )

  /** Of each stratum, the families that have a pair in every regime. */
  const available = (missing: Missing): ReadonlyArray<ReadonlyArray<ReadonlyArray<Pair>>> =>
    strata.map((families) =>
      families.flatMap((family) => {
        const pairs = regimes.flatMap((regime) => pairIn(family, regime, missing) ?? [])
        return pairs.length === regimes.length ? [pairs] : []
      })
    )

  const overStrata = (
    families: ReadonlyArray<ReadonlyArray<ReadonlyArray<Pair>>>,
    figure: (pair: Pair) => number
  ): number | null =>
    families.length === 0 || families.some((own) => own.length === 0)
      ? null
      : meanOf(families.map((own) => meanOf(own.map((pairs) => meanOf(pairs.map(figure))))))

  const seen = available({})
  const estimate = overStrata(seen, difference)
  const baselineAccuracy = overStrata(seen, ({ b }) => b)
  const pairs = seen.flat()
  const interval =
    estimate === null || resampling === null
      ? null
      : plainInterval(
          seen.map((families) => families.map((own) => meanOf(own.map(difference)))),
          resampling.draws,
          resampling.seed
        )
  return {
    estimate_pp: percent(estimate),
    interval_low_pp: percent(interval?.[0] ?? null),
    interval_high_pp: percent(interval?.[1] ?? null),
    families_planned: strata.flat().length,
    families_available: pairs.length,
    strata_planned: strata.length,
    discordant_families: pairs.filter((own) => own.some((pair) => difference(pair) !== 0)).length,
    ...Object.fromEntries(
      regimes.flatMap((regime, index) => {
        const signs = pairs.map((own) => Math.sign(difference(own[index] ?? { t: 0, b: 0 })))
        const count = (sign: number) => signs.filter((one) => one === sign).length
        return [
          [`${regime}_treatment_better`, count(1)],
          [`${regime}_baseline_better`, count(-1)],
          [`${regime}_tied`, signs.length - count(1) - count(-1)]
        ]
      })
    ),
    treatment_accuracy: overStrata(seen, ({ t }) => t),
    baseline_accuracy: baselineAccuracy,
    relative_error_reduction:
      estimate === null || baselineAccuracy === null || baselineAccuracy === 1
        ? null
        : estimate / (1 - baselineAccuracy),
    missing_against_treatment_pp: percent(overStrata(available({ treatment: 0, baseline: 1 }), difference)),
    missing_in_favour_pp: percent(overStrata(available({ treatment: 1, baseline: 0 }), difference))
  }
}

/** What a missing answer of each arm counts as; absent, it takes the pair away. */
interface Missing {
  readonly treatment?: number
  readonly baseline?: number
}

interface Pair {
  readonly t: number
  readonly b: number
}

const difference = ({ b, t }: Pair): number => t - b

const percent = (share: number | null): number | null => (share === null ? null : share * 100)
