import type { AuditCheck } from "../../../pipeline/Experiment.js"
import type { Task } from "../tasks/Task.js"
import { type Category, categories } from "../tasks/vocabulary.js"
import {
  addressFindings,
  fixtureFindings,
  licenceFindings,
  pageFindings,
  weightFindings
} from "./folderFindings.js"
import {
  referenceFormFindings,
  type SampleExitCodes,
  sampleKindFindings,
  sampleScoreFindings
} from "./sampleFindings.js"

/** What is asked of every task. */
export const taskChecks: ReadonlyArray<{
  readonly name: string
  readonly findings: (task: Task, exitCodes: SampleExitCodes) => ReadonlyArray<string>
}> = [
  { name: "objective layers carry enough of the score", findings: weightFindings },
  { name: "fixtures are the listed ones, byte for byte", findings: fixtureFindings },
  { name: "nothing outside of the fixtures is needed", findings: addressFindings },
  { name: "notes and changes are there, and no stray file", findings: pageFindings },
  { name: "the licence allows republishing", findings: licenceFindings },
  { name: "samples of every kind are there, and only right ones pass", findings: sampleKindFindings },
  { name: "every sample scores what it says", findings: sampleScoreFindings },
  { name: "references keep the form that was asked for", findings: referenceFormFindings }
]

/**
 * Whether a set of tasks can be trusted, without a model. `exitCodes` are by the task's id what the programs of its `script` layers said to its
 * samples. `counts`: how many tasks each category has; `null` for a set of one's own. `checks`: those of every task that are to be made.
 */
export const auditTasks = (
  tasks: ReadonlyArray<Task>,
  exitCodes: ReadonlyMap<string, SampleExitCodes>,
  counts: Readonly<Record<Category, number>> | null,
  checks: typeof taskChecks = taskChecks
): ReadonlyArray<AuditCheck> => [
  ...checks.map(({ findings, name }) =>
    check(
      name,
      tasks.length,
      tasks.flatMap((task) =>
        findings(task, exitCodes.get(task.spec.id) ?? new Map()).map((found) => `${task.spec.id}: ${found}`)
      )
    )
  ),
  check("no two tasks ask for the same", tasks.length, repeated(tasks)),
  ...(counts === null ? [] : [check("each category has its tasks", tasks.length, miscounted(tasks, counts))])
]

const repeated = (tasks: ReadonlyArray<Task>): ReadonlyArray<string> =>
  tasks.flatMap(({ spec }, index) =>
    tasks
      .slice(0, index)
      .flatMap((other) => (other.spec.prompt === spec.prompt ? [`${other.spec.id} and ${spec.id}`] : []))
  )

const miscounted = (
  tasks: ReadonlyArray<Task>,
  counts: Readonly<Record<Category, number>>
): ReadonlyArray<string> =>
  categories.flatMap((category) => {
    const found = tasks.filter(({ spec }) => spec.category === category).length
    return found === counts[category] ? [] : [`${category} has ${found}, not ${counts[category]}`]
  })

const check = (name: string, checked: number, problems: ReadonlyArray<string>): AuditCheck => ({
  name,
  passed: checked > 0 && problems.length === 0,
  checked,
  detail: problems.slice(0, 5).join("; ")
})
