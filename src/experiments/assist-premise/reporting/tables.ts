import type { PremiseTrial } from "./PremiseTrial.js"
import type { Series } from "./Series.js"
import { elementText, topicWords } from "./words.js"

/** A table as rows of text, for Markdown and for a page. */
export interface Table {
  readonly titles: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const resultTitles = [
  "合格",
  "黙って補った",
  "宣言したが外れ",
  "宣言せず外れ",
  "検証を通らない",
  "統制で宣言",
  "測れなかった",
  "合格しなかった問題"
] as const

/** The columns of the benchmark's table of results. What could not be measured is no failure, and not in the denominator. */
export const resultCells = ({ missing, tally }: Series): ReadonlyArray<string> => [
  `${tally.passed}/${tally.problems}`,
  String(tally.silent),
  String(tally.declaredButMissed),
  String(tally.missed),
  String(tally.invalid),
  tally.controls === 0 ? "—" : `${tally.controlsDeclared}/${tally.controls}`,
  String(missing.length),
  tally.notPassed.join(" ") || "—"
]

export const resultTable = (model: string, series: ReadonlyArray<Series>): Table => ({
  titles: ["モデル", "走行", ...resultTitles],
  rows: series.map((one) => [model, String(one.replicate), ...resultCells(one)])
})

/** One line a trial: which reading was taken and what was declared. */
export const problemTable = (trials: ReadonlyArray<PremiseTrial>): Table => ({
  titles: ["問題", "走行", "要件", "揺れる前提", "記号", "取った読み", "宣言", "過剰", "修復"],
  rows: trials.map((trial) => {
    const { judged, problem, replicate, row } = trial
    return [
      problem.id,
      String(replicate),
      problem.prompt,
      problem.ambiguity.map(elementText).join("・") || "（統制）",
      judged?.symbol ?? row.outcome,
      readingText(trial),
      judged === null ? "—" : judged.topics.join(" ") || "なし",
      judged === null ? "—" : String(judged.overDeclared),
      judged === null ? "—" : String(judged.repairs)
    ]
  })
})

/** The accepted reading that was taken, in words. */
export const readingText = ({ judged, problem }: PremiseTrial): string => {
  if (judged === null) return "—"
  if (judged.symbol === "i") return "評価できる本体が無い"
  const reading = problem.interpretations.find(({ key }) => key === judged.matched)
  return reading === undefined ? "どの解釈とも一致しない" : `${reading.key}: ${reading.assumption}`
}

/** Declared topics that nothing asked for, with the problems; controls apart, because there every declaration is one. */
export const overDeclaredTable = (trials: ReadonlyArray<PremiseTrial>): Table => {
  const found = new Map<string, { open: Array<string>; control: Array<string> }>()
  for (const { judged, problem } of trials) {
    const wanted = problem.ambiguity.flatMap((element) => element.split("|"))
    for (const topic of judged?.topics ?? []) {
      if (wanted.includes(topic)) continue
      const name = `${topic}（${topicWords[topic]}）`
      const places = found.get(name) ?? { open: [], control: [] }
      found.set(name, places)
      places[judged?.control === true ? "control" : "open"].push(problem.id)
    }
  }
  return {
    titles: ["種類", "揺れる問題で", "統制で"],
    rows: [...found].sort(byName).map(([name, { control, open }]) => [name, idsText(open), idsText(control)])
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

const idsText = (ids: ReadonlyArray<string>): string =>
  ids.length === 0 ? "0" : `${ids.length}（${ids.join(" ")}）`

/** What was sent back, by the class of the mistake, and whether the conversation ended with a body that can be evaluated. */
export const repairTable = (trials: ReadonlyArray<PremiseTrial>): Table => {
  const classes = new Map<string, { times: number; mended: Set<string>; not: Set<string> }>()
  for (const { judged, problem } of trials) {
    for (const name of judged?.repaired ?? []) {
      const found = classes.get(name) ?? { times: 0, mended: new Set<string>(), not: new Set<string>() }
      classes.set(name, found)
      found.times += 1
      found[judged?.symbol === "i" ? "not" : "mended"].add(problem.id)
    }
  }
  return {
    titles: ["誤りの種類", "差し戻し", "直った問題", "直らなかった問題"],
    rows: [...classes]
      .sort(byName)
      .map(([name, { mended, not, times }]) => [
        name,
        String(times),
        [...mended].join(" ") || "—",
        [...not].join(" ") || "—"
      ])
  }
}
