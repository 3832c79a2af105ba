import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { gradeProgram } from "../../../../src/experiments/syntax-locality/grading/gradeProgram.js"
import type { Program, Statement } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import {
  lexiconIds,
  lexiconOf,
  naturalLexicon
} from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import {
  type RenderSpec,
  renderPrefix,
  renderProgram
} from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { type Style, styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { describeSyntax } from "../../../../src/experiments/syntax-locality/prompt/SyntaxDescription.js"
import { grammarOf } from "../../../../src/experiments/syntax-locality/simulated-model/grammarOf.js"
import {
  mistakeRate,
  writingMistakeRate
} from "../../../../src/experiments/syntax-locality/simulated-model/noisyReply.js"
import {
  simulatedModel,
  simulatedProfiles
} from "../../../../src/experiments/syntax-locality/simulated-model/simulatedModel.js"
import type { Json } from "../../../../src/json/Json.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { SimulatedModel, SimulatedReply } from "../../../../src/llm/simulated/SimulatedModel.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import { JavaRandom } from "../../../../src/random/JavaRandom.js"
import { reply } from "../grading/reply.js"
import { arbitraryObserved } from "../lang/arbitraryProgram.js"
import { lookupRequest, programRequest, stackRequest } from "./requests.js"

const model = (profile: string): SimulatedModel => Either.getOrThrow(simulatedModel(profile))

const puzzled = { type: "answer", text: "I do not understand.", reasoningTokens: 0 }

const answerOf = (reply: SimulatedReply): string => (reply.type === "answer" ? reply.text : reply.type)

const allSpecs: ReadonlyArray<RenderSpec> = lexiconIds.flatMap((id) =>
  styles.map((style) => ({ style, lexicon: lexiconOf(id) }))
)

/** `closings` blocks that bind x_a, one after another, in a scope where x_a is 5000. */
const sourceWith = (closings: number, spec: RenderSpec): string => {
  const closed: ReadonlyArray<Statement> = Array.from({ length: closings }, (_, index) => ({
    type: "scope",
    kind: "unit",
    name: `n_abcdefg${String.fromCharCode(97 + index)}`,
    body: [{ type: "let", variable: "x_a", value: 1000 + index }]
  }))
  const program: Program = { body: [{ type: "let", variable: "x_a", value: 5000 }, ...closed] }
  return renderPrefix(program, { eventCount: 1 + 3 * closings, probeId: "q_abcdefgh", variable: "x_a" }, spec)
}

/** Replies to one request under many seeds. */
const ask = (profile: string, request: LlmRequest, count: number): Array<SimulatedReply> =>
  Array.from({ length: count }, (_, seed) =>
    model(profile).reply(request, new JavaRandom(BigInt(seed) * 7919n))
  )

const replies = (profile: string, style: Style, closings: number, count: number): Array<SimulatedReply> => {
  const spec = { style, lexicon: naturalLexicon }
  return ask(profile, lookupRequest(sourceWith(closings, spec), spec), count)
}

const errorRate = (style: Style, closings: number): number => {
  const all = replies("noisy", style, closings, 2_000)
  return all.filter((reply) => answerOf(reply) !== "5000").length / all.length
}

describe("the profiles", () => {
  it("are noisy, perfect and fixture", () => {
    expect(simulatedProfiles).toEqual(["noisy", "perfect", "fixture"])
    for (const profile of simulatedProfiles) expect(model(profile).profile).toBe(profile)
  })

  it("do not include others", () => {
    const message = Either.match(simulatedModel("Noisy"), {
      onLeft: (error) => error.message,
      onRight: () => ""
    })
    expect(message).toBe("there is no mock profile 'Noisy'; the profiles are noisy, perfect, fixture")
  })

  it("see the request only: nothing that knows a plan's answers is within their reach", () => {
    const room = new URL("../../../../src/experiments/syntax-locality/simulated-model/", import.meta.url)
    const imported = readdirSync(room).flatMap((file) =>
      [...readFileSync(new URL(file, room), "utf8").matchAll(/from "(\.[^"]+)"/g)].map(
        (match) => match[1] ?? ""
      )
    )
    expect(imported.length).toBeGreaterThan(10)
    const reachable =
      /^(\.\/\w+|\.\.\/lang\/\w+|\.\.\/\.\.\/\.\.\/(llm\/.*|random\/JavaRandom|pipeline\/PipelineError))\.js$/
    expect(imported.filter((path) => !reachable.test(path))).toEqual([])
    expect(imported.filter((path) => /Gold|ReferenceOracle|lang\/Ast/.test(path))).toEqual([])
  })
})

describe("the grammar, worked out from its description", () => {
  it.each(allSpecs)("is the one described: $style, $lexicon", ({ style, lexicon }) => {
    const found = grammarOf(describeSyntax(style, lexicon, "scope_lookup"))
    // Braces leave no word for the end to be found.
    const end = style === "braces" ? "" : lexicon.end
    expect(found).toEqual({ style, lexicon: { ...lexicon, end } })
  })

  it("is not guessed when a line of the description is missing", () => {
    for (const style of styles) {
      const lines = describeSyntax(style, naturalLexicon, "scope_lookup").split("\n")
      const templates = lines.filter((line) => line.includes(": ") && !line.includes("MARKER"))
      expect(templates).toHaveLength(6)
      for (const line of templates)
        expect(grammarOf(lines.filter((other) => other !== line).join("\n"))).toBeNull()
    }
    expect(grammarOf("")).toBeNull()
    for (const spec of allSpecs) {
      const whole = grammarOf(describeSyntax(spec.style, spec.lexicon, "ast_to_source"))
      expect(whole).toEqual(grammarOf(describeSyntax(spec.style, spec.lexicon, "scope_lookup")))
    }
    expect(
      grammarOf(
        `${describeSyntax("braces", naturalLexicon, "scope_lookup")}\nOpen a block of kind hall: hall NAME {`
      )
    ).toBeNull()
  })
})

describe("perfect", () => {
  it("answers as the reference oracle does, in all syntaxes and lexicons", () => {
    let asked = 0
    const perfect = model("perfect")
    fc.assert(
      fc.property(arbitraryObserved, fc.constantFrom(...allSpecs), ({ program, cut }, spec) => {
        const expected = Either.match(observe(program, cut), {
          onLeft: () => "I do not understand.",
          onRight: ({ value }) => String(value)
        })
        asked += Number(expected.length === 4)
        const reply = perfect.reply(lookupRequest(renderPrefix(program, cut, spec), spec), new JavaRandom(0n))
        expect(answerOf(reply)).toBe(expected)
      }),
      { numRuns: 3_000 }
    )
    expect(asked).toBeGreaterThan(1_000)
  })
})

describe("perfect, of the other tasks", () => {
  it("lists the open blocks as the reference oracle does, in all syntaxes and lexicons", () => {
    const depths = new Set<number>()
    const perfect = model("perfect")
    fc.assert(
      fc.property(arbitraryObserved, fc.constantFrom(...allSpecs), ({ program, cut }, spec) => {
        // The oracle wants a bound variable; which one plays no part in the open blocks.
        const bound: Program = { body: [{ type: "let", variable: "x_f", value: 1000 }, ...program.body] }
        const probed = { ...cut, variable: "x_f", eventCount: cut.eventCount + 1 }
        const { activeScopes } = Either.getOrThrow(observe(bound, probed))
        depths.add(activeScopes.length)
        const reply = perfect.reply(stackRequest(renderPrefix(bound, probed, spec), spec), new JavaRandom(0n))
        expect(JSON.parse(answerOf(reply))).toEqual(activeScopes)
      }),
      { numRuns: 1_000 }
    )
    expect(depths.size).toBeGreaterThan(3)
  })

  it("writes the program of any table, in all syntaxes and lexicons", () => {
    const perfect = model("perfect")
    fc.assert(
      fc.property(
        arbitraryObserved,
        fc.constantFrom(...allSpecs),
        fc.bigInt(0n, 1n << 40n),
        ({ program }, spec, seed) => {
          const reply = perfect.reply(programRequest(program, spec, seed), new JavaRandom(0n))
          expect(answerOf(reply)).toBe(renderProgram(program, spec))
        }
      ),
      { numRuns: 1_000 }
    )
  })
})

/** Where a program is cut, for the text of a request. */
const nested = (depth: number): Program => ({
  body: [{ type: "let", variable: "x_a", value: 5000 }, ...blocks(depth)]
})
const blocks = (depth: number): ReadonlyArray<Statement> =>
  depth === 0
    ? []
    : [
        {
          type: "scope",
          kind: (["unit", "func", "area"] as const)[depth % 3] ?? "unit",
          name: `n_abcdefg${String.fromCharCode(97 + depth)}`,
          body: [
            { type: "nop", payload: "p_abcdefgh" },
            { type: "let", variable: "x_a", value: 1000 + depth },
            ...blocks(depth - 1)
          ]
        }
      ]

describe("noisy, of the open blocks", () => {
  const spec = { style: "padded_end", lexicon: naturalLexicon } as const
  const open = [..."abcd"].map((letter) => `unit n_openedd${letter}`)
  const closed = [..."abcdefghijkl"].map((letter) => `func n_closedd${letter}\nend junk z_aaaaaaaa`)
  const request = stackRequest([...open, ...closed, "probe q_abcdefgh x_a"].join("\n"), spec)
  const right = '["n_openedda", "n_openeddb", "n_openeddc", "n_openeddd"]'

  it("errs as careless readers do: a closed block more, one too few, two in the wrong order, a misspelt name", () => {
    const counts = {
      right: 0,
      closed: 0,
      missing: 0,
      order: 0,
      misspelt: 0,
      sentence: 0,
      refusal: 0,
      incomplete: 0
    }
    for (const reply of ask("noisy", request, 4_000)) {
      const answer = answerOf(reply)
      if (answer === right) counts.right++
      else if (answer === `The answer is ${right}.`) counts.sentence++
      else if (answer === "refusal" || answer === "incomplete") counts[answer]++
      else {
        const names = JSON.parse(answer) as ReadonlyArray<string>
        if (names.some((name) => name.startsWith("n_closedd"))) counts.closed++
        else if (names.length < 4) counts.missing++
        else if (names.toSorted().join() === names.join()) counts.misspelt++
        else if (new Set([...names, ...JSON.parse(right)]).size === 4) counts.order++
        else counts.misspelt++
      }
    }
    const wrong = 4_000 - counts.right
    // Five standard errors around the written rate.
    expect(Math.abs(wrong / 4_000 - mistakeRate("padded_end", 12))).toBeLessThan(0.04)
    for (const [manner, count] of Object.entries(counts)) expect(count, manner).toBeGreaterThan(10)
    for (const seldom of [counts.sentence, counts.refusal, counts.incomplete])
      expect(seldom).toBeLessThan(wrong / 5)
  })

  it("has nothing to confuse where no block was opened", () => {
    const flat = stackRequest("let x_a 5000\nprobe q_abcdefgh x_a", spec)
    const said = new Set(ask("noisy", flat, 3_000).map(answerOf))
    expect(said).toContain("The answer is [].")
    for (const manner of said) expect(["The answer is [].", "[]", "incomplete", "refusal"]).toContain(manner)
  })
})

describe("noisy, of whole programs", () => {
  /** How 2,000 answers to a table of `depth` are graded. */
  const outcomes = (style: Style, depth: number): Readonly<Record<string, number>> => {
    const spec = { style, lexicon: naturalLexicon }
    const program = nested(depth)
    // A program is plain data of the saved shape.
    const gold = Gold.seal<Json>({ program: { body: program.body as unknown as Json } })
    const counts: Record<string, number> = {}
    for (const said of ask("noisy", programRequest(program, spec), 2_000)) {
      const outcome =
        said.type === "answer"
          ? gradeProgram(gold, reply(said.text), spec)
          : { outcome: said.type, diagnostics: {} }
      const { parseErrorClass, astDifference } = {
        parseErrorClass: "",
        astDifference: "",
        ...outcome.diagnostics
      }
      for (const key of [outcome.outcome, parseErrorClass, astDifference])
        if (key !== "") counts[String(key)] = (counts[String(key)] ?? 0) + 1
    }
    return counts
  }

  it("errs more often the deeper the program, at the rate that is written down, and not in every style alike", () => {
    for (const style of styles) {
      const rates = [1, 4, 8].map((depth) => 1 - (outcomes(style, depth)["correct"] ?? 0) / 2_000)
      expect([...rates].sort((a, b) => a - b)).toEqual(rates)
      for (const [index, depth] of [1, 4, 8].entries()) {
        expect(Math.abs((rates[index] ?? Number.NaN) - writingMistakeRate(style, depth))).toBeLessThan(0.055)
      }
      expect(writingMistakeRate(style, 60)).toBe(0.35)
    }
    expect(new Set(styles.map((style) => writingMistakeRate(style, 4))).size).toBe(5)
  })

  it("drops and doubles endings, mislabels them where they have labels, swaps siblings and mistakes values", () => {
    const found = outcomes("named_end", 8)
    for (const manner of [
      "close_name",
      "close_kind",
      "underflow",
      "order",
      "value",
      "refusal",
      "incomplete",
      "extra_source"
    ])
      expect(found[manner], manner).toBeGreaterThan(0)
    const bare = outcomes("generic_end", 8)
    for (const manner of ["eof", "underflow", "order", "value"])
      expect(bare[manner], manner).toBeGreaterThan(0)
    expect(bare["close_name"] ?? 0).toBe(0)
    expect(bare["close_kind"] ?? 0).toBe(0)
    expect(outcomes("typed_end", 8)["close_kind"]).toBeGreaterThan(0)
  })
})

describe("noisy", () => {
  it("says the same under the same seed, and different things under others", () => {
    const [once, again] = [replies("noisy", "generic_end", 9, 200), replies("noisy", "generic_end", 9, 200)]
    expect(once).toEqual(again)
    expect(new Set(once.map(answerOf)).size).toBeGreaterThan(5)
  })

  it("errs more often the more blocks were closed, at the rate that is written down, up to 35 %", () => {
    for (const style of styles) {
      const rates = [1, 5, 10].map((closings) => errorRate(style, closings))
      expect([...rates].sort((a, b) => a - b)).toEqual(rates)
      for (const [index, closings] of [1, 5, 10].entries()) {
        // Five standard errors at the most: sqrt(0.35 * 0.65 / 2000) is about 0.011.
        expect(Math.abs((rates[index] ?? Number.NaN) - mistakeRate(style, closings))).toBeLessThan(0.055)
      }
      expect(rates[0]).toBeGreaterThan(0)
      expect(mistakeRate(style, 1)).toBeGreaterThanOrEqual(0.02)
      expect(mistakeRate(style, 100)).toBe(0.35)
    }
    expect(new Set(styles.map((style) => mistakeRate(style, 4))).size).toBe(5)
  })

  it("errs as careless readers do: mostly a value that was bound and is hidden, seldom in other ways", () => {
    const counts = { right: 0, hidden: 0, sentence: 0, refusal: 0, incomplete: 0, other: 0 }
    for (const reply of replies("noisy", "padded_end", 10, 4_000)) {
      const answer = answerOf(reply)
      if (answer === "5000") counts.right += 1
      else if (/^100[0-9]$/.test(answer)) counts.hidden += 1
      else if (answer === "The answer is 5000.") counts.sentence += 1
      else if (answer === "refusal" || answer === "incomplete") counts[answer] += 1
      else counts.other += 1
    }
    expect(counts.other).toBe(0)
    expect(counts.hidden).toBeGreaterThan(4 * counts.sentence)
    for (const seldom of [counts.sentence, counts.refusal, counts.incomplete]) {
      expect(seldom).toBeGreaterThan(0)
      expect(seldom).toBeLessThan(250)
    }
  })

  it("has no other value to offer where the variable has none, and then breaks the format", () => {
    const spec = { style: "padded_end", lexicon: naturalLexicon } as const
    const block = (letter: string) => `unit n_abcdefg${letter}\nend junk z_aaaaaaaa`
    const source = [..."abcdefgh"].map(block).join("\n")
    const request = lookupRequest(`${source}\nlet x_b 7777\nlet x_a 5000\nprobe q_abcdefgh x_a`, spec)
    const said = ask("noisy", request, 3_000).map(answerOf)
    expect([...new Set(said)].sort()).toEqual(["5000", "The answer is 5000.", "incomplete", "refusal"])
    const mistakes = said.filter((answer) => answer !== "5000")
    const sentences = mistakes.filter((answer) => answer.startsWith("The"))
    expect(sentences.length / mistakes.length).toBeGreaterThan(0.8)
  })

  it("counts closings, not openings: a block that is still open confuses nobody", () => {
    const spec = { style: "padded_end", lexicon: naturalLexicon } as const
    const opened = [..."abcdefghij"].map((letter) => `unit n_abcdefg${letter}\nlet x_a 1234`).join("\n")
    const request = lookupRequest(`${opened}\nlet x_b 5000\nprobe q_abcdefgh x_b`, spec)
    const wrong = ask("noisy", request, 2_000).filter((reply) => answerOf(reply) !== "5000")
    expect(wrong.length).toBeLessThan(60)
  })
})

describe("fixture", () => {
  it("says one of its fixed things whatever is asked, by its seed alone", () => {
    const nonsense: LlmRequest = {
      model: "m",
      instructions: "",
      input: [],
      reasoningEffort: null,
      maxOutputTokens: 16
    }
    const all = ask("fixture", nonsense, 500)
    expect(all).toEqual(replies("fixture", "typed_end", 3, 500))
    expect(new Set(all).size).toBe(16)
  })

  it("sends JSON bodies that say what they are", () => {
    const bodies = new Set(
      replies("fixture", "braces", 1, 500).flatMap((reply) => (reply.type === "raw" ? [reply.body] : []))
    )
    expect(bodies.size).toBe(8)
    for (const body of bodies)
      expect(JSON.parse(body)).toMatchObject({ object: "response", synthetic_mock: true })
  })
})

describe("a prompt that is not understood", () => {
  const spec = { style: "named_end", lexicon: naturalLexicon } as const
  const good = lookupRequest(sourceWith(2, spec), spec)
  const withContent = (change: (content: string) => string) => ({
    ...good,
    input: good.input.map((message) => ({ ...message, content: change(message.content) }))
  })

  const table = programRequest(nested(2), spec)
  /** The request of a table whose last occurrence of a line is gone: that of the question. */
  const withoutLine = (line: RegExp) => ({
    ...table,
    input: table.input.map((message) => {
      const at = message.content.lastIndexOf("Syntax tree:")
      const content = message.content.slice(0, at) + message.content.slice(at).replace(line, "")
      expect(content).not.toBe(message.content)
      return { ...message, content }
    })
  })

  it.each([
    ["no input", { ...good, input: [] }],
    ["an empty message", withContent(() => "")],
    ["another task", { ...good, instructions: "Write the program." }],
    ["a table without a root", withoutLine(/^r .*\n/m)],
    ["a table with a row whose parent is missing", withoutLine(/^[a-z]\d+ +r +\d+ +SCOPE.*\n/m)],
    ["no grammar", withContent((content) => content.replace("SYNTAX\n", ""))],
    ["no program", withContent((content) => content.replace("TEST\n", ""))],
    ["no end of the program", withContent((content) => content.replace(/\nAnswer:$/, ""))],
    [
      "a program of another syntax",
      withContent((content) => content.replace(/end unit n_abcdefga(?=\n)/, "}"))
    ],
    [
      "a program with a wrong label",
      withContent((content) => content.replace("end unit n_abcdefga", "end unit n_zzzzzzzz"))
    ],
    [
      "an unbound variable",
      withContent((content) => content.replace(/probe q_abcdefgh x_a/, "probe q_abcdefgh x_b"))
    ]
  ])("gets a plain answer: %s", (_, request) => {
    for (const profile of ["perfect", "noisy"]) {
      expect(model(profile).reply(request, new JavaRandom(1n))).toEqual(puzzled)
    }
  })

  it("is told from one that is", () => {
    expect(answerOf(model("perfect").reply(good, new JavaRandom(1n)))).toBe("5000")
    const split = {
      ...good,
      instructions: "",
      input: [{ role: "developer" as const, content: good.instructions }, ...good.input]
    }
    expect(answerOf(model("perfect").reply(split, new JavaRandom(1n)))).toBe("5000")
  })
})
