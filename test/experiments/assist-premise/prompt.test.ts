import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { findPoints, matchingKey } from "../../../src/experiments/assist-premise/problems/findPoints.js"
import { topics } from "../../../src/experiments/assist-premise/problems/Topic.js"
import {
  firstInput,
  mostRepairs,
  repairInput,
  repairMessage,
  requirementIn,
  systemPrompt,
  userMessage
} from "../../../src/experiments/assist-premise/prompt/conversation.js"
import { nextInput } from "../../../src/experiments/assist-premise/prompt/nextInput.js"
import { partNames, readPromptParts } from "../../../src/experiments/assist-premise/prompt/PromptParts.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { calendarWords } from "../../../src/experiments/assist-premise/schedule/names.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { layer } from "../../../src/records/Disk.js"
import { configs, problemOf, promptParts, publicSet, regressionSet } from "./data.js"

const evaluator = new Evaluator(prelude2026)
const system = systemPrompt(promptParts)
const everyProblem = [...publicSet.problems, ...regressionSet.problems]

describe("the instructions", () => {
  it("are prelude, what to return, declaration, rules and guide, in this order", () => {
    const headings = [...system.matchAll(/^# (?!→)(.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      "前文",
      "返すもの",
      "前提の宣言（assumptions）",
      "規則",
      "参考資料: スケジュール言語の書き方"
    ])
    expect(system).toBe(`${partNames.map((name) => promptParts[name]).join("\n\n")}\n`)
  })

  it("hold the section on declarations word for word", () => {
    // Of the lines of the benchmark's description between the heading of the section and its end, with LF.
    const published = "9804c66e71d0f94b7711bf140e03e2070bfd75ac37054c9cb60518821b05114e"
    expect(createHash("sha256").update(`${promptParts.declaration}\n`).digest("hex")).toBe(published)
    expect([...promptParts.declaration.matchAll(/^- (\w+): /gm)].map(([, topic]) => topic)).toEqual([
      ...topics
    ])
  })

  it("tell the prelude that the evaluator has", () => {
    const { asOf, coverage, holidays, scopes } = prelude2026
    const told = [...promptParts.prelude.matchAll(/^- (\d{4}-\d{2}-\d{2}) (.+)$/gm)].map(
      ([, date, name]) => ({ date, name })
    )
    expect(told).toEqual(holidays.days)
    for (const fact of [
      asOf,
      coverage.from,
      coverage.to,
      holidays.name,
      "Asia/Tokyo",
      ...Object.values(scopes).map(({ zone }) => zone)
    ])
      expect(promptParts.prelude).toContain(fact)
    expect(new Date(`${asOf}T00:00Z`).getUTCDay()).toBe(1)
    expect(promptParts.prelude).toContain(`${asOf}（月曜）`)
  })

  it("give no problem, no range and no accepted answer away", () => {
    for (const { prompt } of everyProblem) expect(system).not.toContain(prompt)
    const bodies = [...publicSet.answers, ...regressionSet.answers].flatMap((one) =>
      one.bodies.map(({ body }) => body)
    )
    const lines = new Set(system.split("\n"))
    expect(
      bodies.filter((body) => body.split("\n").some((line) => lines.has(line) && line.includes("|>")))
    ).toEqual([])
  })

  it("M4 are the same from a checkout with CRLF, or with a byte order mark", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "premise-prompt-"))
    for (const name of partNames) {
      const text = fs.readFileSync(path.join(configs, "prompt", `${name}.md`), "utf8")
      fs.writeFileSync(path.join(folder, `${name}.md`), `\ufeff${text.replaceAll("\n", "\r\n")}`)
    }
    const read = () => Effect.runSync(Effect.either(Effect.provide(readPromptParts(folder), layer)))
    expect(Either.getOrThrow(read())).toEqual(promptParts)
    fs.writeFileSync(path.join(folder, "rules.md"), Uint8Array.of(0xe3, 0x81))
    expect(Either.getOrThrow(Either.flip(read())).message).toContain("rules.md: must hold text in UTF-8")
    fs.rmSync(folder, { recursive: true })
  })
})

/** Bodies of the guide, each with its outcome as a comment in the last line. */
const examples = [...promptParts.guide.matchAll(/^```text\n([\s\S]*?)\n# → (.+)\n```$/gm)].map(
  ([, body = "", outcome = ""]) => ({
    body,
    outcome
  })
)

const quarter = { allDay: true, from: "2026-01-01", to: "2026-04-01" }

describe("the guide", () => {
  it("has many examples, and no block that is none", () => {
    expect(examples.length).toBeGreaterThan(20)
    expect(examples.length).toBe([...promptParts.guide.matchAll(/^```text$/gm)].length)
  })

  it.each(examples)("tells the truth: $body", ({ body, outcome }) => {
    const found = Either.match(findPoints(evaluator, quarter, body), {
      onLeft: ({ class: name, column, line }) => `${line}:${column} ${name}`,
      onRight: (points) => (points.length === 0 ? "点なし" : points.join(" "))
    })
    expect(found).toBe(outcome)
  })

  it("answers no problem by an example", () => {
    // A range never changes what a body means, so that each is evaluated once and cut for every problem.
    const year = { from: "2026-01-01", to: "2027-01-01" }
    const answered = examples.flatMap(({ body }) =>
      [true, false].flatMap((allDay) => {
        const points = Either.getOrElse(findPoints(evaluator, { ...year, allDay }, body), () => [])
        return everyProblem.flatMap((problem) => {
          const within = points.filter((point) => problem.from <= point && point < problem.to)
          const key = problem.allDay === allDay ? matchingKey(problem, within) : null
          return key === null ? [] : [`${problem.id} ${key}: ${body}`]
        })
      })
    )
    expect(everyProblem.every(({ from, to }) => from >= year.from && to <= year.to)).toBe(true)
    expect(answered).toEqual([])
  })

  it("names every calendar word that an answer uses", () => {
    const bodies = [...publicSet.answers, ...regressionSet.answers].flatMap((one) =>
      one.bodies.map(({ body }) => body)
    )
    const words = new Set(bodies.join("\n").match(/[A-Za-z]+/g))
    const missing = [...calendarWords].filter((word) => words.has(word) && !promptParts.guide.includes(word))
    expect(missing).toEqual([])
  })
})

describe("the question", () => {
  it("is the requirement, and for days a remark", () => {
    expect(userMessage(problemOf("P-01"))).toBe("要件: 毎月 31 日に請求書を送る。（終日でよい）")
    expect(userMessage(problemOf("P-03"))).toBe("要件: 毎週月曜 9 時にニューヨークのチームと定例。")
    expect(firstInput(problemOf("P-03"))).toEqual([{ role: "user", content: userMessage(problemOf("P-03")) }])
  })

  it("never holds range, topics, readings or points", () => {
    for (const problem of everyProblem) {
      const secrets = {
        ...problem,
        from: "FROM",
        to: "TO",
        ambiguity: ["SECRET"],
        expected: ["SECRET"],
        id: "SECRET"
      }
      expect(userMessage(secrets)).toBe(userMessage(problem))
      expect(userMessage(problem)).toBe(`要件: ${problem.prompt}${problem.allDay ? "（終日でよい）" : ""}`)
    }
  })

  it("is read back as what was asked", () => {
    for (const { allDay, prompt } of everyProblem)
      expect(requirementIn(userMessage({ allDay, prompt }))).toEqual({ allDay, prompt })
    expect(requirementIn("毎月 1 日")).toBe(null)
  })
})

const reply = (body: string): string => JSON.stringify({ body, explanation: "", assumptions: [] })

describe("repair", () => {
  const body = "days = everyDay\n(bizDay |> at(T09:00)) \\ days"
  const refusal = Either.getOrThrow(Either.flip(findPoints(evaluator, quarter, body)))

  it("tells class, place, line, what is wrong and what to write, in Japanese", () => {
    const message = repairMessage(body, refusal)
    const lines = message.split("\n")
    expect(lines.slice(0, 5)).toEqual([
      "本体を評価できなかった。",
      "",
      "2 行 24 桁: GridMismatch",
      "(bizDay |> at(T09:00)) \\ days",
      `${" ".repeat(23)}^`
    ])
    expect(message).toContain(refusal.sentence.ja)
    expect(message).toContain(refusal.hint.ja)
    expect(message).not.toContain(refusal.sentence.en)
    expect(lines.at(-1)).toBe("同じ形の JSON で、直した案の全体を返す。")
  })

  it("adds the reply as it was written, and the diagnosis", () => {
    const first = firstInput(problemOf("P-01"))
    const said = `  ${reply(body)}\n`
    expect(repairInput(first, said, body, refusal)).toEqual([
      ...first,
      { role: "assistant", content: said },
      { role: "user", content: repairMessage(body, refusal) }
    ])
  })

  it("follows a refused body at most twice", () => {
    const problem = problemOf("P-01")
    let input = firstInput(problem)
    const lengths: Array<number> = []
    for (;;) {
      const next = nextInput(problem, input, reply(body), evaluator)
      if (next === null) break
      input = next
      lengths.push(input.length)
    }
    expect(lengths).toEqual([3, 5])
    expect(mostRepairs).toBe(2)
  })

  it("never follows a wrong schedule, a missing declaration, or a reply outside of the fields", () => {
    const problem = problemOf("P-01")
    const first = firstInput(problem)
    for (const said of [reply("everyDay"), reply("monthEnd"), "", "{}", `\`\`\`${reply(body)}\`\`\``])
      expect(nextInput(problem, first, said, evaluator)).toBe(null)
  })

  it("says nothing of range or points, whatever the problem", () => {
    const first = firstInput(problemOf("P-01"))
    const others = everyProblem.map((problem) => nextInput(problem, first, reply(body), evaluator))
    expect(new Set(others.map((one) => JSON.stringify(one))).size).toBe(1)
  })
})
