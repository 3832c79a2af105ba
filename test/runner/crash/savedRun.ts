import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/*
 * A run directory as a stranger would read it: plain files, plain JSON, nothing of the code that wrote them.
 */

export interface LedgerLine {
  readonly seq: number
  readonly type: "reserved" | "dispatched" | "settled" | "released" | "unresolved"
  readonly trialId: string
  readonly attempt: number
  readonly kind?: "generate" | "count"
  readonly window?: string
  readonly tokens?: number
  readonly inputTokens?: number
}

export interface Meta {
  readonly attempt: number
  readonly requestSha256: string
  readonly reply: { readonly httpStatus: number; readonly bodySha256: string } | null
  readonly error: {
    readonly tag: string
    readonly stage: string | null
    readonly ambiguousOutcome: boolean
  } | null
}

export interface Terminal {
  readonly trialId: string
  readonly conclusion: string
  readonly reason: string | null
  /** Missing: 1. */
  readonly calls?: number
  readonly decidingAttempt: number
  readonly attempts: number
}

export interface Trial {
  readonly trialId: string
  readonly requestSha256: string
  readonly maxOutputTokens: number
}

export interface SavedAttempt {
  readonly meta: Meta
  /** `null`: no reply was saved. */
  readonly body: Buffer | null
}

/** One model call and what its folder holds now. The first has its trial's name, a later one `<trialId>/call-2` and so on. */
export interface SavedCall extends Trial {
  readonly attempts: ReadonlyMap<number, SavedAttempt>
}

/** What a trial's folder holds now. */
export interface SavedTrial extends SavedCall {
  /** The calls that followed from its replies. */
  readonly later: ReadonlyArray<SavedCall>
  readonly terminal: Terminal | null
  /** Terminals that were put aside when the trial was opened again. */
  readonly setAside: ReadonlyArray<Terminal>
  /** Files that may never change once they are there, with the hash of their bytes. */
  readonly records: ReadonlyMap<string, string>
}

export interface SavedRun {
  /** As it stood before the folders were read, for what the folders must have had by then. */
  readonly ledgerBefore: ReadonlyArray<LedgerLine>
  /** As it stood afterwards, for what must stand in it before anything shows in a folder. The same where nobody writes. */
  readonly ledger: ReadonlyArray<LedgerLine>
  readonly events: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly trials: ReadonlyArray<SavedTrial>
}

/** The model calls of a run, planned and later ones. */
export const callsOf = ({ trials }: Pick<SavedRun, "trials">): ReadonlyArray<SavedCall> =>
  trials.flatMap((trial) => [trial, ...trial.later])

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex")

const readIfThere = (file: string): Buffer | null => (fs.existsSync(file) ? fs.readFileSync(file) : null)

// The types of saved files are what this reader expects of them; the checks would trip over anything else.
const parse = <A>(bytes: Buffer): A => JSON.parse(bytes.toString("utf8")) as A

/** The complete lines of a log. Their numbers must run from 1 without a gap; what stands behind the last line feed is torn. */
const readLog = <A extends { readonly seq: number }>(file: string): ReadonlyArray<A> => {
  const bytes = readIfThere(file) ?? Buffer.alloc(0)
  const lines = bytes
    .subarray(0, bytes.lastIndexOf(0x0a) + 1)
    .toString("utf8")
    .split("\n")
    .slice(0, -1)
  return lines.map((line, index) => {
    const record = JSON.parse(line) as A
    if (record.seq !== index + 1) throw new Error(`${file}:${index + 1} has the number ${record.seq}`)
    return record
  })
}

export const readPlan = (root: string): ReadonlyArray<Trial> =>
  fs
    .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { requestSha256, trialId } = JSON.parse(line) as Trial
      const request = parse<{ max_output_tokens: number }>(
        fs.readFileSync(path.join(root, "trials", trialId, "request.json"))
      )
      return { trialId, requestSha256, maxOutputTokens: request.max_output_tokens }
    })

const readTrial = (root: string, trial: Trial): SavedTrial => {
  const folder = path.join(root, "trials", trial.trialId)
  const names = fs.readdirSync(folder)
  const records = new Map<string, string>()
  const setAside: Array<Terminal> = []
  const later: Array<SavedCall> = []
  let terminal: Terminal | null = null
  const keep = (name: string): Buffer => {
    const bytes = fs.readFileSync(path.join(folder, name))
    records.set(name, sha256(bytes))
    return bytes
  }
  const attempts = readAttempts(names, keep)
  for (let call = 2; names.includes(`call-${call}`); call++) {
    const own = fs.readdirSync(path.join(folder, `call-${call}`))
    // Its folder is made before its request is written.
    if (!own.includes("request.json")) break
    const request = keep(`call-${call}/request.json`)
    later.push({
      trialId: `${trial.trialId}/call-${call}`,
      requestSha256: sha256(request),
      maxOutputTokens: parse<{ max_output_tokens: number }>(request).max_output_tokens,
      attempts: readAttempts(own, (name) => keep(`call-${call}/${name}`))
    })
  }
  for (const name of names) {
    if (/^ambiguous-\d{3}-terminal(-\d+)?\.json$/.test(name)) {
      setAside.push(parse<Terminal>(keep(name)))
    } else if (name === "terminal.json") {
      terminal = parse<Terminal>(keep(name))
    }
  }
  return { ...trial, attempts, later, terminal, setAside, records }
}

const readAttempts = (
  names: ReadonlyArray<string>,
  keep: (name: string) => Buffer
): ReadonlyMap<number, SavedAttempt> => {
  const attempts = new Map<number, SavedAttempt>()
  for (const name of names) {
    const number = /^attempt-(\d{3})-meta\.json$/.exec(name)?.[1]
    if (number === undefined) continue
    const meta = parse<Meta>(keep(name))
    const body = meta.reply === null ? null : keep(`attempt-${number}-body.txt`)
    attempts.set(Number(number), { meta, body })
  }
  return attempts
}

/** Reads everything, also while somebody writes. */
export const readRun = (root: string, plan: ReadonlyArray<Trial>): SavedRun => {
  const readLedger = () => readLog<LedgerLine>(path.join(root, "usage-ledger.jsonl"))
  const ledgerBefore = readLedger()
  const trials = plan.map((trial) => readTrial(root, trial))
  const events = readLog<{ seq: number }>(path.join(root, "events.jsonl"))
  return { ledgerBefore, trials, events, ledger: readLedger() }
}

/** Tokens that a saved body says it cost; `null` if it does not say. */
export const usageOf = (body: Buffer | null): number | null => {
  if (body === null) return null
  let json: unknown
  try {
    json = JSON.parse(body.toString("utf8"))
  } catch {
    return null
  }
  if (typeof json !== "object" || json === null || !("usage" in json)) return null
  const usage = json.usage as { input_tokens: number; output_tokens: number; total_tokens?: number } | null
  if (usage === null) return null
  const sum = usage.input_tokens + usage.output_tokens
  const tokens = Math.max(sum, usage.total_tokens ?? 0)
  return tokens === 0 ? null : tokens
}
