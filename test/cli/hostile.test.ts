import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { parseCsv } from "../experiments/syntax-locality/reporting/scores.js"
import { hostile, hostileRun } from "../support/hostileRun.js"
import { build, icl } from "./executable.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
let run = ""
let trials: ReadonlyArray<{ readonly trialId: string }> = []

const read = (name: string): string => fs.readFileSync(path.join(run, name), "utf8")

beforeAll(async () => {
  expect(await build()).toMatchObject({ code: 0 })
  const done = await hostileRun(folder)
  expect(done.ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  for (const { stderr, stdout } of done.ends) expect(stdout + stderr).not.toMatch(steering)
  run = done.run
  trials = read("schedule.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
}, 120_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Whatever moves a cursor, turns text around or cannot be seen. */
const steering = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const markup = /<img src=x|<script>window|<b>b|<a href="javascript/

describe("J1 hostile answers of a model, from the wire to the reader", () => {
  it("are saved as they came, byte for byte", () => {
    const texts = Object.values(hostile)
    expect(trials.length).toBeGreaterThan(3 * texts.length)
    expect(Buffer.byteLength(hostile["long"] ?? "")).toBeGreaterThan(200_000)
    for (const [index, { trialId }] of trials.entries()) {
      const body = JSON.parse(read(`trials/${trialId}/attempt-001-body.txt`))
      expect(body.output[0].content[0].text).toBe(texts[index % texts.length])
    }
  })

  it("are text in report.md and report.html", () => {
    for (const name of ["report.md", "report.html"]) expect(read(name)).not.toMatch(steering)
    expect(read("report.html")).not.toMatch(markup)
    // A fence, longer than any in the text, holds an answer as it is.
    const prose = read("report.md").replaceAll(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, "")
    expect(prose).not.toMatch(markup)
    expect(prose).not.toMatch(/!\[x\]|\]\(javascript|^# heading/m)
    expect(prose).toContain("&lt;img")
  })

  it("are one cell of a table, and no formula", () => {
    for (const name of ["trials.csv", "errors.csv"]) {
      expect(read(name)).not.toMatch(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      const rows = parseCsv(read(name))
      expect([name, rows.length]).toEqual([name, trials.length])
      for (const cell of rows.flatMap((row) => Object.values(row)))
        expect(cell).not.toMatch(/^[=@]|^[+-](?![0-9.]+$)/)
    }
    expect(read("errors.csv")).toContain("'=HYPERLINK(")
  })

  it("are text on a terminal, the whole of them, and themselves in JSON", async () => {
    const names = Object.keys(hostile)
    for (const [index, name] of names.entries()) {
      const { trialId = "" } = trials[index] ?? {}
      const shown = await icl("show", "--run", run, "--trial", trialId)
      expect([name, shown.code, shown.stdout.match(steering)]).toEqual([name, 0, null])
      const json = await icl("show", "--run", run, "--trial", trialId, "--json")
      expect(JSON.parse(json.stdout).answer).toBe(hostile[name])
      if (name === "long") expect(shown.stdout).toContain(hostile[name])
      if (name === "terminal") expect(shown.stdout).toContain("\\u{1b}[31mred\\u{1b}[0m")
    }
  }, 60_000)
})
