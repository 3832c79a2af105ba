/**
 * `npm run aa -- [--runs N] [--draws N] [--preset pilot|main]`: how often the whole pipeline finds a difference where there is none. Prints the
 * table of docs/limitations.md, the same on every machine; 1,000 runs of each grid take a quarter of an hour and more.
 *
 * Each run is an A/A plan of `scope_lookup` / `after_close` on the preset's grid, with families from a master seed of its own; the simulated model
 * answers with mistakes from a seed of its own; and the replies go through the decoder, the grader and the statistics of a report. Nothing is written
 * to disk. All seeds follow from the number of the run.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { importSources, root } from "./bundled.mjs"

const experiment = "experiments/syntax-locality"

const icl = await importSources(
  "aa-runs",
  [
    "json/JsonParser",
    "llm/responses/RequestCodec",
    "llm/responses/ResponseCodec",
    "llm/simulated/dressReply",
    "llm/HttpExchange",
    "pipeline/materialise",
    "random/JavaRandom",
    "random/Seeds",
    "records/Outcome",
    "stats/Interval",
    "stats/PairedDifference",
    "stats/PairedFamilies",
    "stats/diagnostics",
    `${experiment}/Config`,
    `${experiment}/Plan`,
    `${experiment}/Protocol`,
    `${experiment}/grading/grade`,
    "experiments/comparison/ComparableTrial",
    `${experiment}/reporting/contrasts`,
    `${experiment}/simulated-model/simulatedModel`
  ],
  ['export * as Effect from "effect/Effect"', 'export * as Either from "effect/Either"']
)
const { Effect, Either } = icl

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    draws: { type: "string", default: "1000" },
    preset: { type: "string", multiple: true, default: ["pilot", "main"] }
  }
})
const runs = Number(values.runs)
const draws = Number(values.draws)
if (![runs, draws].every((count) => Number.isInteger(count) && count > 0))
  throw new Error("whole numbers, please")

const orThrow = Either.getOrThrowWith((error) => error)

/** The preset's settings with one view, which is all that the primary comparison looks at. */
const settingsOf = (preset, masterSeed) => {
  const file = icl.parseJsonBytes(fs.readFileSync(path.join(root, "configs", `${preset}.json`)))
  return orThrow(
    icl.decodeConfig({ ...orThrow(file), views: ["after_close"], masterSeed: String(masterSeed) })
  )
}

/** Trials with their requests and gold, from the writer that `plan` uses. */
const planOf = (preset, masterSeed) => {
  const protocol = icl.protocolOf(preset, "p0", settingsOf(preset, masterSeed), true)
  const plan = orThrow(icl.derivePlan(protocol))
  const requests = new Map()
  let schedule = ""
  const sink = {
    append: (file, text) =>
      Effect.sync(() => {
        if (file === "schedule.jsonl") schedule += text
      }),
    request: (trialId, bytes) => Effect.sync(() => void requests.set(trialId, bytes))
  }
  Effect.runSync(
    icl.materialise(
      "syntax-locality",
      protocol,
      plan,
      { baseUrl: "http://127.0.0.1", protocol: "responses" },
      sink
    )
  )
  const gold = new Map([...plan.gold].map(({ goldId, answer }) => [goldId, answer]))
  const trials = schedule.trimEnd().split("\n")
  return { gold, requests, trials: trials.map((line) => JSON.parse(line)) }
}

const model = orThrow(icl.simulatedModel("noisy"))

/** What the simulated model says to a trial's bytes, decoded as a reply from a network is. */
const answerTo = (bytes, trialId, mockSeed) => {
  const request = orThrow(icl.parseRequest(bytes))
  const reply = model.reply(request, new icl.JavaRandom(icl.deriveSeed(mockSeed, trialId, 1)))
  const body = Buffer.from(JSON.stringify(icl.dressReply(request, reply, "0")))
  const exchange = {
    httpStatus: 200,
    headers: { "content-type": "application/json" },
    body: new icl.RawBody(body)
  }
  return orThrow(icl.decodeResponse(exchange, request.maxOutputTokens))
}

/** One A/A run: its primary comparison, as the report makes it but for the number of draws. */
const runOnce = (preset, number) => {
  const { gold, requests, trials } = planOf(preset, icl.deriveSeed(20261005n, `aa/${preset}/master`, number))
  const mockSeed = icl.deriveSeed(20261005n, `aa/${preset}/mock`, number)
  const scored = trials.map((trial) => {
    const response = answerTo(requests.get(trial.trialId), trial.trialId, mockSeed)
    const { outcome } = icl.grade(trial, gold.get(trial.goldId), response)
    return { at: trial.factors, row: { replicate: trial.replicate, correct: icl.correctness(outcome) } }
  })
  const paired = icl.pairFamilies(scored.map(icl.observe), icl.aaContrast)
  const [interval] = icl.intervals([paired], { draws, seed: 20261005n })
  const difference = icl.pairedDifference(paired)
  return {
    estimate: difference.estimate,
    trusted: icl.scarcities(difference).length === 0,
    strata: difference.strataPlanned,
    families: difference.familiesPerStratum.fewest,
    interval: interval.kind === "computed" ? interval : null
  }
}

const percent = (part, whole) => (whole === 0 ? "NA" : `${((100 * part) / whole).toFixed(1)}%`)
/** What rounds to zero has no sign. */
const points = (value) => `${(Math.round(1000 * value) / 10 + 0).toFixed(1)} pp`
const mean = (numbers) => numbers.reduce((total, one) => total + one, 0) / numbers.length
const excludesZero = ({ interval }) => interval !== null && (interval.low > 0 || interval.high < 0)

/** One line of the table. */
const summarise = (preset) => {
  const found = Array.from({ length: runs }, (_, number) => runOnce(preset, number))
  const computed = found.filter(({ interval }) => interval !== null)
  const trusted = computed.filter((one) => one.trusted)
  const estimates = found.map(({ estimate }) => estimate)
  const centre = mean(estimates)
  return [
    preset,
    `${found[0].strata} × ${found[0].families}`,
    String(runs),
    percent(found.filter(excludesZero).length, runs),
    percent(trusted.filter(excludesZero).length, trusted.length),
    percent(trusted.length, runs),
    percent(runs - computed.length, runs),
    points(mean(computed.map(({ interval }) => interval.high - interval.low))),
    points(centre),
    points(Math.sqrt(mean(estimates.map((one) => (one - centre) ** 2))))
  ]
}

const header = [
  "grid",
  "strata × families",
  "A/A runs",
  "interval without 0",
  "of trusted ones",
  "trusted",
  "degenerate",
  "mean width",
  "mean difference",
  "its spread (SD)"
]
const rows = values.preset.map(summarise)
const widths = header.map((title, column) =>
  Math.max(...[title, ...rows.map((row) => row[column])].map((cell) => cell.length))
)
const render = (cells) => `| ${cells.map((cell, column) => cell.padStart(widths[column])).join(" | ")} |`
console.log(render(header))
console.log(`| ${widths.map((width) => `${"-".repeat(width - 1)}:`).join(" | ")} |`)
for (const row of rows) console.log(render(row))
