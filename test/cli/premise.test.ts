import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

const plan = (folder: string, ...more: ReadonlyArray<string>) => [
  "plan",
  "--experiment",
  "assist-premise",
  "--preset",
  "public",
  "--out",
  path.join(folder, "run"),
  ...more
]

describe("the command line of the second benchmark", () => {
  it.scoped("goes from a plan to a report; only plan is told which experiment it is", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const run = path.join(folder, "run")
      const said = (output: { readonly code: number; readonly stdout: string; readonly stderr: string }) => {
        expect([output.code, output.stderr]).toEqual([0, expect.any(String)])
        return output.stdout
      }
      expect(said(yield* icl(verbs, plan(folder)))).toContain("planned 21 trials in 21 matched blocks")
      const audited = said(yield* icl(verbs, ["audit", "--run", run]))
      expect(audited).toContain("21/21 問 pass（46 組）")
      expect(audited).toContain("near misses: 17 match no accepted reading, 3 the one that they name")
      // Without a profile the assistant is a mixed one.
      expect(said(yield* icl(verbs, ["run", "--run", run, "--mock", "--quiet"]))).toContain(
        "21 of 21 planned trials are over"
      )
      said(yield* icl(verbs, ["score", "--run", run, "--quiet"]))
      expect(said(yield* icl(verbs, ["report", "--run", run]))).toMatch(/走行 1: 合格 \d+\/21/)
      const shown = said(yield* icl(verbs, ["show", "--run", run, "--problem", "P-13"]))
      expect(shown).toContain("要件: 毎週の週初めに週次ミーティング。")
      expect(shown).toContain("roll か holidays".replace(" か ", "|"))
      expect(shown).toContain("== reading monday-as-is")
      expect(said(yield* icl(verbs, ["verify", "--run", run, "--quiet"]))).toContain(
        "passed  every later request follows"
      )
      expect(fs.readdirSync(run)).toEqual(
        expect.arrayContaining(["report.html", "report.md", "summary.csv", "readings.csv", "trials.csv"])
      )

      // A protocol that was changed after planning is found, and is no fault of the program.
      const protocol = path.join(run, "protocol.json")
      const changed = fs.readFileSync(protocol, "utf8").replace('"formatVersion": 1', '"formatVersion": 9')
      fs.writeFileSync(protocol, changed)
      const verified = yield* icl(verbs, ["verify", "--run", run, "--quiet"])
      expect([verified.code, verified.stdout]).toEqual([
        4,
        expect.stringMatching(/FAILED +the protocol can be read/)
      ])
    })
  )

  it.scoped("refuses what does not fit together, and says what would", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const refused = (argv: ReadonlyArray<string>) =>
        Effect.map(icl(verbs, argv), ({ code, stderr }) => [code, lastLine(stderr)] as const)
      const [out] = [path.join(folder, "run")]
      expect(yield* refused(["plan", "--preset", "public", "--out", out])).toEqual([
        2,
        expect.stringContaining("--preset public belongs to --experiment assist-premise")
      ])
      expect(
        yield* refused(["plan", "--experiment", "assist-premise", "--preset", "pilot", "--out", out])
      ).toEqual([2, expect.stringContaining("the presets of assist-premise are public, regression")])
      expect(yield* refused(plan(folder, "--problems", "p.jsonl"))).toEqual([
        2,
        expect.stringContaining("need each other")
      ])
      expect(
        yield* refused(["plan", "--preset", "smoke", "--out", out, "--problems", "p", "--answers", "a"])
      ).toEqual([2, expect.stringContaining("belong to --experiment assist-premise")])
      expect(yield* refused(plan(folder, "--aa"))).toEqual([2, expect.stringContaining("A/A")])
      expect(yield* refused(plan(folder, "--phase", "p1"))).toEqual([2, expect.stringContaining("no phases")])
      // Nothing was made by any of them.
      expect(fs.readdirSync(folder)).toEqual([])
      const problems = path.join(folder, "problems.jsonl")
      fs.writeFileSync(problems, '{"id":"H-01"}\n')
      const [code, line] = yield* refused(plan(folder, "--problems", problems, "--answers", problems))
      expect([code, line]).toEqual([2, expect.stringContaining("problems.jsonl: line 1")])
      yield* icl(verbs, plan(folder))
      expect(yield* refused(["run", "--run", out, "--mock", "--mock-profile", "noisy", "--quiet"])).toEqual([
        2,
        expect.stringContaining("declaring, silent, missing")
      ])
    })
  )
})
