import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { PlannedTrial } from "../../../../src/records/PlannedTrial.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { fileOf, parseCsv, reportInput, runReport, schedule, scoreRow } from "./scores.js"

const request = (content: string): LlmRequest => ({
  model: "example-model",
  instructions: "",
  input: [{ role: "user", content }],
  reasoningEffort: null,
  maxOutputTokens: 8192
})

/** The report's section 9, and the trials whose transcripts it asked for. */
const examples = (
  scores: ReadonlyArray<ScoreRow>,
  transcript = { content: "probe q x_a", answer: "5916" }
) => {
  const asked: Array<string> = []
  const output = runReport(
    reportInput(scores, {
      transcript: (trial: PlannedTrial) =>
        Effect.sync(() => {
          asked.push(trial.trialId)
          return { request: request(transcript.content), answer: transcript.answer }
        })
    })
  )
  const text = fileOf(output, "report.md")
  return { asked, output, text: text.slice(text.indexOf("## 9."), text.indexOf("## 10.")) }
}

describe("failure examples", () => {
  const families = Array.from({ length: 10 }, (_, index) => `f${index}`)
  const allWrong = schedule(
    families.flatMap((family) =>
      ["generic_end", "named_end"].map((style) => scoreRow({ family, style }, "wrong_answer"))
    )
  )

  it("are the pairs with the smallest trial ids of D, at most three a category", () => {
    const { asked, text } = examples(allWrong)
    const smallest = allWrong
      .filter((row) => row.factors["style"] === "named_end")
      .map((row) => row.trialId)
      .sort()
      .slice(0, 3)
    const baselineOf = (id: string) => {
      const family = allWrong.find((row) => row.trialId === id)?.factors["familyId"]
      return allWrong.find(
        (row) => row.factors["familyId"] === family && row.factors["style"] === "generic_end"
      )?.trialId
    }
    expect(asked).toEqual(smallest.flatMap((id) => [id, baselineOf(id)]))
    expect(text).toContain("### Both wrong: 3 of 10")
    expect(text).toContain("### D correct, B wrong: none")
    expect(text).toContain("### D wrong, B correct: none")
  })

  it("take only trials that can be judged, and pair replicates with each other", () => {
    const { text } = examples(
      schedule([
        scoreRow({ family: "f1", style: "generic_end" }, "wrong_answer"),
        scoreRow({ family: "f1", style: "named_end" }, "decode_failure"),
        scoreRow({ family: "f2", style: "generic_end", replicate: 1 }, "correct"),
        scoreRow({ family: "f2", style: "generic_end", replicate: 2 }, "refusal"),
        scoreRow({ family: "f2", style: "named_end", replicate: 1 }, "correct"),
        scoreRow({ family: "f2", style: "named_end", replicate: 2 }, "correct")
      ])
    )
    expect(text).toContain("### D correct, B wrong: 1 of 1")
    expect(text).toContain("replicate 2**")
    expect(text).toContain("### Both wrong: none")
  })

  it("never pair the two views of a family", () => {
    const { text } = examples(
      schedule([
        scoreRow({ view: "after_close", style: "generic_end" }, "wrong_answer"),
        scoreRow({ view: "after_close", style: "named_end" }, "correct"),
        scoreRow({ view: "before_close", style: "generic_end" }, "correct"),
        scoreRow({ view: "before_close", style: "named_end" }, "wrong_answer")
      ])
    )
    expect(text).toContain("### D correct, B wrong: 1 of 1")
    expect(text).toContain("### D wrong, B correct: 1 of 1")
  })

  it("show both inputs and answers, gold, classification and ids", () => {
    const { text, asked } = examples(
      schedule([
        scoreRow({ style: "generic_end" }, "invalid_answer_format", { reason: "not one decimal integer" }),
        scoreRow({ style: "named_end" }, "correct")
      ])
    )
    for (const id of asked) expect(text).toContain(`(trials/${id}/request.json)`)
    expect(asked).toHaveLength(2)
    expect(text).toContain("the correct answer is 5916.")
    expect(text).toContain(`D named_end, trial ${asked[0]}: correct. Raw answer:`)
    expect(text).toContain(
      `B generic_end, trial ${asked[1]}: invalid_answer_format (not one decimal integer). Raw answer:`
    )
    expect(text.match(/Input, lines 1 to 1 of 1/g)).toHaveLength(2)
  })

  it("cut a long input to exact lines and name the file of the whole", () => {
    const content = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n")
    const { text } = examples(allWrong, { content, answer: "5916" })
    expect(text).toContain("Input, lines 71 to 100 of 100")
    expect(text).toContain("```text\nline 71\n")
    expect(text).toContain("\nline 100\n```")
    expect(text).not.toContain("line 70\n")
    const whole = examples(allWrong, {
      content: content.split("\n").slice(0, 30).join("\n"),
      answer: "5916"
    }).text
    expect(whole).toContain("Input, lines 1 to 30 of 30")
    expect(whole).toContain("```text\nline 1\n")
  })

  it("cut a long answer and say so", () => {
    const { text } = examples(allWrong, { content: "x", answer: "7".repeat(200_000) })
    expect(text).toContain("Raw answer, the first 1000 of 200000 UTF-16 code units:")
    expect(text.length).toBeLessThan(20_000)
  })
})

describe("hostile answers", () => {
  const hostile = [
    '<script>alert(1)</script> | [x](javascript:alert(1)) ![](http://evil/p.png)\r\n## Heading\n```\n> `5916`, "q"\n````',
    "\u001b[31mred\u001b[0m \u202eright to left\u202c \u2028\u2029\u0085 \ufeff",
    '=HYPERLINK("http://evil")',
    "| a | b |\n|---|---|",
    "\t=1+1"
  ]

  it.each(hostile)("J1 J2 %j stays inside its fence and its cell", (answer) => {
    const scores = schedule([
      scoreRow({ style: "generic_end" }, "wrong_answer", {
        answerExcerpt: answer.slice(0, 200),
        answerLength: answer.length,
        reason: `refusal: ${answer}`,
        returnedModel: answer,
        notes: [answer]
      }),
      scoreRow({ style: "named_end" }, "correct")
    ])
    const { output, text } = examples(scores, { content: answer, answer })
    const report = fileOf(output, "report.md")
    // Outside of fences the report has only its own headings and its own link beside the figures', no HTML, no other image, and no character that steers.
    const outside = withoutFences(report).replace(/^!?\[[^[\]]*\]\(figures\/[a-z-]+\.(?:svg|csv)\)$/gm, "")
    expect(outside.match(/^#{1,2} .*$/gm)).toHaveLength(11)
    expect(outside).not.toMatch(/<[a-z/!]/i)
    expect(outside.match(/(?<!\\)\]\(.*?\)/g)).toEqual([
      "](../../docs/limitations.md#how-far-the-intervals-can-be-trusted)"
    ])
    expect(outside.match(/(?<!\\)\]\(/g)).toHaveLength(1)
    for (const file of [report, output.headline, ...output.files.map(({ content }) => content)]) {
      for (const steering of ["\u001b", "\u202e", "\u2028", "\u2029", "\u0085", "\ufeff"]) {
        expect(file).not.toContain(steering)
      }
    }
    expect(text).toContain("### D correct, B wrong: 1 of 1")

    const [row, ...others] = parseCsv(fileOf(output, "errors.csv"))
    expect(others).toEqual([])
    expect(row?.["trial_id"]).toBe(scores[0]?.trialId)
    for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/^[=+@\t\r]/)
  })

  it("J2 numbers stay numbers, negative ones too", () => {
    const scores = schedule(
      ["generic_end", "named_end"].map((style) =>
        scoreRow({ style }, style === "named_end" ? "wrong_answer" : "correct")
      )
    )
    const [row] = parseCsv(fileOf(runReport(reportInput(scores)), "paired-comparisons.csv"))
    expect(row?.["estimate_pp"]).toBe("-100")
  })
})

/** Drops fenced blocks by the rule of CommonMark: a fence ends at a line of at least as many backticks. */
const withoutFences = (markdown: string): string => {
  let fence: string | null = null
  const kept: Array<string> = []
  for (const line of markdown.split("\n")) {
    const ticks = /^(`{3,})/.exec(line)?.[1]
    if (fence === null) {
      if (ticks === undefined) kept.push(line)
      else fence = ticks
    } else if (/^`+\s*$/.test(line) && line.trimEnd().length >= fence.length) fence = null
  }
  if (fence !== null) throw new Error("a fence is not closed")
  return kept.join("\n")
}

describe("a main run of 5,120 trials", () => {
  const scores = schedule(
    [2, 4, 8, 16].flatMap((depth) =>
      [0, 32, 128, 512].flatMap((filler) =>
        Array.from({ length: 32 }, (_, index) => `d${depth}-f${filler}-${index}`).flatMap((family, index) =>
          (["natural", "nonce"] as const).flatMap((regime) =>
            styles.map((style, place) =>
              scoreRow(
                { family, depth, filler, regime, style },
                (index + place) % 3 === 0 ? "wrong_answer" : "correct"
              )
            )
          )
        )
      )
    )
  )

  it("J5 is rendered quickly, reading no more transcripts than it shows", () => {
    expect(scores).toHaveLength(5120)
    const started = process.cpuUsage()
    const { asked } = examples(scores, { content: "x", answer: "7".repeat(200 * 1024) })
    const { user } = process.cpuUsage(started)
    // Three categories, three pairs, two trials.
    expect(asked.length).toBeLessThanOrEqual(18)
    // Microseconds of processor time; about a third of it is usual, a quadratic step would take many times as much.
    expect(user).toBeLessThan(2_500_000)
  })
})
