import * as Either from "effect/Either"
import type { Task } from "../tasks/Task.js"
import { categories } from "../tasks/vocabulary.js"
import type { Found, FoundSubject } from "./Found.js"
import type { Refused } from "./Protocol.js"

/** Tasks by their ids or their categories, in the order of the ids; without names all of them. */
export const selectTasks = (
  tasks: ReadonlyArray<Task>,
  names: ReadonlyArray<string> | null
): Either.Either<ReadonlyArray<Task>, string> => {
  if (names === null) return Either.right(tasks)
  const means = (name: string, { spec }: Task): boolean =>
    spec.id === name || spec.category === name.replace(/\/$/, "")
  const unknown = names.filter((name) => !tasks.some((task) => means(name, task)))
  return unknown.length === 0
    ? Either.right(tasks.filter((task) => names.some((name) => means(name, task))))
    : Either.left(
        `there is no ${unknown.join(", ")}; name tasks as <category>/<task>, or categories: ${categories.join(", ")}`
      )
}

/** Whether something of the subject's is run: by an agent, or by a check. */
export const needsSandbox = ({ spec }: Task): boolean =>
  spec.mode === "agent" || spec.grade.layers.some(({ method }) => method === "script")

/** What cannot be done here, or not by this model: it is planned as refused, and never run in the open. */
export const refusals = (
  tasks: ReadonlyArray<Task>,
  subjects: ReadonlyArray<FoundSubject>,
  { sandboxRefusal }: Pick<Found, "sandboxRefusal">
): ReadonlyArray<Refused> => [
  ...(sandboxRefusal === null
    ? []
    : tasks
        .filter(needsSandbox)
        .map(({ spec }) => ({ task: spec.id, subject: null, reason: sandboxRefusal }))),
  ...subjects.flatMap((subject) =>
    subject.kind === "local" && subject.capabilities !== null && !subject.capabilities.includes("tools")
      ? tasks
          .filter(({ spec }) => spec.mode === "agent")
          .map(({ spec }) => ({ task: spec.id, subject: subject.id, reason: "the model cannot call tools" }))
      : []
  )
]
