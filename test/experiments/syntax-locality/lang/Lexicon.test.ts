import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import {
  decodeLexicon,
  type Lexicon,
  lexiconIds,
  lexiconOf,
  naturalLexicon,
  nonceIds,
  nonceLexicons,
  roles
} from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"

const wordsOf = (lexicon: Lexicon): Array<string> => roles.map((role) => lexicon[role])

/** Short words of languages, file formats and tools that have no vowel, and English words that have none. */
const taken = (
  "sql xml xsl xsd jsx tsx zsh jpg jvm jdk jwt txt xhr xor npx tgz jmp jz jnz xls zfs lxc xcb xql mql psst pfft brrr tsk nth " +
  "hmm shh str ptr std fmt cmd ctx src dst tmp cfg msg req btn nbr fn mk cwm crwth jpn nyx xyz qwk"
).split(" ")

describe("the fixed lexicons", () => {
  it("are the natural one and eight nonce ones", () => {
    expect(lexiconIds).toEqual(["natural", ...nonceIds])
    expect(nonceIds).toEqual(Object.keys(nonceLexicons))
    expect(nonceIds).toHaveLength(8)
    expect(wordsOf(lexiconOf("natural"))).toEqual(["unit", "func", "area", "let", "nop", "end"])
    expect(lexiconOf("nonce-3")).toBe(nonceLexicons["nonce-3"])
  })

  it("have kinds of four letters and other words of three (specification 3.4)", () => {
    for (const id of lexiconIds) {
      expect(wordsOf(lexiconOf(id)).map((word) => word.length)).toEqual([4, 4, 4, 3, 3, 3])
    }
  })

  it("have nonce words that keep the rules by which they were drawn", () => {
    const all = nonceIds.flatMap((id) => wordsOf(nonceLexicons[id]))
    expect(new Set(all).size).toBe(48)
    for (const word of all) {
      expect(word).toMatch(/^[bcdfghjklmnpqrstvwxz]{3,4}$/)
      expect(word).toMatch(/[jqxz]/)
      expect(new Set(word).size).toBe(word.length)
      expect([...taken, "probe", "junk", ...wordsOf(naturalLexicon)]).not.toContain(word)
    }
  })

  it("have no two nonce words of one set alike in any of the first three letters", () => {
    for (const id of nonceIds) {
      for (const position of [0, 1, 2]) {
        const letters = wordsOf(nonceLexicons[id]).map((word) => word[position])
        expect(new Set(letters).size).toBe(6)
      }
    }
  })

  it("are accepted by the decoder", () => {
    for (const id of lexiconIds)
      expect(decodeLexicon({ ...lexiconOf(id) })).toEqual(Either.right(lexiconOf(id)))
  })
})

describe("a user's lexicon", () => {
  const issues = (json: Parameters<typeof decodeLexicon>[0]) =>
    Either.match(decodeLexicon(json), { onLeft: (error) => error.issues, onRight: () => [] })

  it.each([[null], [[]], ["unit"], [3]])("is an object, not %j", (json) => {
    expect(issues(json)).toEqual(["expected an object with the keys unit, func, area, let, nop, end"])
  })

  it("names each missing and each unknown key", () => {
    expect(issues({ unit: "aa", func: "bb", area: "cc", let: "dd", stop: "ee" })).toEqual([
      "nop is missing",
      "end is missing",
      'unknown key "stop"'
    ])
  })

  it.each([
    ["", 'end must be lower-case letters a to z, not ""'],
    ["End", 'end must be lower-case letters a to z, not "End"'],
    ["n_a", 'end must be lower-case letters a to z, not "n_a"'],
    ["en d", 'end must be lower-case letters a to z, not "en d"'],
    ["end\n", 'end must be lower-case letters a to z, not "end\\n"'],
    ["énd", 'end must be lower-case letters a to z, not "énd"'],
    ["probe", "end cannot be 'probe', which has a fixed meaning"],
    ["junk", "end cannot be 'junk', which has a fixed meaning"],
    ["unit", "end and unit are both 'unit'"],
    [7, "end must be a string"],
    [null, "end must be a string"]
  ])("cannot have the word %j", (word, issue) => {
    expect(issues({ ...naturalLexicon, end: word })).toEqual([issue])
  })

  it("may use any other six words", () => {
    const lexicon = { unit: "a", func: "b", area: "region", let: "set", nop: "pass", end: "done" }
    expect(decodeLexicon(lexicon)).toEqual(Either.right(lexicon))
  })
})
