import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import type {
  CutPoint,
  Let,
  Observation,
  Program,
  Statement
} from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { observePrefix } from "../../../../src/experiments/syntax-locality/lang/EventOracle.js"
import { type ProgramEvent, programEvents } from "../../../../src/experiments/syntax-locality/lang/Events.js"
import { lexiconIds, lexiconOf } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { parsePrefix, parseProgram } from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import {
  prefixLines,
  programLines,
  type RenderSpec,
  renderPrefix,
  renderProgram
} from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { arbitraryObserved, type Observed } from "./arbitraryProgram.js"

/** Specification 5.5: 10,000 random programs, and what must hold of each. */
const holdsForAll = (law: (observed: Observed) => void): void =>
  fc.assert(fc.property(arbitraryObserved, law), { numRuns: 10_000 })

/** All specs, each lexicon in turn, so that 10,000 programs meet every combination. */
const specsFor = ({ cut }: Observed): Array<RenderSpec> => {
  const id = lexiconIds[cut.eventCount % lexiconIds.length] ?? "natural"
  return styles.map((style) => ({ style, lexicon: lexiconOf(id) }))
}

/** One spec, where five would tell no more. */
const oneSpecFor = (observed: Observed): RenderSpec => {
  const style = styles[programEvents(observed.program).length % styles.length] ?? "braces"
  return { style, lexicon: lexiconOf("natural") }
}

type Seen = Observation | string

/** What the reference oracle sees, or the reason why it sees nothing. */
const seen = (program: Program, cut: CutPoint): Seen =>
  Either.match(observe(program, cut), {
    onLeft: (error) => error.reason,
    onRight: (observation) => observation
  })

const seenInSource = (source: string, spec: RenderSpec): Seen =>
  Either.match(parsePrefix(source, spec), {
    onLeft: (error) => error.message,
    onRight: (prefix) =>
      Either.match(observePrefix(prefix), {
        onLeft: (error) => error.reason,
        onRight: (observation) => observation
      })
  })

const refusal = <A>(result: Either.Either<A, { code: string; line: number }>): string =>
  Either.match(result, { onLeft: ({ code, line }) => `${code} ${line}`, onRight: () => "accepted" })

/** Rebuilds a program with each statement replaced by what `change` makes of it; scopes keep their changed bodies. */
const rewrite = (program: Program, change: (statement: Statement) => Statement): Program => {
  const body = (statements: ReadonlyArray<Statement>): Array<Statement> =>
    statements.map((statement) =>
      change(statement.type === "scope" ? { ...statement, body: body(statement.body) } : statement)
    )
  return { body: body(program.body) }
}

/** The events before the cut, from the last to the first, each with how many blocks were closed between it and the cut. */
function* backwards(observed: Observed): Generator<{ event: ProgramEvent; closed: number }> {
  let closed = 0
  for (const event of programEvents(observed.program).slice(0, observed.cut.eventCount).reverse()) {
    if (event.type === "close") closed += 1
    yield { event, closed }
    if (event.type === "open") closed = Math.max(0, closed - 1)
  }
}

/** The statement that binds the asked variable, found without any oracle: the last one that no closed block hides. */
const visibleBinding = (observed: Observed): Let | null => {
  for (const { event, closed } of backwards(observed)) {
    if (event.type === "let" && closed === 0 && event.variable === observed.cut.variable) return event
  }
  return null
}

/** The names of blocks that are open at the cut, found by the same reading from the end. */
const openNames = (observed: Observed): Array<string> => {
  const names: Array<string> = []
  for (const { event, closed } of backwards(observed)) {
    if (event.type === "open" && closed === 0) names.unshift(event.scope.name)
  }
  return names
}

const truth = (observed: Observed): Seen => {
  const binding = visibleBinding(observed)
  return binding === null ? "unbound_variable" : { value: binding.value, activeScopes: openNames(observed) }
}

describe("10,000 random programs", () => {
  it("mean the same to both oracles in all five syntaxes, and what a reading from the end says", () => {
    const kindsOfTruth = new Set<string>()
    holdsForAll((observed) => {
      const expected = truth(observed)
      kindsOfTruth.add(
        typeof expected === "string" ? expected : `value, ${Math.min(3, expected.activeScopes.length)} open`
      )
      expect(seen(observed.program, observed.cut)).toEqual(expected)
      for (const spec of specsFor(observed)) {
        expect(seenInSource(renderPrefix(observed.program, observed.cut, spec), spec)).toEqual(expected)
      }
    })
    // The programs were worth looking at.
    expect([...kindsOfTruth].sort()).toEqual([
      "unbound_variable",
      "value, 0 open",
      "value, 1 open",
      "value, 2 open",
      "value, 3 open"
    ])
  })

  it("come back from each syntax as they were", () => {
    holdsForAll((observed) => {
      const back = specsFor(observed).map((spec) => parseProgram(renderProgram(observed.program, spec), spec))
      // Compared as JSON, the form in which programs are saved: it is much faster than comparing trees.
      const text = JSON.stringify(observed.program)
      expect(back.map((result) => JSON.stringify(Either.getOrNull(result)))).toEqual(Array(5).fill(text))
    })
  })

  it("give the same answer when variables are renamed throughout, and the renamed stack when blocks are", () => {
    const next = (variable: string): string => `x_${"bcdefa"["abcdef".indexOf(variable.slice(2))]}`
    const mirrored = (name: string): string => `n_${Array.from(name.slice(2)).reverse().join("")}`
    holdsForAll(({ program, cut }) => {
      const renamed = rewrite(program, (statement) =>
        statement.type === "let"
          ? { ...statement, variable: next(statement.variable) }
          : statement.type === "scope"
            ? { ...statement, name: mirrored(statement.name) }
            : statement
      )
      const before = seen(program, cut)
      const expected =
        typeof before === "string"
          ? before
          : { value: before.value, activeScopes: before.activeScopes.map(mirrored) }
      expect(seen(renamed, { ...cut, variable: next(cut.variable) })).toEqual(expected)
    })
  })

  it("give the same answer with a nop before every statement", () => {
    holdsForAll(({ program, cut }) => {
      const padded = (statements: ReadonlyArray<Statement>): Array<Statement> =>
        statements.flatMap((statement) => [
          { type: "nop", payload: "p_zzzzzzzz" },
          statement.type === "scope" ? { ...statement, body: padded(statement.body) } : statement
        ])
      const before = programEvents(program).slice(0, cut.eventCount)
      const inserted = before.filter((event) => event.type !== "close").length
      const moved = { ...cut, eventCount: cut.eventCount + inserted }
      expect(seen({ body: padded(program.body) }, moved)).toEqual(seen(program, cut))
    })
  })

  it("give the same answer when bindings in closed blocks change", () => {
    let changed = 0
    holdsForAll((observed) => {
      const closed = new Set<ProgramEvent>()
      for (const step of backwards(observed)) if (step.closed > 0) closed.add(step.event)
      const altered = rewrite(observed.program, (statement) =>
        statement.type === "let" && closed.has(statement) ? { ...statement, value: 9999 } : statement
      )
      changed += Number(closed.size > 2)
      expect(seen(altered, observed.cut)).toEqual(seen(observed.program, observed.cut))
    })
    expect(changed).toBeGreaterThan(1_000)
  })

  it("change their answer, and nothing else, with the visible binding alone", () => {
    let bound = 0
    holdsForAll((observed) => {
      const binding = visibleBinding(observed)
      const fresh = 9999
      const changed = rewrite(observed.program, (statement) =>
        statement === binding ? { ...binding, value: fresh } : statement
      )
      const others = rewrite(observed.program, (statement) =>
        statement.type === "let" && statement !== binding ? { ...statement, value: fresh } : statement
      )
      const before = seen(observed.program, observed.cut)
      expect(seen(changed, observed.cut)).toEqual(
        typeof before === "string" ? before : { ...before, value: fresh }
      )
      expect(seen(others, observed.cut)).toEqual(before)
      bound += Number(binding !== null)
    })
    expect(bound).toBeGreaterThan(3_000)
  })

  it("are refused with a wrong closing label, wherever it stands", () => {
    const lexicon = lexiconOf("natural")
    const nextKind = { unit: "func", func: "area", area: "unit" } as const
    const met = new Set<string>()
    holdsForAll(({ program, cut }) => {
      const events = programEvents(program)
      const closings = events.flatMap((event, index) =>
        event.type === "close" ? [{ scope: event.scope, index }] : []
      )
      const closing = closings[cut.eventCount % Math.max(1, closings.length)]
      if (closing === undefined) return
      const { scope, index } = closing
      const wrong: ReadonlyArray<readonly [RenderSpec["style"], string, string]> = [
        ["typed_end", `end ${nextKind[scope.kind]}`, "kind_mismatch"],
        ["named_end", `end ${nextKind[scope.kind]} ${scope.name}`, "kind_mismatch"],
        ["named_end", `end ${scope.kind} n_zzzzzzzz`, "name_mismatch"],
        ["padded_end", "end junk z_aaaaaaab", "suffix_mismatch"],
        ["padded_end", `end ${scope.kind} ${scope.name}`, "suffix_mismatch"]
      ]
      // One of them for each program: 2,000 programs apiece, and refusals cost a stack trace.
      const which = events.length % wrong.length
      const [style, line, code] = wrong[which] ?? ["braces", "", "none"]
      const spec = { style, lexicon }
      const lines = programLines(program, spec)
      lines[index] = line
      met.add(`${which} ${scope.kind}`)
      expect(refusal(parseProgram(lines.join("\n"), spec))).toBe(`${code} ${index + 1}`)
    })
    expect(met.size).toBe(5 * 3)
  })

  it("end as they must: no closing too many, none missing in a program, any number missing in a prefix", () => {
    holdsForAll((observed) => {
      const spec = oneSpecFor(observed)
      const lines = programLines(observed.program, spec)
      const emptyBlock: Program = { body: [{ type: "scope", kind: "unit", name: "n_zzzzzzzz", body: [] }] }
      const [, strayClose = ""] = programLines(emptyBlock, spec)
      expect(refusal(parseProgram([...lines, strayClose].join("\n"), spec))).toBe(
        `underflow ${lines.length + 1}`
      )

      const prefix = prefixLines(observed.program, observed.cut, spec)
      const withoutProbe = prefix.slice(0, -1)
      const end = Math.max(1, withoutProbe.length)
      expect(refusal(parsePrefix(prefix.join("\n"), spec))).toBe("accepted")
      expect(refusal(parseProgram(withoutProbe.join("\n"), spec))).toBe(
        openNames(observed).length === 0 ? "accepted" : `unclosed_block ${end}`
      )
    })
  })

  it("have a probe at the end of a prefix, and nowhere else", () => {
    holdsForAll((observed) => {
      const spec = oneSpecFor(observed)
      const prefix = prefixLines(observed.program, observed.cut, spec)
      const withoutProbe = prefix.slice(0, -1)
      const probe = prefix.at(-1) ?? ""
      // One of them for each program, again.
      const [expected, found] =
        observed.cut.eventCount % 3 === 0
          ? [`missing_probe ${Math.max(1, withoutProbe.length)}`, parsePrefix(withoutProbe.join("\n"), spec)]
          : observed.cut.eventCount % 3 === 1
            ? [`text_after_probe ${prefix.length + 1}`, parsePrefix([...prefix, probe].join("\n"), spec)]
            : [`probe_in_program ${prefix.length}`, parseProgram(prefix.join("\n"), spec)]
      expect(refusal<unknown>(found)).toBe(expected)
    })
  })
})
