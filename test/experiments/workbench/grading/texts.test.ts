import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { normalise } from "../../../../src/experiments/workbench/grading/normalise.js"
import { quantities } from "../../../../src/experiments/workbench/grading/quantities.js"
import { findText, searchable } from "../../../../src/experiments/workbench/grading/Searchable.js"

describe("normalising", () => {
  it.each([
    ["１２８，０００円", "128,000円"],
    ["ｶﾅと　全角　　空白\t並び", "カナと 全角 空白 並び"],
    ["一行\r\n二行\n\n三行", "一行\n二行\n\n三行"],
    ["\u001b[1;31m赤\u001b[0m と \u001b]8;;http://x\u0007題\u001b]8;;\u0007", "赤 と 題"],
    ["㈱山田 ①", "(株)山田 1"]
  ])("%j becomes %j", (raw, expected) => {
    expect(normalise(raw)).toBe(expected)
  })

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text))
      })
    )
  })
})

const values = (text: string): ReadonlyArray<number> => quantities(normalise(text)).map(({ value }) => value)

describe("amounts in a text", () => {
  it.each<[string, ReadonlyArray<number>]>([
    ["128,000円", [128_000]],
    ["１２８，０００", [128_000]],
    ["12.5%と3", [12.5, 3]],
    ["1億2,800万円", [128_000_000]],
    ["12.8万円", [128_000]],
    ["3千万、3千5百万、5百", [30_000_000, 35_000_000, 500]],
    ["128千円 12百万円", [128_000, 12_000_000]],
    ["1兆2億3万4", [1_000_200_030_004]],
    ["2万3万", [20_000, 30_000]],
    ["5百3千", [500, 3000]],
    ["5万〜8万", [50_000, 80_000]],
    ["▲1,200 △ 300 −5 -7 残高-500円", [-1200, -300, -5, -7, -500]],
    ["▲¥500、-$3、(▲2)", [-500, -3, -2]],
    ["2026-06-12", [2026, 6, 12]],
    ["A-12 第1-3条 (注)-4", [12, 1, 3, 4]],
    ["- 128", [128]],
    ["2026.4.1", [2026, 4, 1]],
    ["3,12条", [3, 12]],
    ["1,128,000.5", [1_128_000.5]],
    ["1,0000", [1, 0]],
    ["▲0", [0]],
    ["なし", []]
  ])("%s", (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it("reads back what Intl writes with commas, whatever its sign", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom("", "▲", "-"), (number, sign) => {
        const text = `計${sign}${new Intl.NumberFormat("ja-JP").format(number)}円`
        expect(values(text)).toEqual([sign === "" || number === 0 ? number : -number])
      })
    )
  })

  it("reads back 億, 万 and the rest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 9999 }),
        (oku, man, rest) => {
          expect(values(`${oku}億${man}万${rest}円`)).toEqual([oku * 1e8 + man * 1e4 + rest])
        }
      )
    )
  })
})

const has = (text: string, wanted: string): boolean => findText(searchable(text), wanted) >= 0

describe("finding a text", () => {
  it.each([
    ["第112条による", "12条", false],
    ["第12条による", "12条", true],
    ["第１２条による", "12条", true],
    ["112条と12条", "12条", true],
    ["12.5%", "5%", false],
    ["1,128,000円", "128,000円", false],
    ["3,12条", "12条", true],
    ["合計 128000", "12800", false],
    ["2026.4.1から", "2026", true],
    ["2026.4.15", "4.1", false],
    ["条12条", "条", true],
    ["見 積", "見　積", true],
    ["見積", "", false]
  ])("in %s, %s: %s", (text, wanted, expected) => {
    expect(has(text, wanted)).toBe(expected)
  })

  it("without digits at its ends it is found just where the text includes it", () => {
    const word = fc.string({ unit: fc.constantFrom("条", "項", "1", "a") })
    fc.assert(
      fc.property(word, word, (text, inner) => {
        expect(has(text, `条${inner}項`)).toBe(text.includes(`条${inner}項`))
      })
    )
  })

  it("a whole number is found just where it stands as a number of its own", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 })),
        fc.integer({ min: 0, max: 300 }),
        (numbers, wanted) => {
          expect(has(numbers.join("円と"), String(wanted))).toBe(numbers.includes(wanted))
        }
      )
    )
  })
})
