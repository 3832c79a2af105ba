import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import type { PlannedTrial } from "../../src/records/PlannedTrial.js"
import { temporaryFolder } from "../support/runs.js"
import { icl } from "./support.js"

/** A command line without the developer's own environment. */
const bench = (...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map())))

/** A small A/A pilot with all tasks: 2 strata of 2 families; (2 tasks × 2 views + 1) × 4 families × 2 regimes × 2 arms = 80 trials. */
const planned = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const config = path.join(folder, "small.json")
  const grid = { depth: [2, 4], fillerStatements: [0], seedsPerCell: 2 }
  fs.writeFileSync(config, JSON.stringify({ grid, generationGrid: grid, seedNamespace: "small" }))
  const run = path.join(folder, "aa")
  const flags = ["--preset", "pilot", "--phase", "p1", "--config", config]
  const output = yield* bench("plan", "--aa", ...flags, "--out", run)
  return { flags, folder, output, run }
})

const scheduleOf = (run: string): ReadonlyArray<PlannedTrial> =>
  fs
    .readFileSync(path.join(run, "schedule.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("an A/A run by command line", () => {
  it.effect("has blocks of two arms with the same bytes to send, as trials of their own", () =>
    Effect.gen(function* () {
      const { flags, folder, output, run } = yield* planned
      expect(output.stdout).toContain("planned 80 trials in 40 matched blocks")
      const trials = scheduleOf(run)
      expect(new Set(trials.map(({ trialId }) => trialId)).size).toBe(80)
      const blocks = new Map<string, Array<PlannedTrial>>()
      for (const trial of trials) blocks.set(trial.block, [...(blocks.get(trial.block) ?? []), trial])
      for (const mates of blocks.values()) {
        expect(mates.map(({ factors }) => factors["style"]).sort()).toEqual(["aa_1", "aa_2"])
        const [first, second] = mates.map(({ trialId }) =>
          fs.readFileSync(path.join(run, "trials", trialId, "request.json"))
        )
        expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
      }

      // The prompts are those of the baseline in the same plan without --aa, and only the protocol says that this is another run.
      const other = path.join(folder, "ab")
      yield* bench("plan", ...flags, "--out", other)
      const hashes = (folder: string, ...styles: ReadonlyArray<string>) =>
        scheduleOf(folder)
          .filter(({ factors }) => styles.includes(String(factors["style"])))
          .map(({ requestSha256 }) => requestSha256)
          .sort()
      expect(hashes(run, "aa_1")).toEqual(hashes(other, "generic_end"))
      const protocol = (folder: string) =>
        JSON.parse(fs.readFileSync(path.join(folder, "protocol.json"), "utf8"))
      expect(protocol(run)).toEqual({ ...protocol(other), aa: true })
      expect(protocol(other)).not.toHaveProperty("aa")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "goes through audit, run, score, report, verify, show and status, with one contrast that says what it is",
    () =>
      Effect.gen(function* () {
        const { run } = yield* planned
        const audit = yield* bench("audit", "--run", run)
        expect(audit).toMatchObject({ code: 0 })
        expect(audit.stdout).toContain("both arms of a block send the same bytes (80 looked at)")
        expect(yield* bench("run", "--run", run, "--mock")).toMatchObject({ code: 0 })
        expect(yield* bench("score", "--run", run)).toMatchObject({ code: 0 })

        const report = yield* bench("report", "--run", run)
        expect(report.stdout).toContain("A/A run.")
        expect(report.stdout).toContain("scope_lookup/after_close: aa_2−aa_1 = ")
        const text = fs.readFileSync(path.join(run, "report.md"), "utf8")
        expect(text).toContain("> A/A run. aa_1 and aa_2 are two names for one notation (generic_end)")
        expect(text).toContain("No reading is offered")
        expect(text).not.toMatch(/\bD\b|D−B|named_end|braces/)
        const contrasts = fs
          .readFileSync(path.join(run, "paired-comparisons.csv"), "utf8")
          .trimEnd()
          .split("\n")
          .slice(1)
          .map((line) => line.split(",")[2])
        expect(new Set(contrasts)).toEqual(new Set(["aa_2-aa_1"]))

        expect(yield* bench("verify", "--run", run)).toMatchObject({ code: 0 })
        const family = ["--family", "t3-d04-f000-01", "--task", "ast_to_source", "--regime", "natural"]
        const shown = yield* bench("show", "--run", run, ...family, "--style", "aa_2")
        expect(shown.stdout).toContain("== Expected source\n")
        const status = yield* bench("status", "--run", run, "--json")
        const styles = JSON.parse(status.stdout).conditions.map(
          (one: { condition: { style: string } }) => one.condition.style
        )
        expect(new Set(styles)).toEqual(new Set(["aa_1", "aa_2"]))
        for (const verb of [["assess"], ["power", "--preset", "main"]]) {
          const [name = "", ...rest] = verb
          const refused = yield* bench(name, "--run", run, ...rest)
          expect(refused).toMatchObject({ code: 2, stdout: "" })
          expect(refused.stderr).toContain("A/A run")
        }
      }).pipe(Effect.scoped)
  )

  it.effect(
    "the arms of a simulated model without mistakes never differ, and those of one with mistakes do",
    () =>
      Effect.gen(function* () {
        for (const [profile, differs] of [
          ["perfect", false],
          ["noisy", true]
        ] as const) {
          const { run } = yield* planned
          yield* bench("run", "--run", run, "--mock", "--mock-profile", profile)
          yield* bench("score", "--run", run)
          const rows = fs.readFileSync(path.join(run, "scores.jsonl"), "utf8").trimEnd().split("\n")
          const correct = new Map<string, Set<number>>()
          for (const row of rows.map((line) => JSON.parse(line)))
            correct.set(row.block, (correct.get(row.block) ?? new Set()).add(row.correct))
          expect([profile, [...correct.values()].some(({ size }) => size > 1)]).toEqual([profile, differs])
        }
      }).pipe(Effect.scoped)
  )

  it.effect("is planned for smoke and main, too, and never under a name of its own in a configuration", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const smoke = yield* bench("plan", "--aa", "--preset", "smoke", "--out", path.join(folder, "smoke"))
      expect(smoke.stdout).toContain("planned 8 trials in 4 matched blocks")
      const config = path.join(folder, "aa.json")
      fs.writeFileSync(config, JSON.stringify({ aa: true }))
      const refused = yield* bench(
        "plan",
        "--preset",
        "smoke",
        "--config",
        config,
        "--out",
        path.join(folder, "no")
      )
      expect(refused).toMatchObject({ code: 2 })
    }).pipe(Effect.scoped)
  )
})
