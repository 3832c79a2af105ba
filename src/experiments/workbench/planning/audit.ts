import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LlmRequest } from "../../../llm/LlmRequest.js"
import type { AuditCheck, ReadError, SavedPlan } from "../../../pipeline/Experiment.js"
import { auditTasks, taskChecks } from "../audit/auditTasks.js"
import { subjectTask, type Task } from "../tasks/Task.js"
import { decodeProtocol, type Planned } from "./Protocol.js"

/** What must hold before a subject is asked: tasks that can be trusted, and requests that hold nothing of their gold. */
export const audit = (saved: SavedPlan): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const decoded = decodeProtocol(saved.protocol)
    // Of a plan that was derived it can be decoded; `verify` also asks about one that somebody changed.
    if (Either.isLeft(decoded))
      return [{ name: "the protocol can be read", passed: false, checked: 1, detail: decoded.left.message }]
    const planned = decoded.right
    return [
      ...tasksAudit(planned),
      ...(saved.trials.length === 0 ? [] : [yield* requestCheck(saved, planned)])
    ]
  })

/** Checks that need the score of a sample whose program would have to be run: the project's own tests run them. */
const ofSamples: ReadonlySet<string> = new Set([
  "every sample scores what it says",
  "references keep the form that was asked for"
])

const tasksAudit = ({ config, tasks }: Planned): ReadonlyArray<AuditCheck> => {
  const scripted = tasks.filter(({ spec }) => spec.grade.layers.some(({ method }) => method === "script"))
  const others = tasks.filter((task) => !scripted.includes(task))
  const all = Object.values(config.run.tasks).reduce((sum, count) => sum + count, 0)
  const counts = tasks.length === all ? config.run.tasks : null
  const ownSamples = taskChecks.filter(({ name }) => ofSamples.has(name))
  const rest = taskChecks.filter(({ name }) => !ofSamples.has(name))
  return [
    ...auditTasks(tasks, new Map(), counts, rest),
    ...(others.length === 0
      ? []
      : auditTasks(others, new Map(), null, ownSamples).filter(({ name }) => ofSamples.has(name))),
    ...(scripted.length === 0
      ? []
      : [
          {
            name: "tasks with programs, whose samples only a sandbox can score, are known by their hashes",
            passed: true,
            checked: scripted.length,
            detail: scripted.map(({ hash, spec }) => `${spec.id} ${hash.slice(0, 12)}`).join("; ")
          }
        ])
  ]
}

/** Of what a subject must not see, lines of this length and more are looked for. */
const telling = 20

/** Every request holds its task's prompt, and no line of gold, notes, criteria or checks that prompt and fixtures do not hold themselves. */
const requestCheck = (saved: SavedPlan, { tasks }: Planned): Effect.Effect<AuditCheck, ReadError> =>
  Effect.gen(function* () {
    const byId = new Map(tasks.map((task) => [task.spec.id, { task, secrets: secretLines(task) }]))
    const wrong: Array<string> = []
    for (const trial of saved.trials) {
      const known = byId.get(trial.goldId)
      const text = textOf(yield* saved.request(trial))
      if (known === undefined || !text.includes(known.task.spec.prompt))
        wrong.push(`${trial.caseId}: another prompt`)
      else {
        const found = known.secrets.find((line) => text.includes(line))
        if (found !== undefined) wrong.push(`${trial.caseId}: holds what only graders know`)
      }
    }
    return {
      name: "requests hold their task's prompt and fixtures, and nothing of its gold",
      passed: wrong.length === 0,
      checked: saved.trials.length,
      detail: wrong.slice(0, 5).join("; ")
    }
  })

const textOf = ({ input, instructions }: LlmRequest): string =>
  [instructions, ...input.map(({ content }) => content)].join("\n")

const secretLines = (task: Task): ReadonlyArray<string> => {
  const { fixtures, prompt } = subjectTask(task)
  const open = [prompt, ...fixtures.map(({ bytes }) => Buffer.from(bytes).toString("utf8"))].join("\n")
  return [...task.files]
    .filter(([path]) => /^(?:gold\.json|rubric\.md|notes\.md|checks\/)/.test(path))
    .flatMap(([, bytes]) => Buffer.from(bytes).toString("utf8").split("\n"))
    .map((line) => line.trim())
    .filter((line) => line.length >= telling && !open.includes(line))
}
