import * as Effect from "effect/Effect"
import { Disk, type DiskError } from "../records/Disk.js"
import { RunDirectory } from "../records/RunDirectory.js"
import { Progress } from "../runner/Progress.js"
import type { AuditCheck } from "./Experiment.js"
import { isCount, type Line } from "./plainFields.js"
import { type CallBooks, readLines, readTrial, type TrialBooks } from "./TrialBooks.js"

/**
 * The books of a run, checked by code that the runner does not share: it parses the files with the platform's own JSON reader
 * and adds up again what the ledger, the attempts, the terminals and the events say of each other.
 */
export const reconcile = (
  trialIds: ReadonlyArray<string>,
  protocolHash: string
): Effect.Effect<ReadonlyArray<AuditCheck>, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const ledger = yield* readLines("usage-ledger.jsonl")
    const events = yield* readLines("events.jsonl")
    const trials: Array<TrialBooks> = []
    const progress = yield* Progress
    for (const trialId of trialIds) {
      progress.tell({ stage: "records", done: trials.length, total: trialIds.length })
      trials.push(yield* readTrial(trialId))
    }
    const calls = trials.flatMap(({ calls, judgement }) =>
      judgement === null ? calls : [...calls, judgement]
    )
    const starts = events.filter((event) => event["type"] === "invocation_started")
    // A ledger is kept by live starts only, so that taking the events away hides none.
    const isLive = ledger.length > 0 || starts.some((event) => kindOf(event["mode"]) === "live")
    const unstarted = starts.length === 0 && calls.some(({ attempts }) => attempts.length > 0)
    return [
      check(
        "records of the ledger and of the events are numbered without gaps",
        ledger.length + events.length,
        [...gaps("usage-ledger.jsonl", ledger), ...gaps("events.jsonl", events)]
      ),
      check("every start was one of this protocol", events.length, [
        ...(unstarted ? ["events.jsonl tells of no start, and attempts are saved"] : []),
        ...events.flatMap((event, index) =>
          event["type"] !== "invocation_started" || event["protocolHash"] === protocolHash
            ? []
            : [`events.jsonl:${index + 1} tells of a start of another protocol`]
        )
      ]),
      check(
        "nothing stands among the trials that was not planned",
        trials.length,
        yield* unplanned(trialIds)
      ),
      check(
        "no trial ended twice, and each end names an attempt that was saved",
        trials.length,
        trials.flatMap(endProblems)
      ),
      check(
        "every saved body is the one that its attempt recorded",
        calls.length,
        calls.flatMap(bodyProblems)
      ),
      check("every attempt sent the saved request of its call", calls.length, calls.flatMap(requestProblems)),
      ...(isLive
        ? [
            check(
              "every dispatched request is in the ledger once, with what became of it",
              calls.length,
              ledgerProblems(ledger, calls)
            ),
            check(
              "every amount in the ledger is what its request and its reply give",
              ledger.length,
              amountProblems(ledger, calls)
            )
          ]
        : [])
    ]
  })

const unplanned = (
  trialIds: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const planned = new Set(trialIds)
    const found = yield* (yield* Disk).list((yield* RunDirectory).file("trials"))
    return found.filter((name) => !planned.has(name)).map((name) => `trials/${name} is no planned trial`)
  })

const check = (name: string, checked: number, problems: ReadonlyArray<string>): AuditCheck => ({
  name,
  passed: problems.length === 0,
  checked,
  detail: problems.slice(0, 5).join("; ") + (problems.length > 5 ? `; and ${problems.length - 5} more` : "")
})

const kindOf = (mode: unknown): unknown =>
  mode !== null && typeof mode === "object" && "type" in mode ? mode.type : undefined

const gaps = (name: string, lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.flatMap((line, index) =>
    line["seq"] === index + 1 ? [] : [`${name}:${index + 1} has seq ${String(line["seq"])}`]
  )

const endProblems = ({ calls, judgement, stray, terminal, trialId }: TrialBooks): ReadonlyArray<string> => {
  const unknown = stray.map((name) => `${name} is no call of its trial`)
  if (terminal === null) return unknown
  const deciding = terminal["decidingAttempt"]
  const last = calls.at(-1) ?? calls[0]
  const saved = last.attempts.some(({ attempt }) => attempt === deciding)
  const lost = terminal["conclusion"] === "ambiguous_outcome"
  const named = terminal["calls"] ?? 1
  return [
    ...unknown,
    ...(named === calls.length
      ? []
      : [`${trialId}: its end speaks of ${String(named)} calls, and there are ${calls.length}`]),
    ...(terminal["trialId"] === trialId ? [] : [`${trialId}: its terminal record names another trial`]),
    ...(saved || lost
      ? []
      : [`${trialId}: its end rests on attempt ${String(deciding)}, which is not there`]),
    ...judgementProblems(trialId, fieldsOf(terminal["judgement"]), judgement)
  ]
}

const judgementProblems = (
  trialId: string,
  end: Line | null,
  saved: CallBooks | null
): ReadonlyArray<string> => {
  if (end === null)
    return saved === null ? [] : [`${trialId}: its end does not speak of the judge that was asked`]
  const there = saved?.attempts.some(({ attempt }) => attempt === end["decidingAttempt"]) ?? false
  return there || end["conclusion"] === "ambiguous_outcome"
    ? []
    : [`${trialId}: its judgement rests on an attempt that is not there`]
}

const fieldsOf = (value: unknown): Line | null =>
  // An object, so it can be asked for fields.
  value !== null && typeof value === "object" ? (value as Line) : null

const requestProblems = ({ attempts, requestSha256, trialId }: CallBooks): ReadonlyArray<string> =>
  attempts.flatMap((saved) =>
    saved.requestSha256 === requestSha256 && saved.trialId === trialId
      ? []
      : [`attempt ${String(saved.attempt)} of ${trialId} is of another request than the saved one`]
  )

const bodyProblems = ({ attempts, trialId }: CallBooks): ReadonlyArray<string> =>
  attempts.flatMap(({ attempt, bodySha256, recordedSha256 }) =>
    recordedSha256 === bodySha256
      ? []
      : [`${trialId}: the body of attempt ${String(attempt)} is not the recorded one`]
  )

/**
 * Follows each attempt through the ledger: reserved, dispatched, then at most one of settled and released. What was reserved by a
 * process that died before the dispatch is released, and its number is used again.
 */
const ledgerProblems = (
  ledger: ReadonlyArray<Line>,
  calls: ReadonlyArray<CallBooks>
): ReadonlyArray<string> => {
  const story = new Map<string, Array<string>>()
  const problems: Array<string> = []
  for (const line of ledger) {
    if (line["kind"] === "count") {
      if (line["type"] !== "dispatched") problems.push(`a count is ${String(line["type"])}`)
      continue
    }
    const key = `${String(line["trialId"])}/${String(line["attempt"])}`
    const steps = story.get(key) ?? []
    steps.push(String(line["type"]))
    story.set(key, steps)
  }
  const allowed = /^(reserved released )*reserved( released| dispatched( unresolved)*( settled| released)?)$/
  for (const [key, steps] of story) {
    if (!allowed.test(steps.join(" "))) problems.push(`attempt ${key} went ${steps.join(" → ")}`)
  }
  for (const { attempts, trialId } of calls) {
    for (const { attempt } of attempts) {
      const key = `${trialId}/${String(attempt)}`
      if (!(story.get(key) ?? []).includes("dispatched"))
        problems.push(`attempt ${key} is saved, and was never dispatched`)
    }
  }
  return problems
}

/** What is set aside beside input and output limit (specification 9.2). */
const margin = 256

/** A reservation is the sum that 9.2 prescribes, a settled amount is what the reply reports, and what was billed is not given back. */
const amountProblems = (
  ledger: ReadonlyArray<Line>,
  calls: ReadonlyArray<CallBooks>
): ReadonlyArray<string> => {
  const limits = new Map(calls.map(({ outputLimit, trialId }) => [trialId, outputLimit]))
  const billed = new Map<string, number | null>(
    calls.flatMap(({ attempts, trialId }) =>
      attempts.map((saved) => [`${trialId}/${String(saved.attempt)}`, saved.billed] as const)
    )
  )
  const keyOf = (line: Line): string => `${String(line["trialId"])}/${String(line["attempt"])}`
  // Where a number was used again, the saved reply belongs to its last use.
  const lastOf = new Map(ledger.map((line, index) => [keyOf(line), index]))
  return ledger.flatMap((line, index) => {
    const { inputTokens, tokens, trialId, type } = line
    const reported = billed.get(keyOf(line)) ?? null
    const at = `usage-ledger.jsonl:${index + 1}`
    if (type === "reserved") {
      const limit = limits.get(String(trialId))
      const sum = isCount(inputTokens) && isCount(limit) ? inputTokens + limit + margin : null
      return tokens === sum ? [] : [`${at} reserves ${String(tokens)}, and its request needs ${String(sum)}`]
    }
    if (type === "settled" && tokens !== reported) {
      return [`${at} settles ${String(tokens)}, and the reply reports ${String(reported)}`]
    }
    return type === "released" && reported !== null && lastOf.get(keyOf(line)) === index
      ? [`${at} gives back what the reply reports as ${reported}`]
      : []
  })
}
