import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { smokeCases } from "../../../../src/experiments/syntax-locality/dataset/smokeCases.js"
import type { Program } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import {
  lexiconIds,
  lexiconOf,
  naturalLexicon
} from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { tableLines } from "../../../../src/experiments/syntax-locality/prompt/AstTable.js"
import { readAstTable } from "../../../../src/experiments/syntax-locality/prompt/readAstTable.js"
import { JavaRandom, shuffle } from "../../../../src/random/JavaRandom.js"
import { deriveSeed } from "../../../../src/random/Seeds.js"
import { arbitraryObserved } from "../lang/arbitraryProgram.js"

/** Specification 4.3, copied from there. */
const specified = `node  parent  order  tag    kind  name        variable  value  payload
r     -       0      ROOT   -     -           -         -      -
a7    r       0      LET    -     -           x_a       1048   -
b2    r       1      SCOPE  unit  n_qazwsxed  -         -      -
c9    b2      0      LET    -     -           x_a       7321   -`

const specifiedProgram: Program = {
  body: [
    { type: "let", variable: "x_a", value: 1048 },
    {
      type: "scope",
      kind: "unit",
      name: "n_qazwsxed",
      body: [{ type: "let", variable: "x_a", value: 7321 }]
    }
  ]
}

const linesOf = (program: Program, seed = 1n): Array<string> =>
  tableLines(program, naturalLexicon, new JavaRandom(seed))

/** Seeds as plans have them: neighbouring small seeds would give neighbouring draws. */
const seeds = (count: number): ReadonlyArray<bigint> =>
  Array.from({ length: count }, (_, index) => deriveSeed(20261005n, "test/table", index))

/** The cells of each row but the columns' names, read without the project's own reader. */
const cellsOf = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  lines.slice(1).map((line) => line.split(/\s+/))

const read = (lines: ReadonlyArray<string>) => readAstTable(lines.join("\n"), naturalLexicon)

const problem = (text: string): string =>
  Either.match(readAstTable(text, naturalLexicon), { onLeft: (found) => found, onRight: () => "read" })

describe("the table", () => {
  it("has the columns and the alignment of the specification's sample", () => {
    expect(readAstTable(specified, naturalLexicon)).toEqual(Either.right(specifiedProgram))
    // Ids are drawn; everything else of the sample's rows stands as it is there.
    const withoutIds = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
      lines.map((line) => line.slice(14)).sort()
    expect(withoutIds(linesOf(specifiedProgram))).toEqual(withoutIds(specified.split("\n")))
  })

  it("shows every statement of a hand-made case with its place, whatever the order of the rows", () => {
    const family = smokeCases[0]?.family
    const rows = cellsOf(linesOf(family?.program ?? { body: [] }))
    const id = new Map(rows.map((row) => [row[5] === "-" ? row.slice(3).join(" ") : row[5], row[0]]))
    const found = rows.map(([, parent, ...cells]) => [parent, ...cells].join(" ")).sort()
    expect(found).toEqual(
      [
        "- 0 ROOT - - - - -",
        "r 0 LET - - x_c 4827 -",
        "r 1 SCOPE unit n_qmvtzkwe - - -",
        `${id.get("n_qmvtzkwe")} 0 LET - - x_a 6150 -`,
        `${id.get("n_qmvtzkwe")} 1 SCOPE func n_hdlypzro - - -`,
        `${id.get("n_hdlypzro")} 0 LET - - x_c 2963 -`,
        `${id.get("n_hdlypzro")} 1 NOP - - - - p_wxkdjmqa`
      ].sort()
    )
  })

  it("has the word of the lexicon as a block's kind, and the same rows otherwise", () => {
    for (const id of lexiconIds) {
      const lexicon = lexiconOf(id)
      const lines = tableLines(specifiedProgram, lexicon, new JavaRandom(1n))
      expect(lines.join("\n").replace(`${lexicon.unit} `, "unit ")).toBe(linesOf(specifiedProgram).join("\n"))
      expect(lines.join("\n")).toContain(`SCOPE  ${lexicon.unit}  n_qazwsxed`)
    }
  })

  it("neither opens nor closes anything, and ends no line with a blank", () => {
    for (const { family } of smokeCases) {
      for (const line of linesOf(family.program)) expect(line).toMatch(/^[a-zA-Z0-9_ -]*[a-zA-Z0-9_-]$/)
    }
  })

  it("gives ids of two or three characters that tell neither depth nor place", () => {
    const wide: Program = {
      body: Array.from({ length: 40 }, (_, index) => ({ type: "nop", payload: `p_${letters(index)}` }))
    }
    const late = new Map<number, number>()
    const places: Array<number> = []
    for (const seed of seeds(200)) {
      const rows = cellsOf(linesOf(wide, seed)).slice(1)
      const ids = rows.map(([node = ""]) => node)
      expect(new Set(ids).size).toBe(40)
      for (const id of ids) expect(id).toMatch(/^[a-z][0-9]{1,2}$/)
      for (const [index, id] of ids.entries()) late.set(index, (late.get(index) ?? 0) + (id >= "n" ? 1 : 0))
      const [first] = rows
      places.push(Number(first?.[2]))
    }
    // Half of the ids begin with n to z, at every place alike: within five standard errors of sqrt(200)/2.
    for (const count of late.values()) expect(Math.abs(count - 100)).toBeLessThan(36)
    // And the first row is any of the siblings.
    expect(new Set(places).size).toBeGreaterThan(30)
  })

  it("puts parents before children, and siblings in random order", () => {
    let sorted = 0
    for (const seed of seeds(100)) {
      for (const { family } of smokeCases) {
        const rows = cellsOf(linesOf(family.program, seed))
        const before = new Set(["-"])
        for (const [node = "", parent = ""] of rows) {
          expect(before.has(parent)).toBe(true)
          before.add(node)
        }
        const top = rows.filter(([, parent]) => parent === "r").map(([, , order]) => Number(order))
        expect(top.toSorted()).toEqual([0, 1])
        if (top[0] === 0) sorted++
      }
    }
    // Each of the four cases has two statements outside all blocks: five standard errors of half of 400 are 50.
    expect(Math.abs(sorted - 200)).toBeLessThan(50)
  })

  it("is the same for the same seed and another for another", () => {
    const { program } = smokeCases[2]?.family ?? { program: specifiedProgram }
    expect(linesOf(program)).toEqual(linesOf(program))
    expect(linesOf(program, 2n)).not.toEqual(linesOf(program))
  })
})

const letters = (index: number): string =>
  [...String(index).padStart(8, "0")].map((digit) => String.fromCharCode(97 + Number(digit))).join("")

/** Another order of the same rows in which every parent still stands before its children. */
const reshuffled = (lines: ReadonlyArray<string>, random: JavaRandom): ReadonlyArray<string> => {
  const [header = "", ...rows] = lines
  const placed = new Set(["-"])
  const ordered: Array<string> = []
  let waiting = shuffle(rows, random)
  while (waiting.length > 0) {
    const next = waiting.findIndex((row) => placed.has(row.split(/\s+/)[1] ?? ""))
    const [row = ""] = waiting.splice(next, 1)
    placed.add(row.split(/\s+/)[0] ?? "")
    ordered.push(row)
    waiting = shuffle(waiting, random)
  }
  return [header, ...ordered]
}

/** The same table with other node ids of the same width. */
const renamed = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ids = cellsOf(lines).map(([node = ""]) => node)
  const fresh = new Map(ids.map((id, index) => [id, id === "r" ? "r" : `z${99 - index}`]))
  return lines.map((line, index) => {
    if (index === 0) return line
    const [node = "", parent = ""] = line.split(/\s+/)
    const [id, home] = [fresh.get(node) ?? node, fresh.get(parent) ?? parent]
    return `${id.padEnd(4)}  ${home.padEnd(6)}  ${line.slice(14)}`
  })
}

describe("reading a table back", () => {
  it("gives the program, in any lexicon, in any order of rows with parents first, with any ids", () => {
    let orders = 0
    fc.assert(
      fc.property(
        arbitraryObserved,
        fc.bigInt(0n, 1n << 40n),
        fc.constantFrom(...lexiconIds),
        (one, seed, id) => {
          const lexicon = lexiconOf(id)
          const lines = tableLines(one.program, lexicon, new JavaRandom(seed))
          const shuffled = reshuffled(lines, new JavaRandom(seed + 1n))
          if (shuffled.join() !== lines.join()) orders++
          for (const table of [lines, shuffled, renamed(lines), renamed(shuffled)]) {
            expect(readAstTable(table.join("\n"), lexicon)).toEqual(Either.right(one.program))
          }
        }
      ),
      { numRuns: 2_000 }
    )
    expect(orders).toBeGreaterThan(1_000)
  })

  it("of an empty program is possible", () => {
    expect(linesOf({ body: [] })).toHaveLength(2)
    expect(read(linesOf({ body: [] }))).toEqual(Either.right({ body: [] }))
  })

  it("sees other orders, values and parents as another program", () => {
    const swapped = specified
      .replace("r       0      LET", "r       1      LET")
      .replace("r       1      SCOPE", "r       0      SCOPE")
    expect(readAstTable(swapped, naturalLexicon)).toEqual(
      Either.right({ body: specifiedProgram.body.toReversed() })
    )
  })

  it.each([
    ["", "line 1: other columns"],
    [specified.replace("payload", "payloads"), "line 1: other columns"],
    [specified.split("\n").slice(0, 1).join("\n"), "there is no ROOT row"],
    [specified.replace("ROOT ", "SCOPE"), "line 2: the first row is not the ROOT row"],
    [specified.replace("a7 ", "aa "), "line 3: 'aa' is not a node id"],
    [specified.replace("c9    b2", "b2    b2"), "line 5: b2 occurs twice"],
    [specified.replace("c9    b2", "c9    b3"), "line 5: its parent b3 does not stand before it"],
    [specified.replace("c9    b2", "c9    a7"), "line 5: its parent a7 is not a block"],
    [specified.replace("b2    r       1", "b2    r       0"), "line 4: r has two children of order 0"],
    [specified.replace("b2    r       1", "b2    r       2"), "the children of r leave an order out"],
    [specified.replace("c9    b2      0 ", "c9    b2      01"), "line 5: '01' is not an order"],
    [specified.replace("SCOPE  unit", "SCOPE  jxzl"), "line 4: its cells do not fit its tag"],
    [specified.replace("LET    -", "NOP    -"), "line 3: its cells do not fit its tag"],
    [specified.replace("1048   -", "1048   p_abcdefgh"), "line 3: its cells do not fit its tag"],
    [specified.replace("1048 ", "0048 "), "line 3: its cells do not fit its tag"],
    [specified.replace("x_a       1048", "x_a     1048"), "line 3: not a row of nine aligned cells"],
    [`${specified} `, "line 5: not a row of nine aligned cells"],
    [`${specified}\n`, "line 6: not a row of nine aligned cells"],
    [specified.replaceAll("\n", "\r\n"), "line 1: other columns"]
  ])("refuses %j", (table, expected) => {
    expect(problem(table)).toBe(expected)
  })
})
