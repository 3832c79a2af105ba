import { describe, expect, it } from "vitest"
import { gradeFields } from "../../../../src/experiments/workbench/grading/gradeFields.js"
import {
  gradeExact,
  gradeIncludes,
  gradeNumeric,
  gradeRegex
} from "../../../../src/experiments/workbench/grading/gradeText.js"
import { jsonAnswer, valueAt } from "../../../../src/experiments/workbench/grading/jsonAnswer.js"
import type { FieldGold } from "../../../../src/experiments/workbench/tasks/GoldSpec.js"
import type { PlainJson } from "../../../../src/experiments/workbench/tasks/strictJson.js"

describe("exact", () => {
  it.each([
    [" はい\n", 1],
    ["可", 1],
    ["はい。", 0],
    ["", 0]
  ])("%j: %d", (text, score) => {
    expect(gradeExact({ accept: ["はい", "可"] }, text).score).toBe(score)
  })
})

describe("includes", () => {
  const required = [["第12条", "12条"], ["旅費規程"], ["日当"]]

  it("gives the share of entries of which an alternative is found", () => {
    expect(gradeIncludes({ required, partial: true }, "旅費規程12条").score).toBeCloseTo(2 / 3, 12)
    expect(gradeIncludes({ required, partial: false }, "旅費規程12条").score).toBe(0)
    expect(gradeIncludes({ required }, "旅費規程12条の日当").score).toBe(1)
    expect(gradeIncludes({ required, partial: true }, "").notes).toEqual([
      "lacks 第12条 | 12条",
      "lacks 旅費規程",
      "lacks 日当"
    ])
  })

  it("gives nothing where something forbidden is found, and says that it was asserted", () => {
    const gold = { required, forbidden: [["全額支給", "全額を支給"]], partial: true }
    expect(gradeIncludes(gold, "旅費規程12条の日当は全額を支給")).toEqual({
      score: 0,
      notes: ["has the forbidden 全額を支給"],
      grounded: false
    })
    expect(gradeIncludes(gold, "旅費規程12条の日当").grounded).toBe(true)
    expect(gradeIncludes({ required }, "旅費規程12条の日当").grounded).toBe(null)
    expect(gradeIncludes({ forbidden: [["x"]] }, "").score).toBe(1)
  })
})

describe("regex", () => {
  it("looks line by line at the normalised text", () => {
    const gold = { required: ["^A01,可$", "^A02,不可$"], forbidden: ["^A03"], partial: true }
    expect(gradeRegex(gold, "A01,可\r\nＡ０２，不可").score).toBe(1)
    expect(gradeRegex(gold, "A01,可\nA02,不可です").score).toBe(0.5)
    expect(gradeRegex(gold, "A01,可\nA02,不可\nA03").score).toBe(0)
  })
})

describe("numeric", () => {
  const gold = {
    values: [
      { label: ["合計", "総額"], value: 128_000 },
      { label: ["値引"], value: -500, tolerance: 1 }
    ],
    partial: true
  }

  it.each([
    ["合計 128,000円\n値引 ▲501", 1],
    ["総額は12.8万円（値引 -500円）", 1],
    ["合計 1円\n合計 128,000円", 0],
    ["合計の考え方\n合計: 128,000", 0.5],
    ["128,000円が合計", 0],
    ["値引 ▲502 合計128000", 0.5],
    ["", 0]
  ])("behind labels: %j: %d", (text, score) => {
    expect(gradeNumeric(gold, text).score).toBe(score)
  })

  it("finds a label with a digit not inside a longer number", () => {
    const february = { values: [{ label: ["2月分の手当"], value: 5 }] }
    expect(gradeNumeric(february, "12月分の手当 7円\n2月分の手当 5円").score).toBe(1)
    expect(gradeNumeric(february, "12月分の手当 5円").score).toBe(0)
  })

  it("without a label takes any number of the text", () => {
    expect(gradeNumeric({ values: [{ value: 3 }] }, "1, 2, 3").score).toBe(1)
    expect(gradeNumeric({ values: [{ value: 3 }] }, "13 と 3.5").score).toBe(0)
    expect(gradeNumeric({ values: [{ value: 0.3 }] }, "0.1と0.30").score).toBe(1)
  })
})

describe("a JSON answer", () => {
  it.each<[string, PlainJson | undefined, boolean]>([
    [' {"a":1} \n', { a: 1 }, true],
    ['答えです。\n```json\n{"a":1}\n```\n以上', { a: 1 }, false],
    ["```\n[1]\n```", [1], false],
    ['{"a":1} 以上', undefined, false],
    ["```\n1\n```\n```\n2\n```", undefined, false],
    ["```\n1", undefined, false],
    ['{"a":1,"a":2}', undefined, false],
    ["", undefined, false]
  ])("%j", (text, value, bare) => {
    const read = jsonAnswer(text)
    expect(read?.value).toEqual(value)
    expect(read?.bare ?? false).toBe(bare)
  })

  it("follows pointers as RFC 6901 says", () => {
    // The document and the pointers of RFC 6901, section 5.
    const document = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7 }
    expect(
      ["", "/foo", "/foo/0", "/", "/a~1b", "/c%d", "/m~0n", "/ "].map((at) => valueAt(document, at))
    ).toEqual([document, ["bar", "baz"], "bar", 0, 1, 2, 8, 7])
    expect(
      ["/foo/2", "/foo/00", "/foo/-", "/x", "/foo/0/x", "/toString", "/__proto__"].map((at) =>
        valueAt(document, at)
      )
    ).toEqual(Array(7).fill(undefined))
  })
})

const right = (field: Omit<FieldGold, "path">, found: PlainJson): boolean =>
  gradeFields({ fields: [{ path: "/x", ...field }] }, { x: found }).score === 1

describe("a field", () => {
  it.each<[string, Omit<FieldGold, "path">, PlainJson, boolean]>([
    ["a number", { equals: 3000 }, 3000, true],
    ["a number as text", { equals: 3000 }, "3000", false],
    ["a number as text where that is allowed", { equals: 3000, numeric: true }, "3,000円", true],
    ["two numbers in the text", { equals: 3000, numeric: true }, "2件で3,000円", false],
    ["another number behind it", { equals: 3000, numeric: true }, "3,000円（2件）", false],
    ["a number within the tolerance", { equals: 10, tolerance: 0.5 }, 10.5, true],
    ["a number beyond it", { equals: 10, tolerance: 0.5 }, 10.6, false],
    ["full-width text", { equals: "Ａ社 " }, " A社", true],
    ["a truth", { equals: true }, true, true],
    ["a truth as text", { equals: true }, "true", false],
    ["one of several", { oneOf: ["可", 1] }, 1, true],
    ["none of them", { oneOf: ["可", 1] }, "否", false],
    [
      "texts within",
      { includes: [["改定"], ["4月1日", "四月一日"]], excludes: ["旧規程を適用"] },
      "4月1日の改定",
      true
    ],
    [
      "a text that is excluded",
      { includes: [["改定"]], excludes: ["旧規程を適用"] },
      "改定前の旧規程を適用",
      false
    ],
    ["texts within a list", { includes: [["A社"]] }, ["A社", "B社"], true],
    ["a set in another order", { setOf: ["A社", "B社"] }, ["B社", "A社"], true],
    ["a set with one too many", { setOf: ["A社"] }, ["A社", "C社"], false],
    ["a set with one too few", { setOf: ["A社", "B社"] }, ["A社"], false],
    ["an empty set", { setOf: [] }, [], true],
    ["no list", { setOf: ["A社"] }, "A社", false],
    ["null", { isNull: true }, null, true],
    ["something", { isNull: true }, "佐藤", false],
    ["an empty text", { isNull: true }, "", false]
  ])("%s", (_, field, found, expected) => {
    expect(right(field, found)).toBe(expected)
  })

  it("that is not there is wrong, unless nothing was to be there", () => {
    expect(gradeFields({ fields: [{ path: "/y", excludes: ["a"] }] }, {}).score).toBe(0)
    expect(gradeFields({ fields: [{ path: "/y", isNull: true }] }, {}).score).toBe(1)
  })
})

describe("a list", () => {
  const item = (who: string, what: string, due: string) => ({
    key: { path: "/内容", includes: [[what]] },
    fields: [
      { path: "/担当", equals: who },
      { path: "/期限", equals: due }
    ]
  })
  const gold = {
    lists: [
      { path: "/todos", items: [item("佐藤", "見積", "2026-06-12"), item("田中", "議事録", "2026-06-10")] }
    ],
    partial: true
  }
  const answer = (...todos: ReadonlyArray<readonly [string, string, string]>) => ({
    todos: todos.map(([担当, 内容, 期限]) => ({ 担当, 内容, 期限 }))
  })

  it.each<[string, PlainJson, number]>([
    [
      "all right, in another order",
      answer(["田中", "議事録を配る", "2026-06-10"], ["佐藤", "見積を再送", "2026-06-12"]),
      1
    ],
    // One of two items has one of two fields right: (1 + 1/2) / 2.
    ["one field wrong", answer(["田中", "議事録", "2026-06-10"], ["佐藤", "見積", "2026-06-13"]), 0.75],
    ["one missing", answer(["佐藤", "見積", "2026-06-12"]), 0.5],
    // 2 / max(2, 3).
    [
      "one too many",
      answer(["田中", "議事録", "2026-06-10"], ["佐藤", "見積", "2026-06-12"], ["山本", "掃除", ""]),
      2 / 3
    ],
    // The first element with 見積 is taken, wrong as it is: (0 + 1) / 3.
    [
      "the same twice",
      answer(["山本", "見積", ""], ["佐藤", "見積", "2026-06-12"], ["田中", "議事録", "2026-06-10"]),
      1 / 3
    ],
    ["no list", { todos: "見積" }, 0],
    ["nothing", {}, 0]
  ])("%s", (_, value, expected) => {
    expect(gradeFields(gold, value).score).toBeCloseTo(expected, 12)
    expect(gradeFields({ ...gold, partial: false }, value).score).toBe(expected === 1 ? 1 : 0)
  })

  it("takes an element for one item only", () => {
    const items = [item("佐藤", "見積", "2026-06-12"), item("佐藤", "見積", "2026-06-12")]
    const twice = { lists: [{ path: "/todos", items }], partial: true }
    expect(gradeFields(twice, answer(["佐藤", "見積", "2026-06-12"])).score).toBe(0.5)
  })

  it("weighs as much as it has items", () => {
    // One field wrong (weight 1, score 0), a list of two items half right (weight 2, score 1/2): (0 + 1) / 3.
    const value = { ...answer(["佐藤", "見積", "2026-06-12"]), n: 1 }
    expect(gradeFields({ ...gold, fields: [{ path: "/n", equals: 2 }] }, value).score).toBeCloseTo(1 / 3, 12)
  })

  it("tells an assertion without ground from a field that is merely wrong", () => {
    const open = { fields: [{ path: "/担当", isNull: true } as const, { path: "/n", equals: 1 }] }
    expect(gradeFields(open, { 担当: "佐藤", n: 1 }).grounded).toBe(false)
    expect(gradeFields(open, { 担当: null, n: 2 }).grounded).toBe(true)
    expect(gradeFields({ fields: [{ path: "/n", equals: 1 }] }, { n: 2 }).grounded).toBe(null)
  })
})
