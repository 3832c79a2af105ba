import { prettyJson } from "../../../json/JsonWriter.js"
import { judgePromptVersion } from "../judging/judgePrompt.js"
import type { FoundSubject } from "../planning/Found.js"
import { asJson } from "../planning/Protocol.js"
import type { FiledRun, RunFile } from "./RunFile.js"
import { loadedOf, type TrialRun, type WorkbenchRun } from "./WorkbenchRun.js"

/** The raw results of every subject, each in a file of its own. */
export const runFiles = (
  run: WorkbenchRun
): ReadonlyArray<{ readonly name: string; readonly content: string }> =>
  fileNames(run.planned.subjects.map(({ id }) => id)).map(({ id, name }) => ({
    name,
    content: `${prettyJson(
      asJson(
        runFile(
          run,
          run.planned.subjects.find((one) => one.id === id)
        )
      )
    )}\n`
  }))

/** The names that {@link fileNames} can give: such a file in a run is one of these, or foreign. */
export const runFileName = /^run-.*\.json$/i

/** `run-<model>.json`, with a hyphen for what a file's name should not hold; two models of one such name are told apart. */
export const fileNames = (
  ids: ReadonlyArray<string>
): ReadonlyArray<{ readonly id: string; readonly name: string }> => {
  const taken = new Set<string>()
  return ids.map((id) => {
    const slug = id.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+/, "") || "model"
    let name = `run-${slug}.json`
    // Some systems do not tell upper from lower case.
    for (let more = 2; taken.has(name.toLowerCase()); more++) name = `run-${slug}-${more}.json`
    taken.add(name.toLowerCase())
    return { id, name }
  })
}

const runFile = (run: WorkbenchRun, subject: FoundSubject | undefined): RunFile => {
  if (subject === undefined) throw new RangeError("a file of nobody") // names are made of the subjects
  const { config, judge, machine, refused, replicates, tasks } = run.planned
  const { contextTokens, outputTokens, seed, temperature, thinking } = config.run
  return {
    formatVersion: 1,
    status: run.status,
    protocolHash: run.protocolHash,
    subject,
    machine,
    parameters: { temperature, seed, contextTokens, outputTokens, thinking, repeats: replicates },
    loaded: loadedOf(subject.id, run.trials),
    judge:
      judge === null ? null : { id: judge.id, version: judge.version, promptVersion: judgePromptVersion },
    tasks: tasks.map(({ hash, spec }) => ({ id: spec.id, version: spec.version, hash })),
    refused: refused
      .filter((one) => one.subject === null || one.subject === subject.id)
      .map(({ reason, task }) => ({ task, reason })),
    caps: run.caps
      .filter((cap) => cap.subject === subject.id)
      .map(({ at, completedBefore, message, resetText, resetsAt }) => ({
        at,
        resetsAt,
        resetText,
        completedBefore,
        message
      })),
    runs: run.trials.filter((trial) => trial.subject.id === subject.id).map(filedRun)
  }
}

const filedRun = ({ endedAt, metrics, notes, passed, row, score01, task, tooLong }: TrialRun): FiledRun => ({
  trialId: row.trialId,
  task,
  repeat: row.replicate,
  outcome: row.outcome,
  reason: row.reason,
  score01,
  passed,
  formatKept: notes?.formatKept ?? null,
  grounded: notes?.grounded ?? null,
  // Why a layer is not full stands in scores.jsonl.
  layers: (notes?.layers ?? []).map(({ id, method, score, weight }) => ({ id, method, weight, score })),
  needsAudit: notes?.needsAudit ?? [],
  overridden: (notes?.overrides ?? []).map(({ layer }) => layer),
  tooLong,
  returnedModel: row.returnedModel,
  metrics,
  endedAt,
  attempts: row.attempts,
  transcript: `trials/${row.trialId}/`,
  synthetic: row.synthetic_mock
})
