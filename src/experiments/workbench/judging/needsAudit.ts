import { type LayerScore, objectiveScore } from "../grading/TaskScore.js"

/** Why a person should look at a graded run (specification 4). */
export const auditReasons = [
  "judge_is_subject",
  "layers_disagree",
  "used_web",
  "rubric_unreadable",
  "override_stale"
] as const
export type AuditReason = (typeof auditReasons)[number]

/**
 * The reasons that hold, in the order of {@link auditReasons}. `judge` and `subject` are names of models or programs; `unreadable`: there was a reply of the
 * judge, and it could not be read; `stale`: an override no longer starts from the score that the grader gives.
 */
export const needsAudit = (run: {
  readonly layers: ReadonlyArray<LayerScore>
  readonly subject: string
  readonly judge: string
  readonly unreadable: boolean
  readonly usedWeb: boolean | null
  readonly stale: boolean
  /** From this difference on, objective layers and the judge are far apart. */
  readonly disagreement: number
}): ReadonlyArray<AuditReason> => {
  const rubric = run.layers.find(({ method }) => method === "rubric")
  const objective = objectiveScore(run.layers)
  const judged = rubric?.score ?? null
  const holds: Readonly<Record<AuditReason, boolean>> = {
    judge_is_subject: rubric !== undefined && run.judge === run.subject,
    layers_disagree:
      judged !== null && objective !== null && Math.abs(judged - objective) >= run.disagreement - 1e-9,
    used_web: run.usedWeb === true,
    rubric_unreadable: run.unreadable,
    override_stale: run.stale
  }
  return auditReasons.filter((reason) => holds[reason])
}
