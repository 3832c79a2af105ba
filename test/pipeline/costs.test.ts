import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import { report } from "../../src/pipeline/report.js"
import { score } from "../../src/pipeline/score.js"
import { invoke, ledgerOf, ok, planned, reset, server } from "../support/liveRuns.js"
import { responseBody, runServices } from "../support/runs.js"

const styleOf = (root: string): ReadonlyMap<string, string> =>
  new Map(
    fs
      .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ factors, trialId }) => [trialId, factors.style])
  )

describe("a report on trials that were not all served alike", () => {
  it.scoped("C5 E9 E10 shows for each condition what was retried, lost and paid for", () =>
    Effect.gen(function* () {
      const root = yield* planned(syntaxLocality, "smoke")
      const styles = styleOf(root)
      // Four trials a style; a reply costs 15 tokens. D is lost, B is refused once, one reply of C cannot be read.
      let spoilt = 0
      const to = server(({ attempt, trialId }) => {
        const style = styles.get(trialId)
        if (style === "named_end") return reset
        if (style === "generic_end" && attempt === 1) return { status: 503 }
        if (style === "typed_end" && spoilt++ === 0)
          return { status: 200, body: responseBody("1", { output: null }) }
        return ok
      })
      const fiber = yield* Effect.fork(invoke(root, to, { experiment: syntaxLocality }))
      yield* TestClock.adjust("1 hour")
      expect(yield* Fiber.join(fiber)).toMatchObject({ planned: 20, concluded: 20, pending: 0 })
      const services = runServices(root)
      yield* Effect.provide(score(syntaxLocality).run, services)
      yield* Effect.provide(report(syntaxLocality).run, services)

      const rows: ReadonlyArray<Record<string, string>> = parse(
        fs.readFileSync(path.join(root, "summary.csv")),
        {
          columns: true
        }
      )
      const shown = Object.fromEntries(
        rows
          .filter(({ level }) => level === "all")
          .map((row) => [
            row["style"],
            [
              "planned",
              "terminal",
              "model_evaluable",
              "ambiguous_outcome",
              "decode_failure",
              "retry_rate",
              "ambiguous_rate",
              "http_attempts",
              "all_attempts_tokens",
              "judged_tokens"
            ]
              .map((name) => row[name])
              .join(" ")
          ])
      )
      expect(shown).toEqual({
        braces: "4 4 4 0 0 0 0 4 60 60",
        generic_end: "4 4 4 0 0 1 0 8 60 60",
        typed_end: "4 4 3 0 1 0 0 4 60 45",
        named_end: "4 4 0 4 0 0 1 4 0 0",
        padded_end: "4 4 4 0 0 0 0 4 60 60",
        all: "20 20 15 4 1 0.2 0.2 24 240 225"
      })
      const reserved = (wanted: string): number =>
        ledgerOf(root).reduce(
          (sum, { attempt, tokens = 0, trialId, type }) =>
            type === "reserved" && attempt === 1 && styles.get(trialId) === wanted ? sum + tokens : sum,
          0
        )
      const reservedOf = (style: string) =>
        Number(
          rows.find((row) => row["level"] === "all" && row["style"] === style)?.[
            "all_attempts_reserved_tokens"
          ]
        )
      // A 503 may have cost something, and a lost request too.
      for (const style of ["named_end", "generic_end"]) {
        expect(reservedOf(style)).toBe(reserved(style))
        expect(reservedOf(style)).toBeGreaterThan(0)
      }
      expect(reservedOf("braces")).toBe(0)

      const markdown = fs.readFileSync(path.join(root, "report.md"), "utf8")
      expect(markdown).toMatch(/^\| D named_end .* 0\.0% \| +100\.0% \|$/m)
      expect(markdown).toMatch(/^\| B generic_end .* 100\.0% \| +0\.0% \|$/m)
      expect(markdown).toMatch(/^\| C typed_end +\| +4 \| +4 \| +60 \| +45 \| +0 \|$/m)
    })
  )
})
