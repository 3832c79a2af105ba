import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import {
  type CaseFamily,
  closingsOf
} from "../../../../src/experiments/syntax-locality/dataset/CaseFamily.js"
import { generateFamily } from "../../../../src/experiments/syntax-locality/dataset/generateFamily.js"
import type { Program, Statement } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"

const seedsFrom = (seed: number) => ({
  structure: BigInt(seed),
  identifier: BigInt(seed) + 1n,
  value: BigInt(seed) + 2n,
  filler: BigInt(seed) + 3n
})

const nothingTaken = () => ({ names: new Set<string>(), structures: new Set<string>() })

const familyOf = (parameters: {
  readonly depth: number
  readonly filler: number
  readonly outerLookup: boolean
  readonly seed: number
}): CaseFamily =>
  Either.getOrThrow(
    generateFamily({ familyId: "f", ...parameters }, seedsFrom(parameters.seed), nothingTaken())
  )

const parameters = fc.record({
  depth: fc.integer({ min: 2, max: 20 }),
  filler: fc.integer({ min: 0, max: 40 }),
  outerLookup: fc.boolean(),
  seed: fc.integer()
})

const holdsForAll = (
  law: (family: CaseFamily, given: { depth: number; filler: number; outerLookup: boolean }) => void
) =>
  fc.assert(
    fc.property(parameters, (given) => law(familyOf(given), given)),
    { numRuns: 1000 }
  )

const seen = (program: Program, family: CaseFamily, view: "before_close" | "after_close") =>
  Either.getOrThrow(observe(program, family.cuts[view]))

/** The program with every statement replaced, innermost first. */
const mapped = (program: Program, change: (statement: Statement) => ReadonlyArray<Statement>): Program => {
  const walk = (body: ReadonlyArray<Statement>): ReadonlyArray<Statement> =>
    body.flatMap((statement) =>
      change(statement.type === "scope" ? { ...statement, body: walk(statement.body) } : statement)
    )
  return { body: walk(program.body) }
}

/** The path of blocks that are last in their body, from the outermost in: nothing follows the path but its closings. */
const spineOf = (program: Program): ReadonlyArray<ReadonlyArray<Statement>> => {
  const last = program.body.at(-1)
  return last?.type === "scope" ? [program.body, ...spineOf({ body: last.body })] : [program.body]
}

const binds = (body: ReadonlyArray<Statement>, variable: string): boolean =>
  body.some((statement) => statement.type === "let" && statement.variable === variable)

describe("closingsOf", () => {
  it("is max(1, min(depth - 1, ceil(depth / 2))), by hand", () => {
    expect([2, 3, 4, 5, 8, 16, 32, 60].map(closingsOf)).toEqual([1, 2, 2, 3, 4, 8, 16, 30])
  })
})

describe("generateFamily", () => {
  it("nests as deep as asked, with the nops last in the innermost block", () => {
    holdsForAll(({ program }, { depth, filler }) => {
      const spine = spineOf(program)
      expect(spine).toHaveLength(depth + 1)
      const nops = (body: ReadonlyArray<Statement>) => body.filter(({ type }) => type === "nop").length
      expect(spine.map(nops)).toEqual([...Array(depth).fill(0), filler])
      expect(
        spine
          .at(-1)
          ?.slice(-filler || Infinity)
          .every(({ type }) => type === "nop")
      ).toBe(true)
    })
  })

  it("lets half of the path close between the observations, and shows another value after them", () => {
    holdsForAll((family, { depth }) => {
      const before = seen(family.program, family, "before_close")
      const after = seen(family.program, family, "after_close")
      expect(before.activeScopes).toHaveLength(depth)
      expect(after.activeScopes).toEqual(before.activeScopes.slice(0, depth - closingsOf(depth)))
      expect(after.value).not.toBe(before.value)
    })
  })

  it("binds the variable in the innermost open block, or not there and further out, as asked", () => {
    holdsForAll(({ program, cuts }, { depth, outerLookup }) => {
      const remaining = depth - closingsOf(depth)
      const { variable } = cuts.after_close
      const levels = spineOf(program).map((body) => binds(body, variable))
      expect(levels[remaining]).toBe(!outerLookup)
      if (outerLookup) expect(levels.slice(0, remaining)).toContain(true)
      expect(levels[depth]).toBe(true)
    })
  })

  it("puts two closed siblings with decoys beside the path", () => {
    holdsForAll(({ program, cuts, siblings, depth }) => {
      const beside = spineOf(program).flatMap((body, level) =>
        body.flatMap((statement, index) =>
          statement.type === "scope" && !(level < depth && index === body.length - 1) ? [statement] : []
        )
      )
      expect(beside.map(({ name }) => name).toSorted()).toEqual(siblings.toSorted())
      expect(beside).toHaveLength(2)
      for (const { body } of beside) expect(binds(body, cuts.after_close.variable)).toBe(true)
    })
  })

  it("orders a level's statements by chance, and binds other variables too", () => {
    const orders = { siblingFirst: 0, bindingFirst: 0, otherFirst: 0, targetFirst: 0 }
    for (let seed = 0; seed < 400; seed++) {
      const { program, cuts } = familyOf({ depth: 3, filler: 0, outerLookup: false, seed })
      for (const body of spineOf(program)) {
        const isTarget = (statement: Statement) =>
          statement.type === "let" && statement.variable === cuts.after_close.variable
        const own = body.findIndex(isTarget)
        const sibling = body.slice(0, -1).findIndex(({ type }) => type === "scope")
        const other = body.findIndex((statement) => statement.type === "let" && !isTarget(statement))
        if (own >= 0 && sibling >= 0) orders[sibling < own ? "siblingFirst" : "bindingFirst"]++
        if (own >= 0 && other >= 0) orders[other < own ? "otherFirst" : "targetFirst"]++
      }
    }
    for (const count of Object.values(orders)) expect(count).toBeGreaterThan(100)
  })

  it("has no value and no name twice, and only words of the language", () => {
    holdsForAll(({ program, cuts }) => {
      const values: Array<number> = []
      const names: Array<string> = [cuts.after_close.probeId]
      const scopes: Array<ReadonlyArray<Statement>> = [program.body]
      mapped(program, (statement) => {
        if (statement.type === "let") values.push(statement.value)
        if (statement.type === "nop") names.push(statement.payload)
        if (statement.type === "scope") names.push(statement.name)
        if (statement.type === "scope") scopes.push(statement.body)
        return [statement]
      })
      expect(new Set(values).size).toBe(values.length)
      expect(values.every((value) => Number.isInteger(value) && value >= 1000 && value <= 9999)).toBe(true)
      expect(new Set(names).size).toBe(names.length)
      expect(names.every((name) => /^[npq]_[a-z]{8}$/.test(name))).toBe(true)
      for (const body of scopes) {
        const bound = body.flatMap((statement) => (statement.type === "let" ? [statement.variable] : []))
        expect(new Set(bound).size).toBe(bound.length)
      }
    })
  })

  it("keeps its answers when nops are added and when closed siblings change their values", () => {
    holdsForAll((family) => {
      const { program, siblings } = family
      const changed = mapped(program, (statement) =>
        statement.type === "scope" && siblings.includes(statement.name)
          ? [
              {
                ...statement,
                body: statement.body.map((inner) => (inner.type === "let" ? { ...inner, value: 1 } : inner))
              }
            ]
          : [statement]
      )
      for (const view of ["before_close", "after_close"] as const) {
        expect(seen(changed, family, view)).toEqual(seen(program, family, view))
      }
      const longer: Program = { body: [{ type: "nop", payload: "p_aaaaaaaa" }, ...program.body] }
      const cut = { ...family.cuts.after_close, eventCount: family.cuts.after_close.eventCount + 1 }
      expect(Either.getOrThrow(observe(longer, cut))).toEqual(seen(program, family, "after_close"))
    })
  })

  it("changes its answer with the visible binding, and with no other", () => {
    holdsForAll((family) => {
      const after = seen(family.program, family, "after_close").value
      const rewrite = (isVisible: boolean) =>
        mapped(family.program, (statement) =>
          statement.type === "let" && (statement.value === after) === isVisible
            ? [{ ...statement, value: 1 }]
            : [statement]
        )
      expect(seen(rewrite(true), family, "after_close").value).toBe(1)
      expect(seen(rewrite(false), family, "after_close").value).toBe(after)
    })
  })

  it("is the same for the same seeds, and each seed changes its own aspect only", () => {
    const base = { structure: 1n, identifier: 2n, value: 3n, filler: 4n }
    const draw = (seeds: typeof base) =>
      Either.getOrThrow(
        generateFamily({ familyId: "f", depth: 4, filler: 3, outerLookup: true }, seeds, nothingTaken())
      )
    const aspects = (family: CaseFamily) => {
      const [names, values, payloads, variables]: Array<Array<unknown>> = [[], [], [], []]
      mapped(family.program, (statement) => {
        if (statement.type === "scope") names?.push(statement.name)
        if (statement.type === "let") values?.push(statement.value)
        if (statement.type === "let") variables?.push(statement.variable)
        if (statement.type === "nop") payloads?.push(statement.payload)
        return [statement]
      })
      return {
        structure: family.structureHash,
        identifier: [names, variables],
        value: values,
        filler: payloads
      }
    }
    const first = aspects(draw(base))
    expect(aspects(draw(base))).toEqual(first)
    for (const aspect of ["identifier", "value", "filler"] as const) {
      const { [aspect]: changed, ...rest } = aspects(draw({ ...base, [aspect]: 99n }))
      const { [aspect]: original, ...others } = first
      expect(changed).not.toEqual(original)
      expect(rest).toEqual(others)
    }
    const other = aspects(draw({ ...base, structure: 99n }))
    expect(other.structure).not.toBe(first.structure)
    expect(other.filler).toEqual(first.filler)
  })

  it("draws a taken structure and a taken name again", () => {
    const taken = nothingTaken()
    const drawn = Array.from({ length: 50 }, (_, index) =>
      Either.getOrThrow(
        generateFamily(
          { familyId: `f${index}`, depth: 2, filler: 5, outerLookup: false },
          seedsFrom(7),
          taken
        )
      )
    )
    expect(new Set(drawn.map(({ structureHash }) => structureHash)).size).toBe(50)
    const payloads = drawn.flatMap(({ program }) =>
      spineOf(program)
        .flat()
        .flatMap((statement) => (statement.type === "nop" ? [statement.payload] : []))
    )
    expect(new Set(payloads).size).toBe(250)
  })

  it("refuses to plan when no new structure is found", () => {
    const full = {
      names: new Set<string>(),
      structures: { has: () => true, add: () => undefined } as unknown as Set<string>
    }
    const refused = generateFamily(
      { familyId: "d02-f000-01", depth: 2, filler: 0, outerLookup: false },
      seedsFrom(1),
      full
    )
    expect(Either.getOrThrow(Either.flip(refused)).message).toMatch(
      /d02-f000-01 in 1000 draws; plan fewer families/
    )
  })
})
