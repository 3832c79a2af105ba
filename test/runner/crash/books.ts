import type { LedgerLine } from "./savedRun.js"

/** What the ledger says of one attempt. */
export interface Entry {
  readonly trialId: string
  readonly attempt: number
  readonly window: string
  readonly reserved: number
  readonly inputTokens: number
  readonly dispatched: boolean
  readonly end: "settled" | "released" | "unresolved" | null
  /** What it counts against the cap now. */
  readonly tokens: number
}

export interface Books {
  readonly entries: ReadonlyMap<string, Entry>
  /** Known and held tokens of each date. */
  readonly windows: ReadonlyMap<string, number>
  /** The most that a date ever held, over all prefixes of the ledger. */
  readonly peaks: ReadonlyMap<string, number>
  readonly counts: number
  readonly problems: ReadonlyArray<string>
}

export const keyOf = ({ attempt, trialId }: { trialId: string; attempt: number }): string =>
  `${trialId}/${attempt}`

/** Adds a ledger up, and looks at the order of its lines on the way. */
export const readBooks = (ledger: ReadonlyArray<LedgerLine>): Books => {
  const entries = new Map<string, Entry>()
  const windows = new Map<string, number>()
  const peaks = new Map<string, number>()
  const problems: Array<string> = []
  let counts = 0
  const add = (window: string, tokens: number): void => {
    const sum = (windows.get(window) ?? 0) + tokens
    windows.set(window, sum)
    peaks.set(window, Math.max(peaks.get(window) ?? 0, sum))
  }
  for (const line of ledger) {
    const wrong = (what: string): void => void problems.push(`ledger line ${line.seq}: ${what}`)
    if (line.type === "dispatched" && line.kind === "count") {
      counts += 1
      continue
    }
    const key = keyOf(line)
    const entry = entries.get(key)
    if (line.type === "reserved") {
      const { inputTokens = Number.NaN, tokens = Number.NaN, window = "" } = line
      // A reservation that was given back before its request could leave has used up no attempt.
      const unused = entry?.end === "released" && !entry.dispatched
      if (entry !== undefined && !unused) wrong(`${key} is reserved a second time`)
      if (line.attempt > 1 && !entries.has(`${line.trialId}/${line.attempt - 1}`))
        wrong(`${key} skips a number`)
      const { attempt, trialId } = line
      entries.set(key, {
        trialId,
        attempt,
        window,
        reserved: tokens,
        inputTokens,
        dispatched: false,
        end: null,
        tokens
      })
      add(window, tokens)
      continue
    }
    if (entry === undefined) {
      wrong(`${key} is ${line.type} without a reservation`)
      continue
    }
    if (entry.end === "settled" || entry.end === "released") wrong(`${key} is ${line.type} after its end`)
    if (line.type === "dispatched") {
      if (entry.dispatched) wrong(`${key} is dispatched a second time`)
      entries.set(key, { ...entry, dispatched: true })
      continue
    }
    if (!entry.dispatched && line.type !== "released")
      wrong(`${key} is ${line.type} and was never dispatched`)
    const tokens =
      line.type === "settled" ? (line.tokens ?? Number.NaN) : line.type === "released" ? 0 : entry.reserved
    add(entry.window, tokens - entry.tokens)
    entries.set(key, { ...entry, end: line.type, tokens })
  }
  return { entries, windows, peaks, counts, problems }
}
