import { fixed } from "../../../report/Figures.js"
import { mean } from "../../../stats/Mean.js"
import { axes, titles } from "../config/ScoresConfig.js"
import { categories, categoryLabels, environments } from "../tasks/vocabulary.js"
import type { Table } from "./Table.js"
import type { WorkbenchRun } from "./WorkbenchRun.js"
import { axisNames, intervalText, kindNames, points, rateText } from "./words.js"

/** Six axes and what they come to; a total stands only where all six do. */
export const axesTable = ({ planned, scores }: WorkbenchRun): Table => ({
  titles: [
    "被験者",
    "種別",
    "合計",
    ...axes.map((axis) => `${axisNames[axis]}（${planned.config.scores.weights[axis]}）`),
    "採点できた課題"
  ],
  rows: scores.map((one) => [
    one.subject.id,
    kindNames[one.subject.kind],
    points(one.total),
    ...axes.map((axis) => points(one.axes[axis].value)),
    `${one.tasksScored}/${one.tasks}`
  ])
})

/** Parts that are missing from an axis, each with whose it is. */
export const missingParts = ({ scores }: WorkbenchRun): ReadonlyArray<string> =>
  scores.flatMap(({ axes: found, subject }) =>
    axes.flatMap((axis) => {
      const { missing } = found[axis]
      if (missing.length === 0) return []
      const shown =
        missing.length > 4
          ? `${missing.slice(0, 4).join(", ")} ほか${missing.length - 4}`
          : missing.join(", ")
      return [`${subject.id} の${axisNames[axis]}: ${shown}`]
    })
  )

/** 代替率 (specification 6.2) over all tasks and by class of machine. */
export const substitutionTable = ({ planned, scores }: WorkbenchRun): Table => ({
  titles: [
    "被験者",
    "代替率",
    "95%区間",
    ...environments.map((name) => planned.config.environments[name].label)
  ],
  rows: scores.map(({ interval, subject, substitution }) => [
    subject.id,
    rateText(substitution.overall),
    intervalText(interval),
    ...environments.map((name) => rateText(substitution.byEnvironment[name]))
  ])
})

export const categoryTable = ({ scores }: WorkbenchRun): Table => ({
  titles: ["被験者", ...categories.map((category) => categoryLabels[category])],
  rows: scores.map(({ subject, substitution }) => [
    subject.id,
    ...categories.map((category) => rateText(substitution.byCategory[category]))
  ])
})

/** 称号 (specification 6.3). */
export const titlesTable = ({ planned, scores }: WorkbenchRun): Table => ({
  titles: ["被験者", ...titles.map((key) => planned.config.scores.shogo[key].name)],
  rows: scores.map(({ shogo, subject }) => [
    subject.id,
    ...titles.map((key) => {
      const { label, value } = shogo[key]
      return value === null ? "NA" : `${fixed(value, 1)} ${label ?? ""}`.trim()
    })
  ])
})

/** The mean score of each task, and how many of its repeats passed. */
export const taskTable = ({ planned, trials }: WorkbenchRun): Table => ({
  titles: ["課題", ...planned.subjects.map(({ id }) => id)],
  rows: planned.tasks.map(({ spec }) => [
    `${spec.id} ${spec.title}`,
    ...planned.subjects.map(({ id }) => {
      const runs = trials.filter((trial) => trial.task === spec.id && trial.subject.id === id)
      const scores = runs.flatMap(({ score01 }) => score01 ?? [])
      const passed = runs.filter((one) => one.passed === true).length
      return scores.length === 0 ? "NA" : `${fixed(mean(scores), 2)}（合格${passed}/${scores.length}）`
    })
  ])
})
