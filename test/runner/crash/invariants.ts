import type { LogEntry } from "../../../src/provider/ProviderLog.js"
import { type Books, type Entry, keyOf, readBooks } from "./books.js"
import { callsOf, type SavedAttempt, type SavedCall, type SavedRun, usageOf } from "./savedRun.js"

export type Received = Extract<LogEntry, { event: "received" }>

/** What the provider knows, taken before the run's files were read. */
export interface Truth {
  readonly received: ReadonlyArray<Received>
  /** Requests whose reply did not get out. */
  readonly lost: ReadonlySet<number>
  /** The provider was stopped: requests may have left that it never saw. */
  readonly wentAway: boolean
  /** Names of responses that a request may have brought: by hash, all that were ever made for it. */
  readonly responseIds: (requestSha256: string) => ReadonlySet<string>
}

/** Records that were seen in earlier looks, by trial and name, with their hashes. */
export type Memory = Map<string, string>

export interface Rules {
  /** The largest cap of any invocation so far. */
  readonly cap: number
  /** Counts agree with the bill, so that the cap can be kept. */
  readonly honest: boolean
  readonly retryAmbiguous: boolean
}

/** An HTTP status that is a rejection: no work, no bill, no answer drawn. */
const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409

/** Retried without being asked to (decision 12), and what a resume may send again (decision 16). */
const mayBeFollowed = ({ httpStatus }: Received): boolean =>
  isRejection(httpStatus) || (httpStatus > 500 && httpStatus !== 501 && httpStatus !== 505)

/** Stops the whole run and does not count for its trial (decisions 13 and 16). */
const isRunStop = ({ fault, httpStatus }: Received): boolean =>
  httpStatus === 401 || httpStatus === 403 || (fault?.includes("quota-429") ?? false)

const margin = 256

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0)

const groupBy = <A>(items: Iterable<A>, key: (item: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

/** What must hold at every instant, whether somebody writes, was killed, or has ended. */
export const checkAlways = (
  run: SavedRun,
  truth: Truth,
  memory: Memory,
  rules: Rules
): ReadonlyArray<string> => {
  const books = readBooks(run.ledger)
  return [
    ...books.problems,
    ...checkMoney(run, books, truth, rules),
    ...checkGenerations(run, truth, rules),
    ...checkRecords(run, memory),
    ...checkTrials(run, books)
  ]
}

/** No token is billed that the ledger does not know or hold, and the ledger stays under the cap. */
const checkMoney = (run: SavedRun, books: Books, truth: Truth, rules: Rules): ReadonlyArray<string> => {
  const problems: Array<string> = []
  if (rules.honest) {
    for (const [window, peak] of books.peaks) {
      if (peak > rules.cap)
        problems.push(`${peak} tokens are known or held for ${window}, and the cap is ${rules.cap}`)
    }
  }
  const trialsOf = groupBy(callsOf(run), ({ requestSha256 }) => requestSha256)
  const entriesOf = groupBy(books.entries.values(), ({ trialId }) => trialId)
  const generations = truth.received.filter(({ operation }) => operation === "generate")
  for (const [hash, requests] of groupBy(generations, ({ requestSha256 }) => requestSha256)) {
    const entries = (trialsOf.get(hash) ?? []).flatMap(({ trialId }) => entriesOf.get(trialId) ?? [])
    const billed = sum(requests.map(({ billedTokens }) => billedTokens))
    const booked = sum(entries.map(({ tokens }) => tokens))
    // What was reserved by a wrong count is too little until the reply says what it cost.
    const bound = rules.honest || entries.every(({ end }) => end === "settled")
    if (bound && booked < billed)
      problems.push(`request ${hash}: ${billed} tokens are billed, ${booked} are in the ledger`)
    const dispatched = entries.filter((entry) => entry.dispatched).length
    if (dispatched < requests.length) {
      problems.push(
        `request ${hash}: it was received ${requests.length} times, and dispatched ${dispatched} times`
      )
    }
  }
  const counted = truth.received.filter(({ operation }) => operation === "count").length
  if (books.counts < counted)
    problems.push(`${counted} counts were received, ${books.counts} are in the ledger`)
  const strays = truth.received.filter(({ operation }) => operation === null)
  if (strays.length > 0) problems.push(`${strays.length} requests went to a path that nobody asked for`)
  return problems
}

/** No answer is drawn twice. A trial's request is sent again only after a reply that decision 12 or 16 lets it be sent again after. */
const checkGenerations = (run: SavedRun, truth: Truth, rules: Rules): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const trialsOf = groupBy(callsOf(run), ({ requestSha256 }) => requestSha256)
  const generations = truth.received.filter(({ operation }) => operation === "generate")
  for (const [hash, requests] of groupBy(generations, ({ requestSha256 }) => requestSha256)) {
    const trials = trialsOf.get(hash)?.length ?? 0
    if (trials === 0) problems.push(`request ${hash} was never planned`)
    const final = requests.filter((request) => !mayBeFollowed(request) || truth.lost.has(request.n))
    if (!rules.retryAmbiguous && final.length > trials) {
      const faults = requests.map(({ fault }) => fault ?? "none").join(", ")
      problems.push(
        `request ${hash} was generated ${final.length} times for ${trials} trials (faults: ${faults})`
      )
    }
    const attempts = requests.filter((request) => !isRunStop(request)).length
    if (attempts > 4 * trials) {
      problems.push(`request ${hash} was sent ${attempts} times for ${trials} trials`)
    }
  }
  return problems
}

/** What was once recorded stays, byte for byte. A terminal may only move aside, when its trial is opened again. */
const checkRecords = (run: SavedRun, memory: Memory): ReadonlyArray<string> => {
  const problems: Array<string> = []
  for (const trial of run.trials) {
    const hashes = new Set(trial.records.values())
    const prefix = `${trial.trialId}/`
    for (const [place, hash] of memory) {
      if (!place.startsWith(prefix)) continue
      const name = place.slice(prefix.length)
      const found = trial.records.get(name)
      if (found === hash) continue
      const movedAside = name === "terminal.json" && hashes.has(hash)
      if (!movedAside) problems.push(`${place} was ${found === undefined ? "lost" : "changed"}`)
    }
    for (const [name, hash] of trial.records) memory.set(prefix + name, hash)
  }
  return problems
}

const checkTrials = (run: SavedRun, books: Books): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const entriesOf = groupBy(readBooks(run.ledgerBefore).entries.values(), ({ trialId }) => trialId)
  for (const call of callsOf(run)) {
    const { attempts, requestSha256, trialId } = call
    for (const [attempt, { meta }] of attempts) {
      const where = `${trialId} attempt ${attempt}`
      const dispatched = books.entries.get(keyOf({ trialId, attempt }))?.dispatched ?? false
      if (!dispatched) problems.push(`${where} is saved and was never dispatched`)
      if (meta.attempt !== attempt || meta.requestSha256 !== requestSha256) {
        problems.push(`${where} is the record of something else`)
      }
    }
    for (const entry of entriesOf.get(trialId) ?? []) {
      problems.push(...checkEntry(entry, call, attempts.get(entry.attempt)))
    }
  }
  return problems
}

const checkEntry = (
  entry: Entry,
  trial: SavedCall,
  saved: SavedAttempt | undefined
): ReadonlyArray<string> => {
  const where = `${entry.trialId} attempt ${entry.attempt}`
  const expected = entry.inputTokens + trial.maxOutputTokens + margin
  const problems =
    entry.reserved === expected ? [] : [`${where} reserves ${entry.reserved} instead of ${expected}`]
  const usage = saved === undefined ? null : usageOf(saved.body)
  if (entry.end === "settled" && entry.tokens !== usage) {
    problems.push(`${where} is settled with ${entry.tokens}, and its saved body says ${usage}`)
  }
  if (entry.end === "released" && entry.dispatched) {
    const { error, reply } = saved?.meta ?? { error: null, reply: null }
    const notSent = reply === null && error !== null && !error.ambiguousOutcome
    if (!notSent && !(reply !== null && isRejection(reply.httpStatus))) {
      problems.push(`${where} is released, and nothing saved shows that it cost nothing`)
    }
  }
  if (entry.end === "unresolved" && usage !== null) {
    problems.push(`${where} is unresolved, and its saved body says ${usage}`)
  }
  return problems
}

/** What must hold in addition once an invocation has ended by itself: everything that it sent has an end in the ledger. */
export const checkEnded = (before: SavedRun, after: SavedRun): ReadonlyArray<string> => {
  const earlier = readBooks(before.ledger).entries
  const problems: Array<string> = []
  for (const [key, entry] of readBooks(after.ledger).entries) {
    if (earlier.has(key)) continue
    if (entry.end === null) problems.push(`${key} was sent by an invocation that ended, and is still open`)
  }
  if (after.events.at(-1)?.["type"] !== "invocation_ended")
    problems.push("the events do not say that it ended")
  return problems
}

const conclusions = ["response", "api_rejected", "transport_failure", "ambiguous_outcome", "decode_failure"]

/** What must hold when every planned trial is over. */
export const checkComplete = (run: SavedRun, truth: Truth): ReadonlyArray<string> => {
  const { entries } = readBooks(run.ledger)
  const problems: Array<string> = []
  const sent = generationsSent(run)
  for (const entry of entries.values()) {
    if (entry.end === null) problems.push(`${keyOf(entry)} is still open`)
  }
  for (const trial of run.trials) {
    const { later, terminal, trialId } = trial
    if (terminal === null) {
      problems.push(`${trialId} has no terminal record`)
      continue
    }
    if (terminal.trialId !== trialId)
      problems.push(`${trialId} has the terminal record of ${terminal.trialId}`)
    if (!conclusions.includes(terminal.conclusion))
      problems.push(`${trialId} is concluded '${terminal.conclusion}'`)
    const calls = [trial, ...later]
    const last = later.at(-1) ?? trial
    if ((terminal.calls ?? 1) !== calls.length)
      problems.push(`${trialId} is concluded after ${terminal.calls ?? 1} calls, and has ${calls.length}`)
    for (const { attempts, requestSha256, trialId: call } of calls.slice(0, -1)) {
      const [latest] = [...attempts].sort(([a], [b]) => b - a)
      const fit = fitting(latest?.[1], truth.responseIds(requestSha256))
      if (!fit.includes("response"))
        problems.push(`${call} was followed by another call, and has no response`)
    }
    const deciding = last.attempts.get(terminal.decidingAttempt)
    const fit = fitting(deciding, truth.responseIds(last.requestSha256))
    if (!fit.includes(terminal.conclusion)) {
      problems.push(`${trialId} is concluded '${terminal.conclusion}', and its files say ${fit.join(" or ")}`)
    }
    for (const { attempts, requestSha256, trialId: call } of calls) {
      if (!isUntouched(truth, requestSha256, sent.get(requestSha256) ?? 0)) continue
      const failed = [...attempts.values()].some(
        ({ meta: { error } }) => error !== null && error.stage !== "connect"
      )
      if (failed) problems.push(`${call} failed, and nothing was done to its requests`)
    }
    const numbers = [...last.attempts.keys(), terminal.decidingAttempt]
    if (terminal.decidingAttempt !== Math.max(...numbers)) {
      problems.push(`${trialId} was decided by attempt ${terminal.decidingAttempt}, which is not its last`)
    }
  }
  return problems
}

/** By request: the generations of which some byte left. */
const generationsSent = (run: SavedRun): ReadonlyMap<string, number> => {
  const sent = new Map<string, number>()
  for (const { attempts, requestSha256 } of callsOf(run)) {
    const left = [...attempts.values()].filter(({ meta: { error } }) => error?.stage !== "connect").length
    sent.set(requestSha256, (sent.get(requestSha256) ?? 0) + left)
  }
  return sent
}

/** All of the `sent` generations of this request came, if the provider was there, and were answered as well as the model could. */
const isUntouched = ({ lost, received, wentAway }: Truth, hash: string, sent: number): boolean => {
  const own = received.filter(({ requestSha256 }) => requestSha256 === hash)
  const came = own.filter(({ operation }) => operation === "generate").length
  return own.every(({ fault, n }) => fault === null && !lost.has(n)) && (!wentAway || came >= sent)
}

/** Conclusions that the deciding attempt's files allow. */
const fitting = (attempt: SavedAttempt | undefined, ids: ReadonlySet<string>): ReadonlyArray<string> => {
  if (attempt === undefined) return ["ambiguous_outcome"]
  const { error, reply } = attempt.meta
  switch (error?.tag) {
    case undefined:
      return isOurResponse(attempt.body, ids)
    case "ApiError":
      return [error?.ambiguousOutcome === true ? "ambiguous_outcome" : "api_rejected"]
    case "TransportError":
      return [reply === null && error?.ambiguousOutcome === true ? "ambiguous_outcome" : "transport_failure"]
    case "DecodeError":
      return ["decode_failure"]
    default:
      return []
  }
}

/** A response must be one that the provider made for this very request. */
const isOurResponse = (body: Buffer | null, ids: ReadonlySet<string>): ReadonlyArray<string> => {
  if (body === null) return []
  const { id, status } = JSON.parse(body.toString("utf8")) as { id: string; status: string }
  if (!ids.has(id)) return []
  return [status === "failed" ? "api_rejected" : "response"]
}
