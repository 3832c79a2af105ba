import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { audit } from "../../../src/experiments/syntax-locality/audit.js"
import type { Task } from "../../../src/experiments/syntax-locality/Factors.js"
import type { JsonObject } from "../../../src/json/Json.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import type { AuditCheck } from "../../../src/pipeline/Experiment.js"
import type { PlannedTrial } from "../../../src/records/PlannedTrial.js"
import { asSavedPlan, type Saved, saveInMemory } from "./plans.js"

const grid = { depth: [2, 4], fillerStatements: [0, 3], seedsPerCell: 2 }
const small = saveInMemory("pilot", { grid })

const generationGrid = { depth: [2, 4], fillerStatements: [3], seedsPerCell: 2 }
const all = saveInMemory("pilot", { grid: generationGrid, generationGrid }, "p1")

/** A plan that asks one task. */
const alone = (task: Task) =>
  saveInMemory("pilot", { grid: generationGrid, generationGrid, tasks: [task] }, "p1")

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

/** Changes the message of the first trial of `task`. */
const changeRequest = (
  saved: Saved,
  change: (content: string) => string,
  task: Task = "scope_lookup"
): void => {
  const trialId = saved.trials.find(({ factors }) => factors["task"] === task)?.trialId ?? ""
  const request = saved.requests.get(trialId) as LlmRequest
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
const tables = "the arms of a block have the same table"
const programs = "gold programs are those of their families"
const byHand = "gold is what the cases' author read off them"

describe("audit", () => {
  it("passes smoke and a pilot, with one task and with all, and every check has looked at something", () => {
    const plans = [saveInMemory("smoke"), small, saveInMemory("smoke", {}, "p1"), all]
    for (const saved of [...plans, alone("active_stack"), alone("ast_to_source")]) {
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

  describe("of p1", () => {
    const indexOf = (file: string, field: string, text: string): number =>
      (all.rows.get(file) ?? []).findIndex((line) => String(inside(line)[field]).includes(text))
    const stack = indexOf("gold.jsonl", "goldId", "/active_stack/after_close")
    const written = indexOf("gold.jsonl", "goldId", "/ast_to_source/")
    const bodyOf = (program: unknown): Array<Mutable> => inside(program)["body"] as Array<Mutable>

    it("looks at every trial of every task", () => {
      const checked = (name: string) => checksOf(all).find((check) => check.name === name)?.checked
      expect(checked(template)).toBe(4 * 2 * 2 * 5 + 4 * 2 * 2 * 5 + 4 * 2 * 5)
      expect(checked(tables)).toBe(4 * 2 * 5)
      expect(checked(programs)).toBe(4)
      expect(checked("programs survive rendering and parsing in every style and lexicon")).toBe(8 * 5 * 2)
    })

    it("sees a wrong stack, in what is open and in what is closed", () => {
      const spoil = (key: string, change: (names: Array<string>) => unknown) =>
        failing((saved) => {
          const answer = inside(row(saved, "gold.jsonl", stack)["answer"])
          change(answer[key] as Array<string>)
        }, all)
      expect(spoil("activeScopes", (names) => names.pop())).toEqual([oracles, template])
      expect(spoil("closedScopes", (names) => names.pop())).toEqual([oracles])
      expect(spoil("closedScopes", (names) => names.reverse())).toEqual([oracles])
    })

    it("sees a gold program that is another one", () => {
      const found = failing((saved) => {
        bodyOf(inside(row(saved, "gold.jsonl", written)["answer"])["program"]).reverse()
      }, all)
      expect(found).toEqual([programs, template])
    })

    it("sees an answer of another task, and one that is missing", () => {
      const found = failing((saved) => {
        row(saved, "gold.jsonl", stack)["answer"] = { value: 1000, activeScopes: [] }
      }, all)
      expect(found).toEqual([oracles, template])
      expect(failing((saved) => saved.rows.get("gold.jsonl")?.pop(), all)).toEqual([
        oneGold,
        programs,
        template
      ])
    })

    it("sees a family's program that is not the table's", () => {
      const found = failing((saved) => {
        const family = inside(row(saved, "generation-families.jsonl", 0)["family"])
        bodyOf(family["program"]).reverse()
      }, all)
      expect(found).toContain(programs)
      expect(found).toContain(template)
    })

    it("sees every way in which a saved table is not the program's", () => {
      const last = (pattern: RegExp, replacement: string) => (content: string) => {
        const at = content.lastIndexOf("\nSyntax tree:\n")
        const table = content.slice(at).replace(pattern, replacement)
        expect(table).not.toBe(content.slice(at))
        return content.slice(0, at) + table
      }
      const spoiled: ReadonlyArray<(content: string) => string> = [
        last(/LET {4}- {5}- {11}x_[a-f] {7}\d{4}/, "LET    -     -           x_a       1111"),
        last(/ payload\n/, " payloads\n"),
        last(/\n[a-z]\d+ .*(?=\nProgram:)/, ""),
        last(/Program:$/, "Program:\nlet x_a 1234"),
        (content) => content.replace(/\nExample 2\n/, "\nExample 3\n"),
        (content) => content.replace("word that opens it", "word that closes it")
      ]
      for (const change of spoiled) {
        expect(failing((saved) => changeRequest(saved, change, "ast_to_source"), all)).toContain(template)
      }
    })

    it("sees a table that is right and yet another than that of the other arms", () => {
      const found = failing((saved) => {
        changeRequest(
          saved,
          (content) => {
            const at = content.lastIndexOf("\nr     -")
            const ids = [...new Set(content.slice(at).match(/^[a-z]\d+(?= )/gm))]
            // An id that no row of the table has yet, of the same width.
            const old = ids[0] ?? ""
            const fresh =
              ["q7", "k8", "q77", "k88"].find((id) => id.length === old.length && !ids.includes(id)) ?? ""
            return content.slice(0, at) + content.slice(at).replaceAll(new RegExp(`\\b${old}\\b`, "g"), fresh)
          },
          "ast_to_source"
        )
      }, all)
      expect(found).toEqual([tables])
    })

    it("sees ids and condition names in a table's prompt", () => {
      const first = all.trials.find(({ factors }) => factors["task"] === "ast_to_source")
      for (const stray of ["ast_to_source", first?.factors["familyId"], "style B", "expected"]) {
        const found = failing(
          (saved) =>
            changeRequest(
              saved,
              (content) => content.replace("EXAMPLES", `EXAMPLES ${stray}`),
              "ast_to_source"
            ),
          all
        )
        expect(found, String(stray)).toContain(leaks)
      }
    })

    it("sees a limit that is another task's", () => {
      const found = failing((saved) => {
        const trial = saved.trials.find(({ factors }) => factors["task"] === "ast_to_source")
        const request = saved.requests.get(trial?.trialId ?? "") as LlmRequest
        saved.requests.set(trial?.trialId ?? "", { ...request, maxOutputTokens: 8192 })
      }, all)
      expect(found).toEqual([settings])
    })

    it("sees sizes that are not the table's or the answer's", () => {
      const index = indexOf("cases.jsonl", "caseId", "/ast_to_source/")
      for (const part of ["table", "answer"]) {
        const found = failing((saved) => {
          const size = inside(row(saved, "cases.jsonl", index)[part])
          size["chars"] = Number(size["chars"]) + 1
        }, all)
        expect(found, part).toEqual([places])
      }
    })

    it("sees banks that share a name or a structure, or whose answers are wrong", () => {
      const example = (saved: Saved, task: Task) => {
        const index = (saved.rows.get("examples.jsonl") ?? []).findIndex(
          (line) => inside(line)["task"] === task
        )
        return row(saved, "examples.jsonl", index)
      }
      const twin = failing((saved) => {
        const [lookup, program] = [example(saved, "scope_lookup"), example(saved, "ast_to_source")]
        program["family"] = lookup["family"]
      }, all)
      expect(twin).toContain(overlap)
      expect(
        failing((saved) => {
          const { closedScopes } = inside(example(saved, "active_stack")["answer"])
          ;(closedScopes as Array<string>).pop()
        }, all)
      ).toEqual([examples])
      // A bank that nothing asks for.
      expect(
        failing((saved) => {
          saved.rows.get("examples.jsonl")?.push(...(saveInMemory("smoke").rows.get("examples.jsonl") ?? []))
        }, alone("active_stack"))
      ).toContain(examples)
      expect(
        failing((saved) => (inside(example(saved, "active_stack")["answer"])["activeScopes"] = []), all)
      ).toEqual([examples])
      expect(
        failing((saved) => bodyOf(inside(example(saved, "ast_to_source")["answer"])["program"]).pop(), all)
      ).toEqual([examples])
    })

    it("sees a missing and a doubled family to be written", () => {
      expect(failing((saved) => saved.rows.get("generation-families.jsonl")?.pop(), all)).toContain(complete)
      const doubled = failing((saved) => {
        const rows = saved.rows.get("generation-families.jsonl") ?? []
        rows.push(rows[0] ?? null)
      }, all)
      expect(doubled).toContain(complete)
      expect(doubled).toContain(overlap)
    })

    it("holds smoke's stacks and programs against the hand-written ones", () => {
      const smoke = saveInMemory("smoke", {}, "p1")
      const gold = smoke.rows.get("gold.jsonl") ?? []
      const at = (task: string) => gold.findIndex((line) => String(inside(line)["goldId"]).includes(task))
      const shortened = failing((saved) => {
        const answer = inside(row(saved, "gold.jsonl", at("active_stack"))["answer"])
        ;(answer["closedScopes"] as Array<string>).pop()
      }, smoke)
      expect(shortened).toEqual([oracles, byHand])
      const turned = failing((saved) => {
        const spoil = (program: unknown) => bodyOf(program).reverse()
        spoil(inside(row(saved, "gold.jsonl", at("ast_to_source"))["answer"])["program"])
        spoil(inside(row(saved, "generation-families.jsonl", 0)["family"])["program"])
      }, smoke)
      expect(turned).toContain(byHand)
    })
  })
})
