import { unmeasured } from "../../../../src/experiments/workbench/metrics/RunMetrics.js"
import type { ScoredRun, ScoredTask, Subject } from "../../../../src/experiments/workbench/scores/Scored.js"

export const task = (id: string, over: Partial<ScoredTask> = {}): ScoredTask => ({
  id,
  category: "shisya-rules",
  environments: { laptop: 1, gaming: 1, workstation: 1 },
  ...over
})

export const run = (
  subject: string,
  taskId: string,
  score01: number | null,
  over: Partial<ScoredRun> = {}
): ScoredRun => ({
  subject,
  task: taskId,
  repeat: 1,
  score01,
  passed: score01 === null ? null : score01 >= 0.8,
  formatKept: null,
  grounded: null,
  metrics: unmeasured,
  ...over
})

export const local: Subject = {
  id: "local",
  kind: "local",
  vramFit: 1,
  installed: true,
  environment: "gaming"
}
export const cloud = (id: string): Subject => ({
  id,
  kind: "cloud",
  vramFit: null,
  installed: true,
  environment: null
})
