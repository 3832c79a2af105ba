import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Json } from "../../../json/Json.js"
import { readEnvelope, reportOf } from "../../../llm/cli/Envelope.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade, ReadError } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import type { Disk } from "../../../records/Disk.js"
import type { MissingOutcome } from "../../../records/Outcome.js"
import type { PlannedTrial } from "../../../records/PlannedTrial.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import { hasTerminal, readTerminal } from "../../../records/TrialRecord.js"
import { formatBreaks } from "../grading/checkExpect.js"
import { gradeObjective } from "../grading/gradeObjective.js"
import { layerScores, type TaskScore, taskScore } from "../grading/TaskScore.js"
import { isGrounded, type Verdict } from "../grading/Verdict.js"
import { judgementVerdict, readJudgement } from "../judging/Judgement.js"
import { needsAudit } from "../judging/needsAudit.js"
import { applyOverrides } from "../judging/Override.js"
import { readTaskGold } from "../planning/TaskGold.js"
import type { Task } from "../tasks/Task.js"
import { refuseUnknown, savedOverrides } from "./overridesOf.js"
import { type ScoreNotes, toDiagnostics } from "./ScoreNotes.js"
import { checksOf } from "./savedChecks.js"
import { submissionOf, workdirOf } from "./submissionOf.js"

/**
 * Specification 4: objective layers, what programs said, what the judge gave, and what people put in their place. An answer for which one of these is
 * missing has no score: it is a missing trial, not a wrong one.
 */
export const grade = (
  trial: PlannedTrial,
  gold: Gold<Json>,
  response: LlmResponse,
  earlier: ReadonlyArray<LlmResponse>,
  judgement: LlmResponse | null
): Effect.Effect<Grade, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const { disagreement, judgeName, task } = readTaskGold(gold)
    const workdir = yield* workdirOf(trial, task, response, earlier.length + 1)
    const submission = submissionOf(task, response.text, workdir)
    const checks = yield* checksOf(trial.trialId, task, workdir)
    const judged =
      task.rubric !== null && judgement === null
        ? notJudged(task, yield* withoutJudgement(trial.trialId))
        : rubricOf(task, judgement)
    const verdicts = new Map(gradeObjective(task, submission, checks.exitCodes))
    if (judged.verdict !== null) verdicts.set(judged.layer, judged.verdict)
    const overridden = applyOverrides(layerScores(task, verdicts), yield* savedOverrides, trial.trialId)
    yield* refuseUnknown(overridden, trial.trialId)
    const score = taskScore(task, overridden.layers)
    const usedWeb = usedTheWeb(trial, response)
    const breaks = formatBreaks(task.spec.expect, submission)
    const missing: ReadonlyArray<Missing> = [
      ...(checks.refusal === null ? [] : [{ outcome: "not_dispatched" as const, reason: checks.refusal }]),
      ...(judged.missing === null ? [] : [judged.missing])
    ]
    const notes: ScoreNotes = {
      score01: score.score01,
      passed: score.passed,
      formatKept: breaks.length === 0,
      formatBreaks: breaks,
      grounded: isGrounded(verdicts.values(), usedWeb),
      layers: score.layers,
      needsAudit: needsAudit({
        layers: score.layers,
        subject: String(trial.factors["subject"]),
        judge: judgeName,
        unreadable: judged.unreadable,
        usedWeb,
        stale: overridden.stale.length > 0,
        disagreement
      }),
      missing: missing.map(({ reason }) => reason),
      overrides: overridden.applied.map((one) => ({
        layer: one.layer,
        from: one.from,
        to: one.to,
        who: one.who,
        when: one.when,
        why: one.why,
        stale: overridden.stale.includes(one)
      }))
    }
    return {
      ...ending(score, response, missing, notes),
      auxiliaryCorrect: null,
      diagnostics: toDiagnostics(notes)
    }
  })

interface Missing {
  readonly outcome: MissingOutcome
  readonly reason: string
}

const ending = (
  { layers, passed, score01 }: TaskScore,
  response: LlmResponse,
  missing: ReadonlyArray<Missing>,
  { formatBreaks: breaks }: ScoreNotes
): Pick<Grade, "outcome" | "reason"> => {
  if (passed === null) {
    const [first = { outcome: "decode_failure" as const, reason: "a layer has no score" }] = missing
    return first
  }
  if (passed) return { outcome: "correct", reason: null }
  if (response.refusals.length > 0) return { outcome: "refusal", reason: null }
  if (response.status === "incomplete")
    return { outcome: "incomplete_output", reason: response.incompleteReason }
  if ((response.toolCalls?.length ?? 0) > 0) return { outcome: "incomplete_output", reason: "out_of_turns" }
  const reason = layers.find(({ score }) => score !== 1)?.notes[0] ?? null
  return score01 === 0 && breaks.length > 0
    ? { outcome: "invalid_answer_format", reason: breaks[0] ?? reason }
    : { outcome: "wrong_answer", reason }
}

interface Judged {
  readonly layer: string
  readonly verdict: Verdict | null
  readonly unreadable: boolean
  readonly missing: Missing | null
}

const rubricLayer = ({ spec }: Task): string =>
  spec.grade.layers.find(({ method }) => method === "rubric")?.id ?? ""

const notJudged = (task: Task, missing: Missing | null): Judged => ({
  layer: rubricLayer(task),
  verdict: null,
  unreadable: false,
  missing
})

/** Why there is no judgement: nobody was asked, or how the call to the judge ended. */
const withoutJudgement = (trialId: string): Effect.Effect<Missing, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const judgement = (yield* hasTerminal(trialId)) ? (yield* readTerminal(trialId)).judgement : undefined
    if (judgement === undefined || judgement.conclusion === "response")
      return { outcome: "not_dispatched" as const, reason: "no judge's reply is there" }
    const { conclusion, reason } = judgement
    return {
      outcome: conclusion,
      reason: `no judge's reply is there${reason === null ? "" : `: ${reason}`}`
    }
  })

/** What the judge said of the task's rubric layer, if there is one. */
const rubricOf = (task: Task, judgement: LlmResponse | null): Judged => {
  const { rubric } = task
  if (rubric === null || judgement === null) return notJudged(task, null)
  const layer = rubricLayer(task)
  return Either.match(readJudgement(rubric, judgement.text), {
    onLeft: (why) => ({
      layer,
      verdict: null,
      unreadable: true,
      missing: { outcome: "decode_failure" as const, reason: `the judge's reply cannot be read: ${why}` }
    }),
    onRight: (found) => ({
      layer,
      verdict: judgementVerdict(rubric, found),
      unreadable: false,
      missing: null
    })
  })
}

/** Of a local model it is known: it has no network. */
const usedTheWeb = ({ protocol }: PlannedTrial, { exchange }: LlmResponse): boolean | null => {
  if (protocol !== "cli") return false
  const envelope = Either.getOrNull(readEnvelope(exchange))
  return envelope === null ? null : reportOf(envelope).webUse > 0
}
