import * as path from "node:path"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** The names of a run's files (specification 9.3). Only paths: reading and writing is Disk's. */
export interface RunDirectoryService {
  readonly root: string
  readonly file: (name: string) => string
  readonly trialFolder: (trialId: string) => string
  readonly trialFile: (trialId: string, name: string) => string
}

/** The run that a stage works on. */
export class RunDirectory extends Context.Tag("locality/RunDirectory")<RunDirectory, RunDirectoryService>() {}

/** The paths of the run in `root`, absolute where `root` is. */
export const make = (root: string): RunDirectoryService => {
  // Joined once: a run asks for the paths of thousands of trials, and several times for each.
  const trials = path.join(root, "trials") + path.sep
  return {
    root,
    file: (name) => path.join(root, name),
    trialFolder: (trialId) => trials + trialId,
    trialFile: (trialId, name) => trials + trialId + path.sep + name
  }
}

/** The run in the folder `root`, which need not exist yet. */
export const layer = (root: string): Layer.Layer<RunDirectory> => Layer.succeed(RunDirectory, make(root))

/** The names of files that a run has once (docs/run-directory.md). */
export const files = {
  protocol: "protocol.json",
  manifest: "manifest.json",
  cases: "cases.jsonl",
  gold: "gold.jsonl",
  schedule: "schedule.jsonl",
  audit: "audit.json",
  events: "events.jsonl",
  scores: "scores.jsonl",
  trials: "trials.csv"
} as const

/** The names of files that each trial has in its own folder. */
export const trialFiles = {
  request: "request.json",
  terminal: "terminal.json",
  /** `attempt` is 1-based. */
  attemptMeta: (attempt: number) => `attempt-${String(attempt).padStart(3, "0")}-meta.json`,
  attemptBody: (attempt: number) => `attempt-${String(attempt).padStart(3, "0")}-body.txt`
} as const
