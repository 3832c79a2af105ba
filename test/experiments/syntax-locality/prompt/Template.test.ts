import { describe, expect, it } from "@effect/vitest"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import {
  endingOf,
  openingOf,
  templates
} from "../../../../src/experiments/syntax-locality/prompt/Template.js"
import type { PlannedCase } from "../../../../src/pipeline/Experiment.js"
import { casesOf, planFor, userText } from "../plans.js"

/** Specification 6.2, copied from there. */
const specified = `You will read a prefix of a small scope language.
Every block, regardless of its kind, creates a local scope.
Statements are processed once, from top to bottom.
A let statement binds a variable in the current scope.
The nearest still-open scope containing the variable determines its value.
Bindings in closed scopes are no longer visible.
A nop statement has no effect.
The final probe marks the observation point.
Open blocks at the end of this prefix are intentional.
Do not complete or repair the program.
Return only the decimal integer visible at the final probe.

SYNTAX
<description generated from this condition's grammar and lexicon>

EXAMPLES
Example 1
Program prefix:
<example source>
Answer:
<oracle value>

Example 2
Program prefix:
<second source>
Answer:
<second value>

TEST
Program prefix:
<test source ending at its probe>
Answer:`

const arms = (preset: "smoke" | "pilot", block: string): ReadonlyArray<PlannedCase> =>
  casesOf(planFor(preset)).filter((planned) => planned.block === block)

const text = ({ request }: PlannedCase): string => `${request.instructions}\n\n${userText(request)}\n`

describe("the prompt of scope_lookup", () => {
  it("is the template of the specification, word for word", () => {
    const examples = [
      { given: "<example source>", answer: "<oracle value>" },
      { given: "<second source>", answer: "<second value>" }
    ]
    const opening = openingOf(
      templates.scope_lookup,
      "<description generated from this condition's grammar and lexicon>",
      examples
    )
    const { instructions } = templates.scope_lookup
    const ending = endingOf(templates.scope_lookup)
    expect(`${instructions}\n\n${opening}<test source ending at its probe>${ending}`).toBe(specified)
  })

  for (const style of styles) {
    it(`${style}: reads as people have read it`, async () => {
      const found = arms("smoke", "smoke-closed-sibling/scope_lookup/after_close/natural")
      const arm = found.find(({ factors }) => factors["style"] === style)
      await expect(arm && text(arm)).toMatchFileSnapshot(`../../../golden/prompts/lookup-${style}.txt`)
    })
  }

  it("in nonce words reads as people have read it", async () => {
    const found = arms("pilot", "d04-f000-02/scope_lookup/before_close/nonce")
    const arm = found.find(({ factors }) => factors["style"] === "named_end")
    await expect(arm && text(arm)).toMatchFileSnapshot("../../../golden/prompts/lookup-nonce.txt")
  })

  it("shows exactly as many examples as configured, each with its answer, and one question without", () => {
    for (const fewShotCount of [1, 8]) {
      const planned = casesOf(planFor("smoke", { fewShotCount }))
      expect(planned).toHaveLength(20)
      for (const { request } of planned) {
        const content = userText(request)
        expect(content.match(/^Example \d+$/gm)).toHaveLength(fewShotCount)
        expect(content.match(/^probe /gm)).toHaveLength(fewShotCount + 1)
        expect(content.match(/^Answer:$/gm)).toHaveLength(fewShotCount + 1)
        expect(content.match(/^Answer:\n\d{4}$/gm)).toHaveLength(fewShotCount)
        expect(content).toMatch(/\nprobe q_[a-z]{8} x_[a-f]\nAnswer:$/)
      }
    }
  })

  it("puts the whole question into one user message", () => {
    for (const { request } of casesOf(planFor("smoke"))) {
      expect(request.input.map(({ role }) => role)).toEqual(["user"])
      expect(request.instructions).toBe(specified.slice(0, specified.indexOf("\n\nSYNTAX\n")))
    }
  })

  it("P2 the arms of a block are equal, line by line and word by word, but for the lines of their syntax", () => {
    for (const block of [
      "d08-f032-03/scope_lookup/after_close/natural",
      "d08-f032-03/scope_lookup/before_close/nonce"
    ]) {
      const found = arms("pilot", block)
      expect(found).toHaveLength(5)
      const lines = found.map((arm) => text(arm).split("\n"))
      const [first = []] = lines
      for (const other of lines) expect(other).toHaveLength(first.length)
      const differing = first.flatMap((line, index) =>
        lines.every((other) => other[index] === line) ? [] : [lines.map((other) => other[index] ?? "")]
      )
      // [braces, generic, typed, named, padded]; a word is whatever stands for the kind, the name or the end.
      const kinds = differing.map(([braces = "", generic = "", typed = "", named = "", padded = ""]) => {
        if (generic.startsWith("Open a block of kind ")) {
          expect([braces, typed, named, padded]).toEqual([`${generic} {`, generic, generic, generic])
          return "described opening"
        }
        if (generic.startsWith("Close the innermost open block")) return "described closing"
        if (braces === "}") {
          expect(typed).toMatch(new RegExp(`^${generic} [a-z]{4}$`))
          expect(named).toMatch(new RegExp(`^${typed} n_[a-z]{8}$`))
          expect(padded).toBe(`${generic} junk z_aaaaaaaa`)
          return "closing"
        }
        expect(generic).toMatch(/^[a-z]{4} n_[a-z]{8}$/)
        expect([braces, typed, named, padded]).toEqual([`${generic} {`, generic, generic, generic])
        return "opening"
      })
      expect(kinds.filter((kind) => kind === "described opening")).toHaveLength(3)
      expect(kinds.filter((kind) => kind === "described closing")).toHaveLength(1)
      expect(kinds).toContain("opening")
      expect(kinds).toContain("closing")
    }
  })

  it("never shows what comes after the probe, so no later label helps", () => {
    const before = casesOf(planFor("pilot")).filter(({ factors }) => factors["view"] === "before_close")
    expect(before).toHaveLength(360)
    for (const { request, record } of before) {
      const { closes } = record["positions"] as { closes: ReadonlyArray<unknown> }
      expect(closes).toEqual([])
      expect(userText(request)).toMatch(/\nprobe q_[a-z]{8} x_[a-f]\nAnswer:$/)
    }
  })

  it("M4 uses LF only, and ASCII only", () => {
    for (const { request } of casesOf(planFor("pilot"))) {
      expect(text({ request } as PlannedCase)).toMatch(/^[\n\x20-\x7e]*$/)
    }
  })
})
