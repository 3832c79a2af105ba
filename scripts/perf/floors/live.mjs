/**
 * node live.mjs DIR BASE_URL CONCURRENCY: sends each request over a bare undici pool and writes what our runner writes, as durably (decision 19):
 * reservation and dispatch in a ledger with group commit before the request leaves; body, meta and terminal each by temporary file,
 * sync and rename, and a sync of the folder before the settlement and after the terminal.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Pool } from "undici"
import { sha256 } from "./build.mjs"
import { readJson, readRows, trialFile } from "./read.mjs"

const [dir, base, concurrency] = process.argv.slice(2)
const url = new URL(base)
const pool = new Pool(url.origin, { connections: Number(concurrency) })
const ledger = fs.openSync(path.join(dir, "usage-ledger.jsonl"), "a")

let waiting = []
let busy = false
const flush = () => {
  const round = waiting
  waiting = []
  busy = round.length > 0
  if (!busy) return
  fs.writeSync(ledger, round.map(({ text }) => text).join(""))
  fs.fdatasync(ledger, () => {
    for (const { done } of round) done()
    flush()
  })
}
const append = (...records) =>
  new Promise((done) => {
    waiting.push({ text: records.map((record) => `${JSON.stringify(record)}\n`).join(""), done })
    if (!busy) flush()
  })

const syncFolder = (folder) => {
  const handle = fs.openSync(folder, "r")
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

const place = (file, content) => {
  const handle = fs.openSync(`${file}.partial`, "w")
  fs.writeSync(handle, content)
  fs.fsyncSync(handle)
  fs.closeSync(handle)
  fs.renameSync(`${file}.partial`, file)
}

const conduct = async ({ trialId, requestSha256 }) => {
  const startedAt = new Date().toISOString()
  const file = trialFile(dir, trialId, "request.json")
  const { value, sha } = readJson(file)
  if (sha !== requestSha256) throw new Error(`${trialId} was changed`)
  const attempt = { at: startedAt, trialId, attempt: 1 }
  const tokens = value.max_output_tokens + 2000
  await append(
    { ...attempt, type: "reserved", window: startedAt.slice(0, 10), tokens },
    { ...attempt, type: "dispatched" }
  )
  const { body, statusCode } = await pool.request({
    method: "POST",
    path: `${url.pathname}/responses`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value)
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  const { usage } = JSON.parse(bytes.toString("utf8"))
  place(trialFile(dir, trialId, "attempt-001-body.txt"), bytes)
  const reply = { httpStatus: statusCode, bodySha256: sha256(bytes), bodyBytes: bytes.length }
  place(
    trialFile(dir, trialId, "attempt-001-meta.json"),
    JSON.stringify({ trialId, attempt: 1, startedAt, requestSha256, reply })
  )
  syncFolder(path.dirname(file))
  await append({ ...attempt, type: "settled", tokens: usage.total_tokens })
  place(
    trialFile(dir, trialId, "terminal.json"),
    JSON.stringify({ trialId, conclusion: "response", endedAt: new Date().toISOString() })
  )
  syncFolder(path.dirname(file))
}

const trials = readRows(path.join(dir, "schedule.jsonl"))[Symbol.iterator]()
const worker = async () => {
  for (let next = trials.next(); !next.done; next = trials.next()) await conduct(next.value)
}
await Promise.all(Array.from({ length: Number(concurrency) }, worker))
await pool.close()
