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

const arms = (
  preset: "smoke" | "pilot",
  block: string,
  phase: "p0" | "p1" = "p0"
): ReadonlyArray<PlannedCase> =>
  casesOf(planFor(preset, {}, phase)).filter((planned) => planned.block === block)

const text = ({ request }: PlannedCase): string => `${request.instructions}\n\n${userText(request)}\n`

/**
 * What differs between the five arms of a block, line by line. Each differing line must be one that the syntax makes different, in the way
 * in which it does; a word is whatever stands for the kind, the name or the end. `place` is where the line stands.
 */
const differences = (
  found: ReadonlyArray<PlannedCase>
): ReadonlyArray<{ readonly what: string; readonly place: number }> => {
  expect(found).toHaveLength(5)
  const lines = found.map((arm) => text(arm).split("\n"))
  const [first = []] = lines
  for (const other of lines) expect(other).toHaveLength(first.length)
  return first.flatMap((line, place) => {
    if (lines.every((other) => other[place] === line)) return []
    const [braces = "", generic = "", typed = "", named = "", padded = ""] = lines.map(
      (other) => other[place]
    )
    if (generic.startsWith("Close the innermost open block")) return [{ what: "described closing", place }]
    if (braces === "}") {
      expect(typed).toMatch(new RegExp(`^${generic} [a-z]{4}$`))
      expect(named).toMatch(new RegExp(`^${typed} n_[a-z]{8}$`))
      expect(padded).toBe(`${generic} junk z_aaaaaaaa`)
      return [{ what: "closing", place }]
    }
    expect([braces, typed, named, padded]).toEqual([`${generic} {`, generic, generic, generic])
    if (generic.startsWith("Open a block of kind ")) return [{ what: "described opening", place }]
    expect(generic).toMatch(/^[a-z]{4} n_[a-z]{8}$/)
    return [{ what: "opening", place }]
  })
}

const count = (found: ReturnType<typeof differences>, what: string): number =>
  found.filter((difference) => difference.what === what).length

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
      const found = differences(arms("pilot", block))
      expect(count(found, "described opening")).toBe(3)
      expect(count(found, "described closing")).toBe(1)
      expect(count(found, "opening")).toBeGreaterThan(8)
      expect(count(found, "closing")).toBeGreaterThan(8)
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

describe("the prompt of active_stack", () => {
  const smoke = casesOf(planFor("smoke", {}, "p1"))
  const ofTask = (task: string) => smoke.filter(({ factors }) => factors["task"] === task)

  it("differs from that of scope_lookup in what is to be returned, and nowhere else in its fixed text", () => {
    const sentences = templates.active_stack.instructions.split("\n")
    const lookup = templates.scope_lookup.instructions.split("\n")
    expect(sentences.slice(0, 10)).toEqual(lookup.slice(0, 10))
    expect(sentences.slice(10)).toEqual([
      "Return only a JSON array of strings: the names of the blocks that are still open at the final probe, from the outermost to the innermost.",
      "The array is empty if no block is open."
    ])
    expect({ ...templates.active_stack, instructions: "" }).toEqual({
      ...templates.scope_lookup,
      instructions: ""
    })
  })

  it("asks about the very prefixes of scope_lookup, with examples of its own", () => {
    const [lookups, stacks] = [ofTask("scope_lookup"), ofTask("active_stack")]
    expect(stacks).toHaveLength(20)
    const tested = ({ request }: PlannedCase) => userText(request).split("\nTEST\n")[1]
    const shown = ({ request }: PlannedCase) => userText(request).match(/[npq]_[a-z]{8}/g) ?? []
    for (const [index, stack] of stacks.entries()) {
      const lookup = lookups[index]
      expect(lookup && tested(lookup)).toBe(tested(stack))
      expect({ ...lookup?.factors, task: "active_stack" }).toEqual(stack.factors)
    }
    const names = (planned: ReadonlyArray<PlannedCase>) => {
      const all = planned.flatMap((one) =>
        shown({
          ...one,
          request: {
            ...one.request,
            input: [{ role: "user", content: userText(one.request).split("\nTEST\n")[0] ?? "" }]
          }
        })
      )
      return new Set(all.filter((name) => name !== "z_aaaaaaaa"))
    }
    const own = names(stacks)
    expect([...names(lookups)].filter((name) => own.has(name))).toEqual([])
  })

  it("shows eight stacks in the spelling that is asked for", () => {
    for (const { request } of ofTask("active_stack")) {
      const content = userText(request)
      expect(content.match(/^Answer:\n\["n_[a-z]{8}"(?:, "n_[a-z]{8}")*\]$/gm)).toHaveLength(8)
      expect(content).toMatch(/\nprobe q_[a-z]{8} x_[a-f]\nAnswer:$/)
    }
  })

  it("reads as people have read it", async () => {
    const [arm] = arms("smoke", "smoke-closed-sibling/active_stack/after_close/natural", "p1").filter(
      ({ factors }) => factors["style"] === "named_end"
    )
    await expect(arm && text(arm)).toMatchFileSnapshot("../../../golden/prompts/stack-named_end.txt")
  })

  it("P2 the arms of a block are equal but for the lines of their syntax", () => {
    for (const block of [
      "d08-f032-03/active_stack/after_close/natural",
      "d04-f000-02/active_stack/before_close/nonce"
    ]) {
      const found = differences(arms("pilot", block, "p1"))
      expect(count(found, "described opening")).toBe(3)
      expect(count(found, "described closing")).toBe(1)
      expect(count(found, "opening")).toBeGreaterThan(8)
    }
  })
})

describe("the prompt of ast_to_source", () => {
  it.each([
    ["named_end", "smoke", "smoke-closed-sibling/ast_to_source/complete/natural", "program-named_end"],
    ["typed_end", "pilot", "t3-d04-f008-01/ast_to_source/complete/nonce", "program-nonce"]
  ] as const)("%s of %s reads as people have read it", async (style, preset, block, file) => {
    const arm = arms(preset, block, "p1").find(({ factors }) => factors["style"] === style)
    await expect(arm && text(arm)).toMatchFileSnapshot(`../../../golden/prompts/${file}.txt`)
  })

  it("P2 the arms of a block are equal but for their syntax and the examples' programs: all tables are the same", () => {
    for (const block of [
      "t3-d08-f032-01/ast_to_source/complete/natural",
      "t3-d02-f008-02/ast_to_source/complete/nonce"
    ]) {
      const found = arms("pilot", block, "p1")
      const [first] = found
      const lines = first === undefined ? [] : text(first).split("\n")
      const test = lines.indexOf("TEST")
      const differing = differences(found)
      expect(count(differing, "described opening")).toBe(3)
      expect(count(differing, "described closing")).toBe(1)
      expect(count(differing, "opening")).toBeGreaterThan(20)
      expect(count(differing, "opening")).toBe(count(differing, "closing"))
      // Nothing of the question itself, and between `Syntax tree:` and `Program:` nothing of an example.
      for (const { place } of differing.filter(({ what }) => !what.startsWith("described"))) {
        expect(place).toBeLessThan(test)
        const heading = lines
          .slice(0, place)
          .findLast((line) => line === "Syntax tree:" || line === "Program:")
        expect(heading).toBe("Program:")
      }
    }
  })

  it("shows eight tables with their programs, and a last table without", () => {
    for (const { request } of casesOf(planFor("smoke", {}, "p1")).filter(
      ({ factors }) => factors["task"] === "ast_to_source"
    )) {
      const content = userText(request)
      expect(
        content.match(/^node {2}parent {2}order {2}tag {4}kind {2}name {8}variable {2}value {2}payload$/gm)
      ).toHaveLength(9)
      expect(content.match(/^Program:$/gm)).toHaveLength(9)
      expect(content).toMatch(/\n[a-z][0-9]{1,2} [^\n]*\nProgram:$/)
      expect(content).not.toMatch(/probe|MARKER|prefix/)
    }
  })

  it("holds no line of the program that is asked for", () => {
    const gold = new Map(
      [...planFor("smoke", {}, "p1").gold].map(({ goldId, answer }) => [goldId, answer.reveal()])
    )
    expect(gold.size).toBe(12)
    for (const { request, goldId, factors } of casesOf(planFor("smoke", {}, "p1"))) {
      if (factors["task"] !== "ast_to_source") continue
      const names = JSON.stringify(gold.get(goldId)).match(/n_[a-z]{8}/g) ?? []
      expect(names.length).toBeGreaterThan(1)
      for (const name of names) {
        const mentions = userText(request)
          .split("\n")
          .filter((line) => line.includes(name))
        expect(mentions).toEqual([expect.stringMatching(/^[a-z][0-9]{1,2} .* SCOPE /)])
      }
    }
  })

  it("M4 uses LF only, and ASCII only, as all prompts of p1 do", () => {
    const found = casesOf(planFor("pilot", {}, "p1"))
    expect(found).toHaveLength(1800)
    for (const planned of found) expect(text(planned)).toMatch(/^[\n\x20-\x7e]*$/)
  })
})
