/** node run.mjs DIR: reads each request, and writes the files of a trial that got one reply: body, meta, terminal, the last two by rename. */
import * as fs from "node:fs"
import { sha256 } from "./build.mjs"
import { readJson, readRows, trialFile } from "./read.mjs"

const [dir] = process.argv.slice(2)

const replace = (file, text) => {
  fs.writeFileSync(`${file}.partial`, text)
  fs.renameSync(`${file}.partial`, file)
}

for (const { trialId, requestSha256 } of readRows(`${dir}/schedule.jsonl`)) {
  const startedAt = new Date().toISOString()
  const { value: request, sha } = readJson(trialFile(dir, trialId, "request.json"))
  if (sha !== requestSha256) throw new Error(`${trialId} was changed`)
  const body = JSON.stringify(replyTo(request, trialId))
  fs.writeFileSync(trialFile(dir, trialId, "attempt-001-body.txt"), body)
  const reply = {
    httpStatus: 200,
    headers: { "content-type": "application/json" },
    bodySha256: sha256(body),
    bodyBytes: body.length
  }
  const meta = {
    formatVersion: 1,
    trialId,
    attempt: 1,
    queueMs: 0,
    backoffMs: 0,
    requestSha256,
    maxOutputTokens: 8192,
    startedAt,
    durationMs: 0
  }
  replace(
    trialFile(dir, trialId, "attempt-001-meta.json"),
    JSON.stringify({ ...meta, error: null, unknownParts: [], reply, redacted: false })
  )
  const terminal = {
    formatVersion: 1,
    trialId,
    conclusion: "response",
    reason: null,
    decidingAttempt: 1,
    attempts: 1,
    endedAt: startedAt
  }
  const timing = { queueMs: 0, countMs: 0, attemptMs: 0, backoffMs: 0 }
  replace(
    trialFile(dir, trialId, "terminal.json"),
    JSON.stringify({ ...terminal, timing, synthetic_mock: true })
  )
}

function replyTo(request, id) {
  const part = {
    type: "output_text",
    text: String(1000 + (request.input[0].content.length % 9000)),
    annotations: [],
    logprobs: []
  }
  const details = {
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 100 }
  }
  return {
    id: `resp_mock_${id}`,
    object: "response",
    created_at: 1767225600,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: request.max_output_tokens,
    model: request.model,
    output: [
      { id: `rs_mock_${id}`, type: "reasoning", summary: [] },
      { id: `msg_mock_${id}`, type: "message", role: "assistant", status: "completed", content: [part] }
    ],
    store: false,
    usage: { input_tokens: 1500, output_tokens: 101, total_tokens: 1601, ...details },
    synthetic_mock: true
  }
}
