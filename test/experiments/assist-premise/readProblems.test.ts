import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readProblemSet } from "../../../src/experiments/assist-premise/problems/readProblems.js"
import { layer } from "../../../src/records/Disk.js"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "premise-problems-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const problem = {
  id: "H-01",
  prompt: "毎月 1 日に掃除。",
  allDay: true,
  from: "2026-01-01",
  to: "2026-03-01",
  ambiguity: ["roll|holidays"],
  expected: ["2026-01-01", "2026-02-01"],
  interpretations: [{ key: "as-is", assumption: "そのまま。", expected: ["2026-01-01", "2026-02-01"] }]
}
const answers = { id: "H-01", bodies: [{ key: "as-is", body: "monthStart" }] }

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

/** Reads the two texts as files; the left side is the message of whatever was found. */
const reading = (problems: string | Uint8Array, replies: string = line(answers)) => {
  const files = { problems: path.join(folder, "p.jsonl"), answers: path.join(folder, "a.jsonl") }
  fs.writeFileSync(files.problems, problems)
  fs.writeFileSync(files.answers, replies)
  return Effect.runSync(Effect.either(Effect.provide(readProblemSet(files), layer))).pipe(
    Either.mapLeft((error) => error.message.replaceAll(`${folder}/`, ""))
  )
}

const refusal = (problems: string | Uint8Array, replies?: string): string =>
  Either.match(reading(problems, replies), { onLeft: (message) => message, onRight: () => "no error" })

describe("reading problems and answers", () => {
  it("takes a private pair of files", () => {
    expect(Either.getOrThrow(reading(line(problem)))).toEqual({ problems: [problem], answers: [answers] })
  })

  it("M4 takes CRLF, and a last line without an end", () => {
    expect(Either.isRight(reading(line(problem).replace("\n", "\r\n")))).toBe(true)
    expect(Either.isRight(reading(line(problem).trimEnd()))).toBe(true)
  })

  it("I4 keeps U+2028 in a requirement", () => {
    const prompt = "毎月\u2028 1 日\u0085に\u2029掃除。"
    expect(Either.getOrThrow(reading(line({ ...problem, prompt }))).problems[0]?.prompt).toBe(prompt)
  })

  it.each([
    ["I6 a byte order mark", `\ufeff${line(problem)}`, "p.jsonl: line 1: a byte order mark"],
    [
      "an empty line",
      `${line(problem)}\n${line({ ...problem, id: "H-02" })}`,
      "p.jsonl: line 2: an empty line"
    ],
    ["no JSON", `${line(problem)}{"id":`, "p.jsonl: line 2: the text ends"],
    ["a key twice", '{"id":"a","id":"b"}\n', "p.jsonl: line 1: the object has this key already"],
    ["a list", line([problem]), "p.jsonl: line 1: Expected a JSON object, actual ["],
    [
      "a reading that is no object",
      line({ ...problem, interpretations: ["as-is"] }),
      'p.jsonl: line 1: interpretations.0: Expected a JSON object, actual "as-is"'
    ],
    ["no lines", "", "p.jsonl: there are no lines"],
    ["the same id twice", line(problem).repeat(2), "p.jsonl: line 2: H-01 stands in line 1 already"],
    [
      "another topic",
      line({ ...problem, ambiguity: ["rol"] }),
      "p.jsonl: line 1: ambiguity.0: must be a topic"
    ],
    [
      "an empty alternative",
      line({ ...problem, ambiguity: ["roll|"] }),
      "p.jsonl: line 1: ambiguity.0: must be a topic"
    ],
    ["an unknown field", line({ ...problem, allday: true }), "p.jsonl: line 1: allday: "],
    [
      "an unknown field inside",
      line({ ...problem, interpretations: [{ ...problem.interpretations[0], keys: "" }] }),
      "p.jsonl: line 1: interpretations.0.keys: "
    ],
    [
      "no reading",
      line({ ...problem, interpretations: [] }),
      "p.jsonl: line 1: interpretations.0: is missing"
    ],
    ["a missing field", line({ ...problem, allDay: undefined }), "p.jsonl: line 1: allDay: is missing"],
    [
      "a wrong point",
      line({ ...problem, expected: ["2026-1-1"] }),
      "p.jsonl: line 1: expected.0: must be a point"
    ],
    ["a wrong day", line({ ...problem, to: "2026-02-30" }), "p.jsonl: line 1: 2026-02-30 is no date"],
    [
      "a range backwards",
      line({ ...problem, to: "2025-02-03" }),
      "p.jsonl: line 1: 2026-01-01 lies behind 2025-02-03"
    ],
    [
      "a requirement of blanks",
      line({ ...problem, prompt: " \u3000" }),
      "p.jsonl: line 1: prompt: must not be empty"
    ],
    ["an id that is no name", line({ ...problem, id: "../x" }), "p.jsonl: line 1: id: must be letters"],
    ["bytes that are no UTF-8", Uint8Array.of(0xff, 0x0a), "p.jsonl: line 1: the bytes are not valid UTF-8"]
  ])("refuses %s, with file and line", (_, text, message) => {
    expect(refusal(text)).toContain(message)
  })

  it("names every line at fault", () => {
    const message = refusal(`{}\n${line(problem)}[]\n`)
    expect(message).toMatch(/^p\.jsonl: line 1: id: is missing; line 3: /)
  })

  it("refuses answers with other fields, and tells their file", () => {
    expect(refusal(line(problem), line({ ...answers, note: "" }))).toContain("a.jsonl: line 1: note: ")
    expect(refusal(line(problem), line({ id: "H-01", bodies: [] }))).toContain(
      "a.jsonl: line 1: bodies.0: is missing"
    )
  })
})
