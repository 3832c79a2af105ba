import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { temporaryFolder } from "../support/runs.js"
import { icl } from "./support.js"

/** A command line without the developer's own environment. */
const bench = (...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map())))

/** Plans with `flags`, audits, lets the simulated model of `profile` answer, and scores. */
const answered = (flags: ReadonlyArray<string>, profile: string) =>
  Effect.gen(function* () {
    const run = path.join(yield* temporaryFolder, "run")
    const planned = yield* bench("plan", ...flags, "--phase", "p1", "--out", run)
    expect(planned).toMatchObject({ code: 0 })
    expect(yield* bench("audit", "--run", run)).toMatchObject({ code: 0 })
    expect(yield* bench("run", "--run", run, "--mock", "--mock-profile", profile)).toMatchObject({ code: 0 })
    const scored = yield* bench("score", "--run", run, "--json")
    return { run, planned, outcomes: JSON.parse(scored.stdout).outcomes }
  })

describe("all tasks of p1 by command line", () => {
  it.effect("smoke: 60 trials, all correct for a reader without mistakes, in every style", () =>
    Effect.gen(function* () {
      const { run, planned, outcomes } = yield* answered(["--preset", "smoke"], "perfect")
      expect(planned.stdout).toContain("planned 60 trials")
      expect(outcomes).toEqual({ correct: 60 })
      const report = yield* bench("report", "--run", run)
      expect(report).toMatchObject({ code: 0 })
      for (const suite of ["scope_lookup/after_close", "active_stack/after_close", "ast_to_source/complete"])
        expect(report.stdout).toContain(suite)
      expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("| valid syntax |")

      const family = ["--family", "smoke-shadowing", "--style", "typed_end", "--task", "ast_to_source"]
      const shown = yield* bench("show", "--run", run, ...family)
      for (const title of ["Table", "Expected source", "gold", "answer", "grade"])
        expect(shown.stdout).toContain(`== ${title}\n`)
      const source =
        "let x_e 9415\narea n_tewrcgub\nlet x_e 7206\nlet x_f 1870\nfunc n_ojxnsfya\nlet x_e 5591\nunit n_vkbqimdp\nlet x_e 3348\nend unit\nend func\nend area"
      expect(shown.stdout).toContain(`== Expected source\n${source}\n`)
      expect(shown.stdout).toContain(`== answer\n${source}\n`)
    }).pipe(Effect.scoped)
  )

  it.effect("a small pilot: mistakes of each task are graded, shown with diagnostics, and reported", () =>
    Effect.gen(function* () {
      const config = path.join(yield* temporaryFolder, "config.json")
      const grid = { depth: [8], fillerStatements: [8], seedsPerCell: 4 }
      fs.writeFileSync(config, JSON.stringify({ grid, generationGrid: grid, seedNamespace: "test" }))
      const { run, planned, outcomes } = yield* answered(["--preset", "pilot", "--config", config], "noisy")
      expect(planned.stdout).toContain(`planned ${4 * 2 * 2 * 5 * 2 + 4 * 2 * 5} trials`)
      for (const outcome of ["correct", "wrong_answer", "invalid_generated_syntax"]) {
        expect(outcomes[outcome], outcome).toBeGreaterThan(0)
      }
      expect(yield* bench("report", "--run", run)).toMatchObject({ code: 0 })
      const errors = fs.readFileSync(path.join(run, "errors.csv"), "utf8")
      const [, trial] =
        /^"?([0-9a-f]{32})[^\n]*ast_to_source[^\n]*invalid_generated_syntax/m.exec(errors) ?? []
      const shown = yield* bench("show", "--run", run, "--trial", trial ?? "")
      expect(shown.stdout).toMatch(
        /== grade\ninvalid_generated_syntax: line (\d+), column (\d+): .* \(synthetic_mock\)\nparseError \w+\nparseErrorClass \w+\nline \1\ncolumn \2\n/
      )
    }).pipe(Effect.scoped)
  )
})
