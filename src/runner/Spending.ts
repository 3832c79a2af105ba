import type { LedgerEntry } from "./LedgerRecord.js"

/** What a run, or one start of it, has sent, and what that cost. */
export interface Spending {
  /** HTTP attempts, retries included. */
  readonly generations: number
  readonly counts: number
  /** Tokens that replies reported; those of attempts that failed are among them. */
  readonly tokens: number
  /** Tokens reserved for attempts whose cost nobody knows, or not yet. */
  readonly reserved: number
}

export const nothing: Spending = { generations: 0, counts: 0, tokens: 0, reserved: 0 }

/** The sum of several; `null` as soon as one of them is not known. */
export const sumSpending = (parts: ReadonlyArray<Spending | null>): Spending | null => {
  let sum = nothing
  for (const part of parts) {
    if (part === null) return null
    sum = {
      generations: sum.generations + part.generations,
      counts: sum.counts + part.counts,
      tokens: sum.tokens + part.tokens,
      reserved: sum.reserved + part.reserved
    }
  }
  return sum
}

/** Adds up ledger entries. What became of an attempt whose reservation it has not seen is left to the sum that has. */
export class SpendingSum {
  #generations = 0
  #counts = 0
  #tokens = 0
  #reserved = 0
  readonly #holds = new Map<string, number>()

  get total(): Spending {
    return {
      generations: this.#generations,
      counts: this.#counts,
      tokens: this.#tokens,
      reserved: this.#reserved
    }
  }

  add(entry: LedgerEntry): void {
    const key = `${entry.trialId}/${entry.attempt}`
    switch (entry.type) {
      case "dispatched":
        if (entry.kind === "count") this.#counts += 1
        else this.#generations += 1
        return
      case "reserved":
        this.#holds.set(key, entry.tokens)
        this.#reserved += entry.tokens
        return
      case "unresolved":
        return
      case "settled":
      case "released": {
        const held = this.#holds.get(key)
        if (held === undefined) return
        this.#holds.delete(key)
        this.#reserved -= held
        if (entry.type === "settled") this.#tokens += entry.tokens
      }
    }
  }
}
