import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { audit } from "../../../src/experiments/syntax-locality/audit.js"
import type { JsonObject } from "../../../src/json/Json.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import type { AuditCheck } from "../../../src/pipeline/Experiment.js"
import type { PlannedTrial } from "../../../src/records/PlannedTrial.js"
import { asSavedPlan, type Saved, saveInMemory } from "./plans.js"

const grid = { depth: [2, 4], fillerStatements: [0, 3], seedsPerCell: 2 }
const small = saveInMemory("pilot", { grid })

const checksOf = (saved: Saved): ReadonlyArray<AuditCheck> => Effect.runSync(audit(asSavedPlan(saved)))

/** The names of the checks that fail on a copy of the small plan after `spoil`. */
const failing = (spoil: (saved: Saved) => void, from: Saved = small): ReadonlyArray<string> => {
  const copy = structuredClone(from)
  spoil(copy)
  return checksOf(copy)
    .filter(({ passed }) => !passed)
    .map(({ name }) => name)
}

type Mutable = { [key: string]: unknown }

/** A saved row, to be changed in place; each test knows the shape of what it changes. */
const row = (saved: Saved, file: string, index: number): Mutable => saved.rows.get(file)?.[index] as Mutable

const inside = (value: unknown): Mutable => value as Mutable

const changeRequest = (saved: Saved, change: (content: string) => string): void => {
  const [trialId, request] = [...saved.requests][0] as [string, LlmRequest]
  const [message] = request.input
  const content = change(message?.content ?? "")
  saved.requests.set(trialId, { ...request, input: [{ role: "user", content }] })
}

const changeTrial = (saved: Saved, change: Partial<PlannedTrial>): void => {
  saved.trials[0] = { ...(saved.trials[0] as PlannedTrial), ...change }
}

const oracles = "both oracles and the gold answer agree in every style and lexicon"
const oneGold = "every question has one gold answer, and every gold answer its question"
const shape = "depth, fillers, closings and cuts are as declared"
const unique = "values and names are unique in a program"
const hashes = "structure hashes are right"
const siblings = "two siblings with decoys are closed at both observations"
const outer = "half of each cell looks further out than the innermost open block"
const complete = "the grid is complete"
const overlap = "no two families or examples share a structure or a name"
const examples = "examples are as many, as short and as answered as they should be"
const lexicons = "nonce lexicons are spread evenly in each cell"
const coordinates = "trials are where the design has them"
const blocks = "every matched block has each style once"
const count = "the number of trials is the design's"
const settings = "all requests have the same settings"
const template = "each request is the template with the shared examples and its one question"
const leaks = "no request holds a placeholder, a condition's name or an id"
const places = "sizes and places in cases.jsonl point to what they name"
const viewsDiffer = "the answer changes between the two views"
const byHand = "gold is what the cases' author read off them"

describe("audit", () => {
  it("passes smoke and a pilot, and every check has looked at something", () => {
    for (const saved of [saveInMemory("smoke"), small]) {
      for (const { name, passed, checked, detail } of checksOf(saved)) {
        expect(passed, `${name}: ${detail}`).toBe(true)
        expect(checked, name).toBeGreaterThan(0)
      }
    }
  })

  it("looks at every family, view, style and lexicon", () => {
    const checked = (name: string) => checksOf(small).find((check) => check.name === name)?.checked
    expect(checked(oracles)).toBe(8 * 2 * 5 * 2)
    expect(checked("programs survive rendering and parsing in every style and lexicon")).toBe(8 * 5 * 2)
    expect(checked(template)).toBe(8 * 2 * 2 * 5)
  })

  it("sees a wrong, a missing and a superfluous gold answer", () => {
    expect(failing((saved) => (inside(row(saved, "gold.jsonl", 0)["answer"])["value"] = 1234))).toEqual([
      oracles,
      template,
      places
    ])
    expect(failing((saved) => saved.rows.get("gold.jsonl")?.pop())).toContain(oneGold)
    const stray = { goldId: "x", answer: { value: 1000, activeScopes: [] } }
    expect(failing((saved) => saved.rows.get("gold.jsonl")?.push(stray))).toEqual([oneGold])
  })

  it("sees a gold stack in another order", () => {
    const reversed = (saved: Saved) => {
      const gold = saved.rows.get("gold.jsonl") ?? []
      const stacks = gold.map((line) => inside(inside(line)["answer"])["activeScopes"] as Array<string>)
      stacks.find(({ length }) => length > 1)?.reverse()
    }
    expect(failing(reversed)).toEqual([oracles])
  })

  it("sees what a family declares and is not", () => {
    const declare = (key: string, value: unknown) =>
      failing((saved) => (row(saved, "families.jsonl", 0)[key] = value))
    expect(declare("closings", 2)).toContain(shape)
    expect(declare("depth", 3)).toContain(shape)
    expect(declare("structureHash", "0")).toEqual([hashes])
    expect(declare("outerLookup", true)).toEqual([outer])
    expect(declare("siblings", [])).toEqual([siblings])
  })

  it("sees a sibling that binds another variable", () => {
    const found = failing((saved) => {
      const family = row(saved, "families.jsonl", 0)
      const [name] = family["siblings"] as ReadonlyArray<string>
      const asked = inside(inside(family["cuts"])["after_close"])["variable"]
      const rename = (body: ReadonlyArray<Mutable>, within: boolean): void => {
        for (const statement of body) {
          if (statement["type"] === "scope")
            rename(statement["body"] as Array<Mutable>, statement["name"] === name)
          else if (within && statement["variable"] === asked)
            statement["variable"] = asked === "x_a" ? "x_b" : "x_a"
        }
      }
      rename(inside(family["program"])["body"] as Array<Mutable>, false)
    })
    expect(found).toContain(siblings)
  })

  it("sees cuts that ask the same thing twice", () => {
    const found = failing((saved) => {
      const cuts = inside(row(saved, "families.jsonl", 0)["cuts"])
      inside(cuts["after_close"])["eventCount"] = inside(cuts["before_close"])["eventCount"]
    })
    expect(found).toContain(viewsDiffer)
    expect(found).toContain(shape)
  })

  it("sees a program that is not the one in the requests", () => {
    const found = failing((saved) => {
      const program = inside(row(saved, "families.jsonl", 0)["program"])
      const lets = (program["body"] as Array<Mutable>).flatMap(function own(statement): Array<Mutable> {
        return statement["type"] === "scope"
          ? (statement["body"] as Array<Mutable>).flatMap(own)
          : [statement]
      })
      const [first, second] = lets.filter(({ type }) => type === "let")
      if (first !== undefined) first["value"] = second?.["value"]
    })
    expect(found).toContain(unique)
    expect(found).toContain(template)
  })

  it("sees a missing family, an uneven cell of lexicons, and examples that are not apart", () => {
    expect(failing((saved) => saved.rows.get("families.jsonl")?.pop())).toContain(complete)
    const uneven = failing((saved) => {
      row(saved, "families.jsonl", 1)["nonceLexicon"] = row(saved, "families.jsonl", 0)["nonceLexicon"]
    })
    expect(uneven).toContain(lexicons)
    expect(uneven).toContain(coordinates)
    const twin = failing((saved) => {
      inside(row(saved, "examples.jsonl", 0)["family"])["structureHash"] = row(saved, "families.jsonl", 0)[
        "structureHash"
      ]
    })
    expect(twin).toEqual([hashes, overlap])
    expect(failing((saved) => (inside(row(saved, "examples.jsonl", 0)["answer"])["value"] = 1))).toEqual([
      examples
    ])
    expect(failing((saved) => saved.rows.get("examples.jsonl")?.pop())).toContain(examples)
  })

  it("sees every way in which a saved prompt is not the template", () => {
    const spoiled: ReadonlyArray<(content: string) => string> = [
      (content) => `${content} `,
      (content) => `${content}\n5916`,
      (content) => content.replace("Example 1\n", "Example 9\n"),
      (content) => content.replace(/(?=probe \S+ \S+\nAnswer:$)/, "nop p_aaaaaaaa\n"),
      (content) => content.replace(/probe (\S+) (\S+)\nAnswer:$/, "probe $1 $2\nnop p_aaaaaaaa\nAnswer:"),
      (content) =>
        content.replace(
          /(TEST\nProgram prefix:\n[\s\S]*)\nAnswer:$/,
          "$1\n\nTEST\nProgram prefix:\n$1\nAnswer:"
        ),
      (content) => content.replace(/ \d{4}\n(?![\s\S]* \d{4}\n)/, " 1111\n")
    ]
    for (const change of spoiled) expect(failing((saved) => changeRequest(saved, change))).toContain(template)
  })

  it("sees placeholders, condition names and ids in a prompt", () => {
    const [first] = small.trials
    for (const stray of [
      "<source>",
      "named_end",
      "style D",
      "after_close",
      "nonce-3",
      first?.goldId,
      "undefined"
    ]) {
      const found = failing((saved) =>
        changeRequest(saved, (content) => content.replace("EXAMPLES", `EXAMPLES ${stray}`))
      )
      expect(found, stray).toContain(leaks)
    }
  })

  it("sees a request with other settings", () => {
    const found = failing((saved) => {
      const [trialId, request] = [...saved.requests][0] as [string, LlmRequest]
      saved.requests.set(trialId, { ...request, maxOutputTokens: 9000 })
    })
    expect(found).toEqual([settings])
  })

  it("sees the request of another arm", () => {
    const found = failing((saved) => {
      const [first, second] = saved.trials
      const other = saved.requests.get(second?.trialId ?? "")
      if (first !== undefined && other !== undefined) saved.requests.set(first.trialId, other)
    })
    expect(found).toContain(template)
  })

  it("sees a schedule that misses an arm, doubles one, or puts one elsewhere", () => {
    expect(failing((saved) => saved.trials.pop())).toEqual([blocks, count])
    const [first, second] = small.trials
    const factors = { ...first?.factors, style: second?.factors["style"] ?? "" }
    expect(failing((saved) => changeTrial(saved, { factors }))).toContain(blocks)
    expect(failing((saved) => changeTrial(saved, { factors: { ...first?.factors, depth: 9 } }))).toEqual([
      coordinates
    ])
    expect(failing((saved) => changeTrial(saved, { goldId: second?.caseId ?? "" }))).toEqual([coordinates])
  })

  it("sees a place in cases.jsonl that points elsewhere", () => {
    const shift = (saved: Saved, name: string) => {
      const place = inside(inside(row(saved, "cases.jsonl", 0)["positions"])[name])
      place["char"] = Number(place["char"]) + 1
      place["byte"] = place["char"]
    }
    for (const name of ["probe", "bindingBefore", "bindingAfter"]) {
      expect(
        failing((saved) => shift(saved, name)),
        name
      ).toEqual([places])
    }
  })

  it("holds smoke's gold against the hand-written answers", () => {
    const spoil = (saved: Saved) => {
      const answer = row(saved, "gold.jsonl", 0)["answer"] as JsonObject
      row(saved, "gold.jsonl", 0)["answer"] = { ...answer, value: 2963 }
    }
    expect(failing(spoil, saveInMemory("smoke"))).toContain(byHand)
  })

  it("fails rather than passes over nothing", () => {
    const empty = failing((saved) => {
      saved.trials.length = 0
    })
    expect(empty).toEqual([coordinates, blocks, count, settings, template, leaks, places])
  })
})
