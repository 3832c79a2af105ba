import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import fc from "fast-check"
import { Budget, reservationFor } from "../../src/runner/Budget.js"
import type { LedgerEntry } from "../../src/runner/LedgerRecord.js"
import { SpendingSum } from "../../src/runner/Spending.js"

const reserved = (trialId: string, tokens: number, window = "2026-01-02", attempt = 1): LedgerEntry => ({
  type: "reserved",
  trialId,
  attempt,
  window,
  tokens,
  inputTokens: 1,
  inputCount: "server"
})

const apply = (budget: Budget, ...entries: ReadonlyArray<LedgerEntry>): void => {
  for (const entry of entries) expect(budget.apply(entry)).toEqual(Either.right(undefined))
}

describe("Budget", () => {
  it("reserves counted input, the whole output limit and 256 (9.2)", () => {
    expect(reservationFor(1000, 8192)).toBe(9448)
  })

  it("D1 a cap of 1000 holds three reservations of 300 and refuses the fourth with its figures", () => {
    const budget = new Budget()
    for (const id of ["a", "b", "c"]) {
      expect(Either.isRight(budget.check("2026-01-02", 1000, 300))).toBe(true)
      apply(budget, reserved(id, 300))
    }
    const refused = budget.check("2026-01-02", 1000, 300)
    expect(Either.isLeft(refused) && refused.left).toMatchObject({
      cap: 1000,
      known: 0,
      held: 900,
      requested: 300
    })
  })

  it("usage takes the place of the reservation; a release gives it back; the unknown stays", () => {
    const budget = new Budget()
    apply(
      budget,
      reserved("a", 300),
      reserved("b", 300),
      reserved("c", 300),
      { type: "settled", trialId: "a", attempt: 1, tokens: 120 },
      { type: "released", trialId: "b", attempt: 1, reason: "not sent" },
      { type: "unresolved", trialId: "c", attempt: 1, reason: "reset" }
    )
    expect(budget.use("2026-01-02")).toEqual({ known: 120, held: 300 })
  })

  it("D4 a hold of yesterday is carried apart, and a late settlement belongs to its own date", () => {
    const budget = new Budget()
    apply(budget, reserved("a", 300, "2026-01-01"), reserved("b", 50, "2026-01-02"))
    expect(budget.carried("2026-01-02")).toBe(300)
    expect(budget.use("2026-01-02")).toEqual({ known: 0, held: 50 })
    apply(budget, { type: "settled", trialId: "a", attempt: 1, tokens: 10 })
    expect(budget.carried("2026-01-02")).toBe(0)
    expect(budget.use("2026-01-01")).toEqual({ known: 10, held: 0 })
    expect(budget.latestWindow()).toBe("2026-01-02")
  })

  it("a ledger that contradicts itself is refused, not repaired", () => {
    const budget = new Budget()
    apply(budget, reserved("a", 300))
    expect(Either.isLeft(budget.apply(reserved("a", 300)))).toBe(true)
    expect(Either.isLeft(budget.apply({ type: "settled", trialId: "x", attempt: 1, tokens: 1 }))).toBe(true)
  })

  it("known + held never passes the cap while usage stays within its reservation, and equals a plain re-count", () => {
    const step = fc.oneof(
      fc.record({
        act: fc.constant("reserve" as const),
        tokens: fc.integer({ min: 1, max: 400 }),
        day: fc.nat(2)
      }),
      fc.record({
        act: fc.constant("settle" as const),
        pick: fc.nat(),
        share: fc.double({ min: 0, max: 1, noNaN: true })
      }),
      fc.record({ act: fc.constant("release" as const), pick: fc.nat() }),
      fc.record({ act: fc.constant("unresolve" as const), pick: fc.nat() })
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 2000 }), (steps, cap) => {
        const budget = new Budget()
        const spending = new SpendingSum()
        const note = (entry: LedgerEntry): void => {
          apply(budget, entry)
          spending.add(entry)
        }
        const open: Array<{ id: string; window: string; tokens: number }> = []
        // The independent account: plain sums by date.
        const known: Record<string, number> = {}
        let serial = 0
        for (const move of steps) {
          if (move.act === "reserve") {
            const window = `2026-01-0${move.day + 1}`
            const fits = Either.isRight(budget.check(window, cap, move.tokens))
            const inUse = open
              .filter((hold) => hold.window === window)
              .reduce((sum, hold) => sum + hold.tokens, 0)
            expect(fits).toBe((known[window] ?? 0) + inUse + move.tokens <= cap)
            if (!fits) continue
            const id = `t${serial++}`
            note(reserved(id, move.tokens, window))
            open.push({ id, window, tokens: move.tokens })
          } else {
            const index = open.length === 0 ? -1 : move.pick % open.length
            const hold = open[index]
            if (hold === undefined) continue
            if (move.act === "unresolve") {
              note({ type: "unresolved", trialId: hold.id, attempt: 1, reason: "?" })
              continue
            }
            open.splice(index, 1)
            if (move.act === "settle") {
              const tokens = Math.floor(hold.tokens * move.share)
              note({ type: "settled", trialId: hold.id, attempt: 1, tokens })
              known[hold.window] = (known[hold.window] ?? 0) + tokens
            } else {
              note({ type: "released", trialId: hold.id, attempt: 1, reason: "not sent" })
            }
          }
          for (const window of ["2026-01-01", "2026-01-02", "2026-01-03"]) {
            const held = open
              .filter((hold) => hold.window === window)
              .reduce((sum, hold) => sum + hold.tokens, 0)
            expect(budget.use(window)).toEqual({ known: known[window] ?? 0, held })
            expect((known[window] ?? 0) + held).toBeLessThanOrEqual(cap)
          }
          const total = (figures: ReadonlyArray<number>) => figures.reduce((sum, figure) => sum + figure, 0)
          expect(spending.total).toMatchObject({
            tokens: total(Object.values(known)),
            reserved: total(open.map(({ tokens }) => tokens))
          })
        }
      }),
      { numRuns: 300 }
    )
  })
})
