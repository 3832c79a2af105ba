import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { isObjective } from "../../../../src/experiments/workbench/tasks/TaskSpec.js"
import { categories, sampleKinds, traps } from "../../../../src/experiments/workbench/tasks/vocabulary.js"
import { categoryProgram } from "./categories.js"
import type { Baseline } from "./View.js"

/** The tables of docs/workbench.md on the tasks, made from the tasks themselves. */

type Row = ReadonlyArray<string | number>

const table = (header: Row, rows: ReadonlyArray<Row>, numbersFrom: number): string => {
  const line = (cells: Row): string => `| ${cells.join(" | ")} |`
  return [
    line(header),
    line(header.map((_, column) => (column < numbersFrom ? "---" : "--:"))),
    ...rows.map(line)
  ].join("\n")
}

const decimals = (value: number): string => (Math.floor(value * 100 + 1e-9) / 100).toFixed(2)

const textOf = ({ files, spec }: Task): string =>
  spec.fixtures.map(({ path }) => Buffer.from(files.get(path) ?? "").toString("utf8")).join("")

/** A rule of thumb: a token for each character of Japanese, one for four of anything in ASCII. */
const estimatedTokens = (text: string): number => {
  const ascii = text.match(/[\0-\x7f]/g)?.length ?? 0
  return Math.round([...text].length - ascii + ascii / 4)
}

const round = (value: number): number =>
  value < 1_000 ? Math.round(value / 10) * 10 : Math.round(value / 100) * 100

export const taskTable = (tasks: ReadonlyArray<Task>): string =>
  table(
    [
      "task",
      "title",
      "traps",
      "mode",
      "form",
      "characters",
      "tokens about",
      "objective",
      "passes from",
      "samples"
    ],
    tasks.map((task) => {
      const { expect, grade, id, mode, title, traps: names } = task.spec
      const text = textOf(task)
      const objective = grade.layers.filter(isObjective).reduce((sum, { weight }) => sum + weight, 0)
      return [
        `\`${id}\``,
        title,
        names.join(", "),
        mode,
        expect.format,
        [...text].length,
        round(estimatedTokens(text)),
        decimals(objective),
        decimals(grade.passThreshold),
        task.samples.length
      ]
    }),
    5
  )

export const trapTable = (tasks: ReadonlyArray<Task>): string => {
  const count = (trap: string, category?: string): number =>
    tasks.filter(
      ({ spec }) =>
        spec.traps.some((one) => one === trap) && (category === undefined || spec.category === category)
    ).length
  return table(
    ["trap", ...categories.map((category) => `\`${category}\``), "all"],
    traps.map((trap) => [trap, ...categories.map((category) => count(trap, category)), count(trap)]),
    1
  )
}

const special = sampleKinds.filter((kind) => !["reference", "correct", "wrong"].includes(kind))

/** The name of the highest score of a task's samples of a kind, which no baseline has. */
export const sampleScore = (kind: string): string => `sample ${kind}`

/** Scores by the task's id, then by the name of what was scored. */
export type Scores = ReadonlyMap<string, ReadonlyMap<string, number>>

export const baselineTable = (
  tasks: ReadonlyArray<Task>,
  baselines: ReadonlyArray<Baseline>,
  scores: Scores
): string =>
  table(
    ["baseline", ...categories.map((category) => `\`${category}\``)],
    baselines.map(({ name }) => [
      name,
      ...categories.map((category) => {
        const found = tasks
          .filter(({ spec }) => spec.category === category)
          .map(({ spec }) => scores.get(spec.id)?.get(name) ?? Number.NaN)
        const mean = found.reduce((sum, score) => sum + score, 0) / found.length
        return `${decimals(mean)} (${decimals(Math.max(...found))})`
      })
    ]),
    1
  )

export const hardnessTable = (
  tasks: ReadonlyArray<Task>,
  baselines: ReadonlyArray<Baseline>,
  scores: Scores
): string =>
  table(
    ["task", ...special, "best baseline", "passes from"],
    tasks.map(({ spec }) => {
      const of = (names: ReadonlyArray<string>): string =>
        decimals(Math.max(...names.map((name) => scores.get(spec.id)?.get(name) ?? Number.NaN)))
      return [
        `\`${spec.id}\``,
        ...special.map((kind) => of([sampleScore(kind)])),
        of(baselines.map(({ name }) => name)),
        decimals(spec.grade.passThreshold)
      ]
    }),
    1
  )

export const programList = (baselines: ReadonlyArray<Baseline>): string =>
  [
    ...baselines.map(({ does, name }) => `- **${name}**: ${does}`),
    ...categories.map((category) => `  - \`${category}\`: ${categoryProgram(category)}`)
  ].join("\n")

/** The page with a table put between its marks. */
export const withPart = (page: string, name: string, part: string): string => {
  const [before, rest] = split(page, `<!-- ${name}: made by the test of the baselines -->\n`)
  const [, after] = split(rest, `<!-- /${name} -->`)
  return `${before}<!-- ${name}: made by the test of the baselines -->\n\n${part}\n\n<!-- /${name} -->${after}`
}

const split = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`docs/workbench.md has no mark ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
