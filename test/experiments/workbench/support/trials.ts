import * as Effect from "effect/Effect"
import { readConfig } from "../../../../src/experiments/workbench/config/readConfig.js"
import { configFolder } from "../../../../src/experiments/workbench/planning/discover.js"
import type { Planned } from "../../../../src/experiments/workbench/planning/Protocol.js"
import { taskGoldJson } from "../../../../src/experiments/workbench/planning/TaskGold.js"
import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import type { Json } from "../../../../src/json/Json.js"
import { RawBody } from "../../../../src/llm/HttpExchange.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import * as Disk from "../../../../src/records/Disk.js"
import type { PlannedTrial } from "../../../../src/records/PlannedTrial.js"

const config = Effect.runSync(Effect.provide(Effect.flatMap(configFolder, readConfig), Disk.layerWithoutSync))

export const goldOf = (task: Task) =>
  // Of a plan, the key of a task takes the judge and the configuration alone.
  Gold.seal<Json>(taskGoldJson(task, { config, judge: null } as Planned))

export const trialOf = (task: Task, protocol: "ollama" | "cli" = "ollama"): PlannedTrial => ({
  position: 0,
  block: "b",
  trialId: "0".repeat(32),
  caseId: "c",
  goldId: task.spec.id,
  replicate: 1,
  requestSha256: "0".repeat(64),
  protocol,
  factors: { subject: "claude", task: task.spec.id, category: task.spec.category }
})

export const said = (text: string, fields: Partial<LlmResponse> = {}): LlmResponse => ({
  responseId: "",
  returnedModel: "m",
  status: "completed",
  text,
  textPartLengths: [text.length],
  refusals: [],
  incompleteReason: null,
  errorCode: null,
  usage: null,
  requestId: null,
  notes: [],
  unknownParts: [],
  exchange: { httpStatus: 200, headers: {}, body: new RawBody(new Uint8Array()) },
  ...fields
})
