import * as Either from "effect/Either"
import type { AuditCheck } from "../../../pipeline/Experiment.js"
import { type CsvRecord, readCsvRecords } from "../../../report/CsvReader.js"

/**
 * Computes 代替率 and the counts of every line of `summary.csv` again from `runs.csv`, as a stranger with the two files would: by specification 6.2, and
 * by none of the code that the report is made with.
 */
export const recheckSubstitution = (tables: {
  readonly runs: Uint8Array
  readonly summary: Uint8Array
}): AuditCheck => {
  const read = Either.all({ runs: readCsvRecords(tables.runs), summary: readCsvRecords(tables.summary) })
  if (Either.isLeft(read)) return { name, passed: false, checked: 0, detail: read.left }
  const { runs, summary } = read.right
  const clouds = new Set(summary.flatMap(({ kind, subject = "" }) => (kind === "cloud" ? [subject] : [])))
  const means = meansOf(runs)
  const problems = summary.flatMap((line, index) =>
    differences(line, runs, means, clouds).map((what) => `summary.csv:${index + 2}: ${what}`)
  )
  return {
    name,
    passed: problems.length === 0,
    checked: summary.length,
    detail: problems.slice(0, 5).join("; ")
  }
}

const name = "代替率 and the counts of runs agree with a second computation"

/** The mean over repeats, by task and then by subject. */
type Means = ReadonlyMap<string, ReadonlyMap<string, number>>

const meansOf = (runs: ReadonlyArray<CsvRecord>): Means => {
  const scores = new Map<string, Map<string, Array<number>>>()
  for (const { score01 = "NA", subject = "", task = "" } of runs) {
    if (score01 === "NA") continue
    const ofTask = scores.get(task) ?? new Map<string, Array<number>>()
    scores.set(task, ofTask.set(subject, [...(ofTask.get(subject) ?? []), Number(score01)]))
  }
  return new Map(
    [...scores].map(([task, all]) => [task, new Map([...all].map(([who, some]) => [who, mean(some)]))])
  )
}

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((total, value) => total + value, 0) / values.length

const differences = (
  line: CsvRecord,
  runs: ReadonlyArray<CsvRecord>,
  means: Means,
  clouds: ReadonlySet<string>
): ReadonlyArray<string> => {
  const ratios = [...means.values()].flatMap((ofTask) => {
    const best = Math.max(0, ...[...ofTask].flatMap(([who, score]) => (clouds.has(who) ? [score] : [])))
    const own = ofTask.get(line["subject"] ?? "")
    return best > 0 && own !== undefined ? [Math.min(1.2, own / best)] : []
  })
  const own = runs.filter(({ subject, cap_hit: ran }) => subject === line["subject"] && ran !== "NA")
  const again: Readonly<Record<string, number | null>> = {
    substitution: ratios.length === 0 ? null : mean(ratios),
    substitution_tasks: ratios.length,
    runs: own.length,
    cap_hits: own.filter(({ cap_hit: hit }) => hit === "1").length,
    errors: own.filter(({ errored }) => errored === "1").length,
    crashes: own.filter(({ crashed }) => crashed === "1").length
  }
  return Object.entries(again).flatMap(([column, value]) => {
    const said = line[column] ?? ""
    const same = value === null ? said === "NA" : Math.abs(Number(said) - value) <= 1e-9
    return same ? [] : [`${column} is ${said}, and the runs give ${value ?? "NA"}`]
  })
}
