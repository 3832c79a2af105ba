import * as Either from "effect/Either"
import type { Json, JsonObject } from "../../../json/Json.js"
import type { Plan, PlannedCase } from "../../../pipeline/Experiment.js"
import { Gold } from "../../../pipeline/Gold.js"
import type { PlanRefused } from "../../../pipeline/PipelineError.js"
import type { Task } from "../tasks/Task.js"
import type { FoundSubject } from "./Found.js"
import { decodeProtocol, type Planned } from "./Protocol.js"
import { protocolOfSubject, requestFor } from "./requestOf.js"
import { taskGoldJson } from "./TaskGold.js"

/** Subject after subject, so that a local model is loaded once; of each all tasks, of each task all repeats. The gold of a case is its task. */
export const derivePlan = (protocol: JsonObject): Either.Either<Plan, PlanRefused> =>
  Either.map(decodeProtocol(protocol), (planned) => ({
    files: [],
    gold: planned.tasks.map((task) => ({
      goldId: task.spec.id,
      answer: Gold.seal<Json>(taskGoldJson(task, planned))
    })),
    cases: casesOf(planned),
    replicates: planned.replicates,
    scheduleSeed: 0n,
    order: "as_planned",
    truncation: "omit"
  }))

const casesOf = (planned: Planned): ReadonlyArray<PlannedCase> =>
  planned.preset === "sample"
    ? []
    : planned.subjects.flatMap((subject) =>
        planned.tasks
          .filter((task) => !isRefused(planned, subject, task))
          .map((task) => caseOf(subject, task, planned))
      )

const isRefused = ({ refused }: Planned, subject: FoundSubject, { spec }: Task): boolean =>
  refused.some((one) => one.task === spec.id && (one.subject === null || one.subject === subject.id))

const caseOf = (subject: FoundSubject, task: Task, { config }: Planned): PlannedCase => {
  const { category, id, mode } = task.spec
  const request = requestFor(subject, task, config.run)
  const caseId = `${subject.id}/${id}`
  return {
    caseId,
    goldId: id,
    block: caseId,
    factors: { task: id, category, subject: subject.id },
    request,
    protocol: protocolOfSubject(subject),
    record: { kind: subject.kind, mode, taskHash: task.hash, chars: request.input[0]?.content.length ?? 0 }
  }
}
