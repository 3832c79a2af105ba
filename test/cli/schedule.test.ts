import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { prelude2026 } from "../../src/experiments/assist-premise/schedule/prelude2026.js"
import { temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

const range = ["--from", "2026-01-01", "--to", "2026-04-01"]

const schedule = (body: string, ...flags: ReadonlyArray<string>) =>
  icl(verbs, ["schedule", "--body", body, ...range, ...flags])

describe("schedule", () => {
  it.effect("prints the points, one a line", () =>
    Effect.gen(function* () {
      const output = yield* schedule("monthEnd")
      expect(output).toMatchObject({ code: 0, stdout: "2026-01-31\n2026-02-28\n2026-03-31\n" })
    })
  )

  it.effect("writes midnight only where times are asked for", () =>
    Effect.gen(function* () {
      const { stdout } = yield* schedule(
        "(monthStart |> at(T00:00)) | ([2026-02-01T09:30] covering: ..)",
        "--timed"
      )
      expect(stdout.split("\n")).toEqual([
        "2026-01-01T00:00",
        "2026-02-01T00:00",
        "2026-02-01T09:30",
        "2026-03-01T00:00",
        ""
      ])
    })
  )

  it.effect("prints one object with --json, and says what is doubtful", () =>
    Effect.gen(function* () {
      const { stdout } = yield* schedule("everyDay |> within(month) |> nth(0)", "--json")
      const found = JSON.parse(stdout)
      expect(found).toMatchObject({
        points: [],
        warnings: [{ class: "NthNeverMatches", line: 1, column: 34 }]
      })
      const people = yield* schedule("everyDay |> within(month) |> nth(0)")
      expect(people.stdout).toMatch(/^# 1:34 NthNeverMatches: .+\n$/)
    })
  )

  it.effect("takes a file, standard input, or the text itself", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = path.join(folder, "本体.txt")
      fs.writeFileSync(file, "# 月末\r\nmonthEnd\r\n")
      const fromFile = yield* schedule(file)
      const fromStdin = yield* icl(verbs, ["schedule", "--body", "-", ...range], { stdin: "monthEnd" })
      expect([fromFile.stdout, fromStdin.stdout]).toEqual(Array(2).fill((yield* schedule("monthEnd")).stdout))
      // A text that names no file is a body, a folder is none.
      expect(yield* schedule(path.join(folder, "missing.txt"))).toMatchObject({ code: 1 })
      expect(yield* schedule(folder)).toMatchObject({ code: 2, stdout: "" })
      expect(yield* schedule(`monthEnd # ${"x".repeat(5_000)}`)).toMatchObject({ code: 0 })
    }).pipe(Effect.scoped)
  )

  it.effect("shows the place of the first mistake, in either language", () =>
    Effect.gen(function* () {
      const output = yield* schedule("everyDay |> filter(d => weekday(d) == Monday)", "--lang", "ja")
      expect(output.code).toBe(1)
      expect(lastLine(output.stderr)).toMatch(/^exit 1, failed; next: /)
      expect(output.stdout.split("\n")).toEqual([
        "1:39 UnknownName: Monday という名前は無い。",
        "  everyDay |> filter(d => weekday(d) == Monday)",
        `  ${" ".repeat(38)}^`,
        "曜日は Mon Tue Wed Thu Fri Sat Sun。",
        ""
      ])
      const english = yield* schedule("everyDay |> filter(d => weekday(d) == Monday)")
      expect(english.stdout).toContain("1:39 UnknownName: There is no name Monday.\n")
    })
  )

  it.effect("puts the caret below wide characters", () =>
    Effect.gen(function* () {
      // Three wide characters and a blank take seven columns, of which the place counts four.
      const { stdout } = yield* schedule("給料日 ¥ bizDay")
      expect(stdout.split("\n").slice(0, 3)).toEqual([
        "1:5 BadCharacter: '¥' is no character of the language.",
        "  給料日 ¥ bizDay",
        `  ${" ".repeat(7)}^`
      ])
    })
  )

  it.effect("tells a mistake as one object with --json", () =>
    Effect.gen(function* () {
      const output = yield* schedule("bizDay |> last", "--json")
      expect(output.code).toBe(1)
      const { error } = JSON.parse(output.stdout)
      expect(error).toMatchObject({ class: "NoWindow", line: 1, column: 11, text: "last" })
      expect(Object.keys(error).toSorted()).toEqual(["class", "column", "hint", "line", "sentence", "text"])
      expect(Object.keys(error.hint)).toEqual(["ja", "en"])
    })
  )

  it.effect("steers no terminal with what it shows", () =>
    Effect.gen(function* () {
      const { stdout } = yield* schedule('@JP tz: "\u001b[31m"\nmonthEnd')
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u)
      expect(stdout).toContain("UnknownZone")
    })
  )

  it.effect("takes another prelude", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = path.join(folder, "prelude.json")
      const write = (change: object) => fs.writeFileSync(file, JSON.stringify({ ...prelude2026, ...change }))

      write({})
      expect((yield* schedule("bizDay", "--prelude", file)).stdout).toBe((yield* schedule("bizDay")).stdout)

      write({ holidays: { name: "closed", days: [{ date: "2026-01-02", name: "休業" }] } })
      const other = yield* schedule("bizDay |> within(month) |> first", "--prelude", file)
      expect(other.stdout).toBe("2026-01-01\n2026-02-02\n2026-03-02\n")
      expect((yield* schedule("holidays2026", "--prelude", file)).stdout).toContain("UnknownName")

      for (const change of [
        { asOf: "2026-02-30" },
        { defaultScope: "US" },
        { scopes: { JP: { zone: "Asia/Nowhere", weekStart: "Mon", businessDays: true } } },
        { coverage: { from: "2026-02-01", to: "2026-12-31" } },
        { coverage: { from: "2027-01-01", to: "2026-12-31" } },
        { holidays: { name: "bizDay", days: [] } },
        { unknown: 1 }
      ]) {
        write(change)
        const refused = yield* schedule("bizDay", "--prelude", file)
        expect([change, refused.code, refused.stdout]).toEqual([change, 2, ""])
        expect(refused.stderr).toContain("prelude.json")
      }
      fs.writeFileSync(file, "{")
      expect(yield* schedule("bizDay", "--prelude", file)).toMatchObject({ code: 2, stdout: "" })
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    [["--from", "2026-02-30", "--to", "2026-04-01"], "2026-02-30"],
    [["--from", "2026-1-1", "--to", "2026-04-01"], "2026-1-1"],
    [["--from", "1969-12-31", "--to", "2026-04-01"], "1970-01-01"],
    [["--from", "2026-05-01", "--to", "2026-04-01"], "behind"],
    [["--from", "2026-05-01", "--to", "2200-01-01"], "2199-12-31"]
  ] as const)("refuses the range %j", ([flags, words]) =>
    Effect.gen(function* () {
      const output = yield* icl(verbs, ["schedule", "--body", "monthEnd", ...flags])
      expect(output).toMatchObject({ code: 2, stdout: "" })
      expect(output.stderr).toContain(words)
    })
  )
})
