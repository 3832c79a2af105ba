import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

/** Specification 4.1's example, in D. */
const example = `let x_a 1048
unit n_qazwsxed
  let x_a 7321
  func n_plmoknij
    let x_a 5916
    area n_uhbygvtf
      let x_a 8604
      nop p_abcdefgh
    end area n_uhbygvtf
    probe q_zxcvbnma x_a
`

const closed = `${example.replace(/ *probe.*\n/, "")}  end func n_plmoknij
end unit n_qazwsxed
`

const fromStdin = (text: string, ...flags: ReadonlyArray<string>) =>
  icl(verbs, ["lang", "-", ...flags], { stdin: text })

describe("lang", () => {
  it.effect("says what is visible at a prefix's probe, with and without --json", () =>
    Effect.gen(function* () {
      for (const flags of [[], ["--json"]]) {
        const output = yield* fromStdin(example, "--style", "named_end", ...flags)
        expect(output.code).toBe(0)
        expect(JSON.parse(output.stdout)).toEqual({ value: 5916, activeScopes: ["n_qazwsxed", "n_plmoknij"] })
      }
    })
  )

  it.effect("reads CRLF the same", () =>
    Effect.gen(function* () {
      const output = yield* fromStdin(example.replaceAll("\n", "\r\n"), "--style=named_end")
      expect(JSON.parse(output.stdout)).toMatchObject({ value: 5916 })
    })
  )

  it.effect("reads a file, and a lexicon of the user's own", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const words = { unit: "aaaa", func: "bbbb", area: "cccc", let: "ddd", nop: "eee", end: "fff" }
      const source = Object.entries(words).reduce(
        (text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to),
        example
      )
      fs.writeFileSync(path.join(folder, "a.txt"), source)
      fs.writeFileSync(path.join(folder, "words.json"), JSON.stringify(words))
      const lexicon = path.join(folder, "words.json")
      const line = ["lang", path.join(folder, "a.txt"), "--style", "named_end", "--lexicon"]
      expect(JSON.parse((yield* icl(verbs, [...line, lexicon])).stdout)).toMatchObject({ value: 5916 })

      fs.writeFileSync(lexicon, JSON.stringify({ ...words, end: "eee", lets: "x" }))
      const refused = yield* icl(verbs, [...line, lexicon])
      expect(refused).toMatchObject({ code: 2, stdout: "" })
      expect(refused.stderr).toContain("words.json")
      expect(refused.stderr).toContain("lets")

      fs.writeFileSync(lexicon, "{")
      expect(yield* icl(verbs, [...line, lexicon])).toMatchObject({ code: 2, stdout: "" })
    }).pipe(Effect.scoped)
  )

  it.effect("prints a program's tree", () =>
    Effect.gen(function* () {
      const output = yield* fromStdin(closed, "--style", "named_end", "--program")
      expect(output.code).toBe(0)
      expect(JSON.parse(output.stdout)).toEqual({
        body: [
          { type: "let", variable: "x_a", value: 1048 },
          {
            type: "scope",
            kind: "unit",
            name: "n_qazwsxed",
            body: [
              { type: "let", variable: "x_a", value: 7321 },
              {
                type: "scope",
                kind: "func",
                name: "n_plmoknij",
                body: [
                  { type: "let", variable: "x_a", value: 5916 },
                  {
                    type: "scope",
                    kind: "area",
                    name: "n_uhbygvtf",
                    body: [
                      { type: "let", variable: "x_a", value: 8604 },
                      { type: "nop", payload: "p_abcdefgh" }
                    ]
                  }
                ]
              }
            ]
          }
        ]
      })
    })
  )

  const malformed = [
    [
      "a wrong label",
      example.replace("end area n_uhbygvtf", "end area n_plmoknij"),
      "named_end",
      "name_mismatch",
      9,
      14
    ],
    ["another syntax", example, "generic_end", "extra_word", 9, 9],
    ["a byte order mark", `\ufeff${example}`, "named_end", "stray_character", 1, 1],
    ["no probe", closed, "named_end", "missing_probe", 12, 1],
    ["nothing", "", "braces", "missing_probe", 1, 1]
  ] as const

  it.effect.each(malformed)(
    "tells the first fault of a malformed text: %s",
    ([, text, style, code, line, column]) =>
      Effect.gen(function* () {
        const output = yield* fromStdin(text, "--style", style)
        expect(output.code).toBe(1)
        const problem = JSON.parse(output.stdout)
        expect(problem).toMatchObject({ code, line, column })
        expect(typeof problem.message).toBe("string")
        expect(Object.keys(problem).sort()).toEqual(["code", "column", "line", "message"])
        expect(lastLine(output.stderr)).toMatch(/^exit 1, failed; next: /)
      })
  )

  it.effect("says where an unbound variable was asked for", () =>
    Effect.gen(function* () {
      const output = yield* fromStdin(
        example.replace("q_zxcvbnma x_a", "q_zxcvbnma x_f"),
        "--style",
        "named_end"
      )
      expect(output.code).toBe(1)
      expect(JSON.parse(output.stdout)).toMatchObject({ code: "unbound_variable", line: 10, column: null })
    })
  )

  it.effect("refuses a file that is not there", () =>
    Effect.gen(function* () {
      const output = yield* icl(verbs, ["lang", "/nowhere/a.txt", "--style", "braces"])
      expect(output).toMatchObject({ code: 2, stdout: "" })
      expect(output.stderr).toContain("/nowhere/a.txt")
    })
  )
})
