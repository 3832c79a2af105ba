import { describe, expect, it } from "@effect/vitest"
import type { Outcome } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { handmade } from "./handmade.js"
import { fileOf, type Place, parseCsv, reportInput, runReport, schedule, scoreRow } from "./scores.js"

const rowsOf = (name: string, scores: ReadonlyArray<ScoreRow>) =>
  parseCsv(fileOf(runReport(reportInput(scores)), name))

/** The one line of a table that has these cells. */
const line = (
  rows: ReadonlyArray<Readonly<Record<string, string>>>,
  cells: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => {
  const found = rows.filter((row) => Object.entries(cells).every(([name, value]) => row[name] === value))
  if (found.length !== 1) throw new Error(`${found.length} lines have ${JSON.stringify(cells)}`)
  return found[0] ?? {}
}

const summaryLine = (scores: ReadonlyArray<ScoreRow>, cells: Readonly<Record<string, string>> = {}) =>
  line(rowsOf("summary.csv", scores), { level: "all", style: "named_end", ...cells })

const many = (outcome: Outcome, times: number, prefix: string, rest: Partial<ScoreRow> = {}) =>
  Array.from({ length: times }, (_, index) => scoreRow({ family: `${prefix}${index}` }, outcome, rest))

describe("summary.csv", () => {
  it("has every denominator of each condition", () => {
    expect(summaryLine(handmade)).toMatchObject({
      planned: "8",
      dispatched: "8",
      terminal: "8",
      model_evaluable: "7",
      correct: "5",
      infrastructure_missing: "1",
      not_dispatched: "0",
      incomplete_output: "0",
      refusal: "0",
      matched_families_available: "3",
      matched_families_planned: "4",
      decode_failure: "1",
      operational_success: "0.625",
      synthetic_mock: "false"
    })
    expect(summaryLine(handmade, { style: "all" })).toMatchObject({
      planned: "40",
      model_evaluable: "38",
      correct: "23",
      infrastructure_missing: "2",
      incomplete_output: "1",
      refusal: "1"
    })
  })

  it("has a line for each level, and for each cell of regime, depth and filler", () => {
    const rows = rowsOf("summary.csv", handmade)
    // 1 overall, 2 regimes, 2 depths, 2 fillers, 2 × 2 cells (of the 8 crossings half were planned), each for 5 styles and all.
    expect(rows).toHaveLength((1 + 2 + 2 + 2 + 4) * 6)
    expect(
      line(rows, {
        level: "cell",
        style: "named_end",
        lexical_regime: "nonce",
        depth: "4",
        filler_statements: "32"
      })
    ).toMatchObject({
      planned: "2",
      model_evaluable: "1",
      correct: "0",
      accuracy: "0",
      matched_families_available: "1"
    })
    expect(line(rows, { level: "depth", style: "generic_end", depth: "2" })).toMatchObject({
      planned: "4",
      accuracy: "0.5",
      lexical_regime: "all",
      filler_statements: "all"
    })
  })

  it("H7 80 right, 10 wrong, 10 lost: accuracy 80/90, operational success 80/100", () => {
    const scores = schedule([
      ...many("correct", 80, "a"),
      ...many("wrong_answer", 10, "b"),
      ...many("transport_failure", 10, "c")
    ])
    expect(summaryLine(scores)).toMatchObject({
      accuracy: String(80 / 90),
      operational_success: "0.8",
      infrastructure_missing: "10"
    })
  })

  it("unresolved trials raise the upper bound of operational success", () => {
    const scores = schedule([...many("correct", 6, "a"), ...many("ambiguous_outcome", 4, "b")])
    expect(summaryLine(scores)).toMatchObject({
      accuracy: "1",
      operational_success: "0.6",
      operational_success_upper_bound: "1",
      ambiguous_rate: "0.4"
    })
  })

  it("C5 a model that times out for one style alone is seen in that style's rates", () => {
    const scores = schedule(
      ["f1", "f2"].flatMap((family) => [
        scoreRow({ family, style: "generic_end" }, "correct"),
        scoreRow({ family, style: "named_end" }, family === "f1" ? "ambiguous_outcome" : "correct", {
          attempts: 3
        })
      ])
    )
    expect(summaryLine(scores)).toMatchObject({ retry_rate: "1", ambiguous_rate: "0.5", http_attempts: "6" })
    expect(summaryLine(scores, { style: "generic_end" })).toMatchObject({
      retry_rate: "0",
      ambiguous_rate: "0"
    })
  })

  it("I1 a reply that could not be decoded is missing, counted per condition, and costs no other trial", () => {
    const scores = schedule([...many("correct", 3, "a"), ...many("decode_failure", 1, "b")])
    expect(summaryLine(scores)).toMatchObject({ accuracy: "1", decode_failure: "1", model_evaluable: "3" })
  })

  it("the auxiliary score stands apart from accuracy", () => {
    const fenced = { auxiliaryCorrect: 1 } as const
    const scores = schedule([
      ...many("correct", 1, "a"),
      ...many("invalid_answer_format", 1, "b", fenced),
      ...many("incomplete_output", 1, "c", fenced),
      ...many("wrong_answer", 1, "d")
    ])
    expect(summaryLine(scores)).toMatchObject({
      accuracy: "0.25",
      auxiliary_accuracy: "0.75",
      truncation_rate: "0.25"
    })
  })

  it("nothing judged: rates are NA, never 0", () => {
    expect(summaryLine(schedule(many("not_dispatched", 2, "a")))).toMatchObject({
      accuracy: "NA",
      auxiliary_accuracy: "NA",
      operational_success: "NA",
      truncation_rate: "NA",
      retry_rate: "NA",
      mean_input_tokens: "NA",
      mean_input_tokens_known: "0",
      tokens_per_correct: "NA"
    })
  })
})

describe("usage", () => {
  const usage = (inputTokens: number, outputTokens: number, reasoningTokens: number | null) => ({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens: null,
    cacheWriteTokens: null,
    reasoningTokens
  })

  it("means are over the trials that report a figure; unknown is not 0", () => {
    const scores = schedule([
      scoreRow({ family: "a" }, "correct", { usage: usage(100, 50, 40) }),
      scoreRow({ family: "b" }, "wrong_answer", { usage: usage(200, 70, null) })
    ])
    expect(summaryLine(scores)).toMatchObject({
      mean_input_tokens: "150",
      mean_input_tokens_known: "2",
      mean_reasoning_tokens: "40",
      mean_reasoning_tokens_known: "1",
      mean_non_reasoning_output_tokens: "10",
      mean_cached_input_tokens: "NA",
      mean_cached_input_tokens_known: "0",
      // Both answers' tokens for the one correct answer: 150 + 270.
      tokens_per_correct: "420"
    })
  })

  it("tokens per correct result is NA without a correct result, and when a usage is unknown", () => {
    const wrong = schedule([scoreRow({ family: "a" }, "wrong_answer", { usage: usage(100, 50, 0) })])
    expect(summaryLine(wrong)["tokens_per_correct"]).toBe("NA")
    const unknown = schedule([
      scoreRow({ family: "a" }, "correct", { usage: usage(100, 50, 0) }),
      scoreRow({ family: "b" }, "wrong_answer", { usage: null })
    ])
    expect(summaryLine(unknown)).toMatchObject({ tokens_per_correct: "NA", mean_input_tokens: "100" })
  })

  it("zero tokens for a prompt were not counted at all", () => {
    const scores = schedule([
      scoreRow({ family: "a" }, "correct", { usage: usage(0, 0, 0), notes: ["usage_all_zero"] }),
      scoreRow({ family: "b" }, "correct", { usage: usage(100, 50, 0) })
    ])
    expect(summaryLine(scores)).toMatchObject({
      mean_input_tokens: "100",
      mean_input_tokens_known: "1",
      tokens_per_correct: "NA"
    })
  })

  it("times of retried trials stand apart", () => {
    const scores = schedule([
      scoreRow({ family: "a" }, "correct", { trialMs: 400 }),
      scoreRow({ family: "b" }, "correct", { trialMs: 600 }),
      scoreRow({ family: "c" }, "correct", { trialMs: 9000, attempts: 2 })
    ])
    expect(summaryLine(scores)).toMatchObject({
      mean_single_attempt_ms: "500",
      mean_single_attempt_ms_known: "2",
      mean_retried_ms: "9000"
    })
  })

  it("H10 a figure that is not a number reaches no table", () => {
    const scores = schedule([scoreRow({}, "correct", { usage: usage(Number.NaN, 1, 0) })])
    expect(() => runReport(reportInput(scores))).toThrow("NaN")
  })
})

describe("paired-comparisons.csv", () => {
  const rows = rowsOf("paired-comparisons.csv", handmade)
  const overall = (contrast: string) => line(rows, { contrast, level: "all" })

  it("has the primary contrast with all its diagnostics", () => {
    expect(overall("D-B")).toMatchObject({
      role: "primary",
      treatment: "named_end",
      baseline: "generic_end",
      estimate_pp: "37.5",
      undefined_because: "NA",
      interval: "computed",
      interval_low_pp: "25",
      interval_high_pp: "50",
      interval_reason: "NA",
      interval_too_narrow_to_trust: "true",
      bootstrap_draws: "10000",
      bootstrap_seed: "20261005",
      families_available: "3",
      families_planned: "4",
      strata_available: "2",
      strata_planned: "2",
      families_per_stratum_min: "1",
      families_per_stratum_max: "2",
      discordant_families: "3",
      natural_treatment_better: "1",
      natural_baseline_better: "1",
      natural_tied: "1",
      nonce_treatment_better: "2",
      nonce_baseline_better: "0",
      nonce_tied: "1",
      mcnemar_exact_p: "NA",
      ceiling_or_floor: "none",
      treatment_accuracy: "0.625",
      baseline_accuracy: "0.25",
      relative_error_reduction: "0.5",
      missing_against_treatment_pp: "12.5",
      missing_in_favour_pp: "25",
      synthetic_mock: "false"
    })
  })

  it("has the other contrasts as exploratory ones, with the figures computed by hand", () => {
    expect(["D-E", "D-C", "C-B", "D-A"].map((contrast) => overall(contrast)["estimate_pp"])).toEqual([
      "NA",
      "12.5",
      "12.5",
      "12.5"
    ])
    expect(overall("D-E")["undefined_because"]).toBe("1 of 2 planned strata have no available family")
    expect(overall("C-B")).toMatchObject({ role: "exploratory", families_available: "4" })
  })

  it("has each contrast by regime, depth and filler, exploratory all of them", () => {
    // Overall, 2 regimes, 2 depths, 2 fillers for 5 contrasts.
    expect(rows).toHaveLength(35)
    expect(rows.filter(({ role }) => role === "primary")).toHaveLength(1)
    const natural = line(rows, { contrast: "D-B", lexical_regime: "natural" })
    // f1 0 and f2 −1; f3 +1 and f4 0: (−0.5 + 0.5) / 2. All four families have natural answers.
    expect(natural).toMatchObject({ estimate_pp: "0", families_available: "4", nonce_tied: "NA" })
    expect(line(rows, { contrast: "D-B", lexical_regime: "nonce" })["estimate_pp"]).toBe("50")
    expect(line(rows, { contrast: "D-B", depth: "2" })["estimate_pp"]).toBe("25")
    expect(line(rows, { contrast: "D-B", filler_statements: "32" })["estimate_pp"]).toBe("50")
  })

  it("each view has its own comparisons; only after_close is primary", () => {
    const places: ReadonlyArray<Place> = (["before_close", "after_close"] as const).flatMap((view) =>
      ["generic_end", "named_end"].map((style) => ({ view, style }))
    )
    const found = rowsOf(
      "paired-comparisons.csv",
      schedule(places.map((place) => scoreRow(place, "correct")))
    )
    expect(found.filter(({ level }) => level === "all").map(({ view, role }) => [view, role])).toEqual([
      ["after_close", "primary"],
      ["before_close", "exploratory"]
    ])
  })

  it("percentage points carry no binary noise", () => {
    // 7 of 100 families: 0.07 × 100 is 7.000000000000001 in doubles.
    const scores = schedule(
      Array.from({ length: 100 }, (_, index) => `f${index}`).flatMap((family, index) => [
        scoreRow({ family, style: "generic_end" }, "wrong_answer"),
        scoreRow({ family, style: "named_end" }, index < 7 ? "correct" : "wrong_answer")
      ])
    )
    expect(line(rowsOf("paired-comparisons.csv", scores), { level: "all" })["estimate_pp"]).toBe("7")
  })
})

describe("errors.csv", () => {
  it("has every trial that is not correct, in schedule order, with what is needed to look at it", () => {
    const rows = rowsOf("errors.csv", handmade)
    const expected = handmade.filter(({ outcome }) => outcome !== "correct")
    expect(rows.map(({ trial_id }) => trial_id)).toEqual(expected.map(({ trialId }) => trialId))
    expect(line(rows, { family_id: "f3", lexical_regime: "natural", style: "generic_end" })).toMatchObject({
      outcome: "invalid_answer_format",
      correct: "0",
      auxiliary_correct: "1",
      reason: "inside a code fence",
      expected: "5916",
      answer_excerpt: "```\n5916\n```",
      answer_length: "12"
    })
    expect(line(rows, { family_id: "f4", lexical_regime: "nonce" })).toMatchObject({
      outcome: "decode_failure",
      correct: "NA",
      answer_excerpt: "NA",
      http_attempts: "2"
    })
  })

  it("J1 missing text and empty text differ", () => {
    const csv = fileOf(
      runReport(
        reportInput(
          schedule([
            scoreRow({ family: "a" }, "refusal", { answerExcerpt: "", answerLength: 0 }),
            scoreRow({ family: "b" }, "not_dispatched"),
            scoreRow({ family: "c" }, "wrong_answer", { answerExcerpt: "NA", answerLength: 2 })
          ])
        )
      ),
      "errors.csv"
    )
    expect(csv).toContain(',5916,"",0,')
    expect(csv).toContain(",5916,NA,NA,")
    expect(csv).toContain(",5916,'NA,2,")
  })

  it("says synthetic_mock of each row that is", () => {
    const scores = schedule([
      scoreRow({ family: "a" }, "wrong_answer", { synthetic_mock: true }),
      scoreRow({ family: "b" }, "not_dispatched")
    ])
    expect(rowsOf("errors.csv", scores).map((row) => row["synthetic_mock"])).toEqual(["true", "false"])
    expect(rowsOf("summary.csv", scores).every((row) => row["synthetic_mock"] === "true")).toBe(true)
  })
})
