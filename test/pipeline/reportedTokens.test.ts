import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { reportedTokens } from "../../src/pipeline/reportedTokens.js"

const captured = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, "../fixtures/workbench/cli", name), "utf8")

/** Sums by hand from the bodies. */
describe("what a saved reply reports, read without our codecs", () => {
  it.each([
    ["no protocol", undefined, '{"usage":{"input_tokens":10,"output_tokens":7,"total_tokens":20}}', 20],
    [
      "messages",
      "messages",
      '{"usage":{"input_tokens":10,"output_tokens":7,"cache_read_input_tokens":5}}',
      22
    ],
    ["zeros", "responses", '{"usage":{"input_tokens":0,"output_tokens":0}}', null],
    ["ollama", "ollama", '{"done":false}\n{"done":true,"prompt_eval_count":26,"eval_count":282}\n', 308],
    ["ollama without a prompt's count", "ollama", '{"done":true,"eval_count":282}', 282],
    ["ollama, cut", "ollama", '{"done":false,"eval_count":1}\n', null],
    ["no JSON", "ollama", "<html>\n", null]
  ] as const)("%s", (_, protocol, body, tokens) => {
    expect(reportedTokens(protocol, body)).toBe(tokens)
  })

  it.each(["ok_claude", "ok_codex", "ok_gemini_stream"])("a program's: %s", (name) => {
    expect(reportedTokens("cli", JSON.stringify({ stdout: captured(`${name}.out`) }))).toBe(17)
  })

  it("nothing of a program that failed or said no text", () => {
    expect(reportedTokens("cli", JSON.stringify({ stdout: captured("cap_codex.out") }))).toBeNull()
    expect(reportedTokens("cli", JSON.stringify({ stdout: { base64: "/w==" } }))).toBeNull()
    expect(reportedTokens("cli", "{}")).toBeNull()
  })
})
