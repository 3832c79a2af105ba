import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { limits } from "../../src/experiments/assist-premise/schedule/limits.js"
import { calendarWords, steps } from "../../src/experiments/assist-premise/schedule/names.js"
import { errorClasses } from "../../src/experiments/assist-premise/schedule/ScheduleError.js"
import { warningSentences } from "../../src/experiments/assist-premise/schedule/Warning.js"
import { evaluate, evaluator } from "../experiments/assist-premise/schedule/support.js"
import { inlineCode, page } from "./pages.js"

const guide = page("docs/schedule-language.md")

/** Bodies, each with its outcome as a comment in the last line. */
const blocks = guide.blocks
  .filter(({ language }) => language === "text")
  .map(({ line, text }) => ({ line, body: text, outcome: text.split("\n").at(-1) ?? "" }))

const outcomeOf = (body: string): string =>
  Either.match(evaluate(body, "2026-01-01", "2026-04-01"), {
    onLeft: ({ class: name, column, line }) => `# ${line}:${column} ${name}`,
    onRight: ({ points }) => `# ${points.map((point) => evaluator.write(point, { timed: false })).join(" ")}`
  })

describe("docs/schedule-language.md", () => {
  it("has many examples", () => {
    expect(blocks.length).toBeGreaterThan(14)
  })

  it.each(blocks)("line $line is what the language says", ({ body, outcome }) => {
    expect(outcomeOf(body)).toBe(outcome)
  })

  it("names every step, calendar word, error, warning and limit", () => {
    const text = guide.prose.join("\n")
    const code = inlineCode(guide)
      .map((one) => one.code)
      .join(" ")
    const names = [...steps, ...calendarWords, ...errorClasses, ...Object.keys(warningSentences)]
    // Not worth using, and therefore not worth telling.
    const missing = names.filter((name) => name !== "weekStart" && !new RegExp(`\\b${name}\\b`).test(code))
    expect(missing).toEqual([])
    const { characters, definitions, nesting, pointsPerStream, resultPoints, steps: most, tokens } = limits
    for (const limit of [characters, tokens, definitions, nesting, pointsPerStream, resultPoints, most])
      expect([limit, text.includes(limit.toLocaleString("en-US"))]).toEqual([limit, true])
  })
})
