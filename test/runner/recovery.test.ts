import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { score } from "../../src/pipeline/score.js"
import { account, invoke, live, ok, planned, type Server, server, terminalsOf } from "../support/liveRuns.js"
import { mortalDisk, processNumber } from "../support/mortalDisk.js"
import { contents, runServices, temporaryFolder } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

const generated = ({ sent }: Server): ReadonlyArray<string> =>
  sent.filter(({ kind }) => kind === "generate").map(({ trialId }) => trialId)

const copyOf = (root: string) =>
  Effect.map(temporaryFolder, (folder) => {
    const copy = path.join(folder, "run")
    fs.cpSync(root, copy, { recursive: true })
    return copy
  })

/** Starts a run that dies at its n-th change to the disk; how many changes it made. */
const startAndDie = (
  root: string,
  to: Server,
  lastChange: number,
  share: number,
  options: Parameters<typeof invoke>[2] = {}
) =>
  Effect.gen(function* () {
    const disk = mortalDisk(lastChange, share)
    const exit = yield* Effect.exit(
      invoke(root, to, { ...options, disk: disk.layer, processes: processNumber(1) })
    )
    return { died: exit._tag === "Failure", changes: disk.changes() }
  })

describe("a run that was killed", () => {
  it.scoped("E1 a second start that dies early hides nothing: the third sends exactly what is missing", () =>
    Effect.gen(function* () {
      const experiment = toyFamilies(10)
      const original = yield* planned(experiment, "toy")
      const ten = { maxGenerationCalls: 10, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      const first = server(() => ok)
      yield* invoke(original, first, { experiment, mode: live({ limits: ten }), concurrency: 1 })
      expect(generated(first)).toHaveLength(10)
      const before = contents(original)

      for (let lastChange = 1; ; lastChange += 1) {
        const root = yield* copyOf(original)
        const second = server(() => ok)
        const { died } = yield* startAndDie(root, second, lastChange, 0.5, { experiment, concurrency: 1 })
        expect(died).toBe(true)
        if (generated(second).length > 0) {
          expect(lastChange).toBeGreaterThan(8)
          break
        }
        const third = server(() => ok)
        const summary = yield* invoke(root, third, { experiment, processes: processNumber(2) })
        expect(summary).toMatchObject({ planned: 20, terminalBefore: 10, concluded: 10, pending: 0 })
        expect(generated(third)).toHaveLength(10)
        expect(new Set([...generated(first), ...generated(third)]).size).toBe(20)

        // Nothing that was there is gone, and what grew has grown at its end.
        const after = contents(root)
        for (const [file, text] of Object.entries(before)) {
          const now = after[file] ?? ""
          const isLog = file.endsWith("events.jsonl") || file.endsWith("usage-ledger.jsonl")
          expect([file, isLog ? now.startsWith(text) : now === text]).toEqual([file, true])
        }
        const scored = yield* score(experiment).run.pipe(Effect.provide(runServices(root)))
        expect(scored).toMatchObject({ planned: 20, terminal: 20 })
      }
    })
  )

  it.scoped.each([0.3, 0.9])(
    "E4 whenever it dies, with %d of a torn write on the disk, nothing is paid for twice or forgotten",
    (share) =>
      Effect.gen(function* () {
        const experiment = toyFamilies(1)
        const original = yield* planned(experiment, "toy")
        const seen = new Set<string>()
        for (let lastChange = 1; ; lastChange += 1) {
          const root = yield* copyOf(original)
          const first = server(() => ok)
          const { died } = yield* startAndDie(root, first, lastChange, share, { experiment, concurrency: 2 })
          if (!died) {
            expect(lastChange).toBeGreaterThan(20)
            break
          }
          const states = statesOf(root)
          for (const state of Object.values(states)) seen.add(state)

          const second = server(() => ok)
          const summary = yield* invoke(root, second, { experiment, processes: processNumber(2) })
          expect(summary).toMatchObject({ planned: 2, pending: 0 })
          const all = [...generated(first), ...generated(second)]
          expect(new Set(all).size).toBe(all.length)
          const terminals = terminalsOf(root)
          for (const [trialId, state] of Object.entries(states)) {
            const sentAgain = generated(second).includes(trialId)
            expect({ state, sentAgain, conclusion: terminals[trialId]?.conclusion }).toEqual({
              state,
              ...endOf[state]
            })
          }
          const lost = Object.values(states).filter((state) => state === "dispatched").length
          expect(account(root)).toEqual({ known: 15 * (2 - lost), held: 330 * lost })

          // What is unknown is asked again on request only, and stays reserved all the same.
          const third = server(() => ok)
          yield* invoke(root, third, { experiment, processes: processNumber(3) })
          expect(generated(third)).toEqual([])
          const fourth = server(() => ok)
          const mode = live({ retryAmbiguous: true })
          yield* invoke(root, fourth, { experiment, mode, processes: processNumber(4) })
          expect(generated(fourth)).toHaveLength(lost)
          expect(account(root)).toEqual({ known: 30, held: 330 * lost })
        }
        // A record that was torn early has no reservation before its dispatch.
        const states = share > 0.5 ? ["untouched", "reserved"] : ["untouched"]
        expect(seen).toEqual(new Set([...states, "dispatched", "replied", "over"]))
      })
  )
})

type State = "untouched" | "reserved" | "dispatched" | "replied" | "over"

/**
 * What becomes of a trial in the next start: (a) its reply is on the disk, and its end follows from it; (b) only its dispatch is, and
 * nobody knows; (c) only its reservation is, or nothing, and no byte of its request has left.
 */
const endOf: Record<State, { readonly sentAgain: boolean; readonly conclusion: string }> = {
  over: { sentAgain: false, conclusion: "response" },
  replied: { sentAgain: false, conclusion: "response" },
  dispatched: { sentAgain: false, conclusion: "ambiguous_outcome" },
  reserved: { sentAgain: true, conclusion: "response" },
  untouched: { sentAgain: true, conclusion: "response" }
}

/** How far each trial had come, by its files and the whole lines of the ledger. */
const statesOf = (root: string): Record<string, State> => {
  const whole = fs.existsSync(path.join(root, "usage-ledger.jsonl"))
    ? fs
        .readFileSync(path.join(root, "usage-ledger.jsonl"), "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []
  return Object.fromEntries(
    fs.readdirSync(path.join(root, "trials")).map((trialId): [string, State] => {
      const folder = path.join(root, "trials", trialId)
      const mine = whole.filter((line) => line.trialId === trialId && line.attempt === 1)
      const has = (type: string) => mine.some((line) => line.type === type)
      if (fs.existsSync(path.join(folder, "terminal.json"))) return [trialId, "over"]
      if (fs.existsSync(path.join(folder, "attempt-001-meta.json"))) return [trialId, "replied"]
      return [trialId, has("dispatched") ? "dispatched" : has("reserved") ? "reserved" : "untouched"]
    })
  )
}
