/**
 *   node checks/check.mjs <観点> <dir>
 * width | wareki | count: 見せていない例でも仕様のとおりに動く（被験者のものは src/ の三つのファイルしか使わない）
 * test:  仕様と合わないテストの期待値だけを直した
 * scope: ほかのファイルはそのままで、CHANGES.md に記録した
 */
import { call, changedLines, fail, original, strayChanges, submitted } from "./tree.mjs"

const [aspect, dir] = process.argv.slice(2)
const sources = ["src/width.mjs", "src/wareki.mjs", "src/count.mjs"]
const zones = ["Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"]
const wrongTest = "年号が変わったあとの日付も前の年号で読む"

const must = (condition, why) => {
  if (!condition) fail(why)
}

/** 例は [関数, 渡すもの, 正しい値]。 */
const expectAll = (module, cases, zone) => {
  const results = call(
    dir,
    sources,
    cases.map(([name, input]) => ({ module, name, args: [input] })),
    zone
  )
  for (const [index, [name, input, expected]] of cases.entries())
    must(
      results[index] === expected,
      `${zone} ${name}(${JSON.stringify(input)}) が ${JSON.stringify(results[index])}（正しくは ${JSON.stringify(expected)}）`
    )
}

const of = (name, cases) => cases.map((one) => [name, ...one])

const width = [
  ["ＡＢＣ１２３（税込）！", "ABC123(税込)!"],
  ["ﾊﾟｿｺﾝ｢ﾃﾞﾓ｣", "パソコン「デモ」"],
  ["①㈱あおば　３０㎡", "①㈱あおば 30㎡"],
  ["１０～２０名", "10～20名"],
  ["Ⅲ期　½　㍻　ｷﾞｮｳｻﾞ｡", "Ⅲ期 ½ ㍻ ギョウザ。"],
  ["｛ｘ｜ｙ｝＠＃＼＿", "{x|y}@#\\_"],
  ["ｳﾞｧｲｵﾘﾝ･ﾋﾟｱﾉ､ｾｰﾙ", "ヴァイオリン・ピアノ、セール"],
  ["か\u3099な\uFE0F", "か\u3099な\uFE0F"],
  ["￥１，０００", "￥1,000"],
  ["", ""]
]

const parse = [
  ["令和8年4月1日", "2026-04-01"],
  ["R8.4.1", "2026-04-01"],
  ["Ｈ３０／１２／２４", "2018-12-24"],
  ["令和元年5月1日", "2019-05-01"],
  ["昭和64年1月7日", "1989-01-07"],
  ["平成31年4月30日", "2019-04-30"],
  ["令和8年2月30日", null],
  ["令和8年4月1日締切", null],
  ["平成31年5月1日", null],
  ["平成34年1月1日", null],
  ["昭和64年1月8日", null],
  ["令和元年4月30日", null],
  ["平成元年1月7日", null],
  ["平成元年1月8日", "1989-01-08"],
  ["昭和元年12月25日", "1926-12-25"],
  ["昭和元年12月24日", null],
  ["昭和1年12月31日", "1926-12-31"],
  ["R元.5.1", "2019-05-01"],
  ["H元/2/3", "1989-02-03"],
  ["R8.04.01", "2026-04-01"],
  ["令和８年０４月０１日", "2026-04-01"],
  ["令和6年2月29日", "2024-02-29"],
  ["R7.2.29", null],
  ["令和8年13月1日", null],
  ["令和8年0月1日", null],
  ["r8.4.1", null],
  ["S64.1.7", "1989-01-07"],
  ["S64.1.8", null],
  ["締切は令和8年4月1日", null],
  ["大正15年12月24日", null],
  ["令和0年1月1日", null],
  ["令和①年5月1日", null],
  ["2026-04-01", null],
  ["", null]
]

const format = [
  ["2026-04-01", "令和8年4月1日"],
  ["2019-05-01", "令和元年5月1日"],
  ["2019-04-30", "平成31年4月30日"],
  ["1989-01-08", "平成元年1月8日"],
  ["1989-01-07", "昭和64年1月7日"],
  ["1926-12-25", "昭和元年12月25日"],
  ["1926-12-24", null],
  ["2024-02-29", "令和6年2月29日"],
  ["2026-12-31", "令和8年12月31日"]
]

const count = [
  ["東京タワー", 5],
  ["PDF形式", 4],
  ["", 0],
  ["ﾊﾞｽ停", 3],
  ["ﾊﾟﾋﾟﾌﾟ", 3],
  ["家族👨‍👩‍👧", 3],
  ["か゚", 1],
  ["一行\r\n二行\n三行", 6],
  ["ﾊﾞ", 1],
  ["ｶﾞ👍🏽A\nい", 4],
  ["a", 1],
  ["ab", 1],
  ["a b c", 3],
  ["\r\n\r\n", 0],
  ["一\r二", 2],
  ["A\r\nB", 1],
  ["🇯🇵🏴‍☠️", 2],
  ["葛\u{E0100}城", 2],
  ["カ\u3099キ\u3099", 2],
  ["ｱｲｳ\nABC", 3],
  ["𠮷野家", 3]
]

switch (aspect) {
  case "width":
    expectAll("src/width.mjs", of("toHalf", width), zones[0])
    break
  case "wareki":
    for (const zone of zones)
      expectAll("src/wareki.mjs", [...of("parseWareki", parse), ...of("formatWareki", format)], zone)
    break
  case "count":
    expectAll("src/count.mjs", of("countChars", count), zones[0])
    break
  case "test": {
    const name = "test/wareki.test.mjs"
    const after = submitted(dir, name)
    must(after !== undefined, `${name} がない`)
    const { added, removed } = changedLines(original(name), after)
    const title = `test("${wrongTest}", () => {`
    const assertion = '  assert.equal(parseWareki("平成31年5月1日"), "2019-05-01")'
    must(removed.includes(assertion), "仕様と合わない期待値が残っている")
    const other = removed.find((line) => line !== title && line !== assertion && line.trim() !== "")
    must(other === undefined, `直さなくてよい行が変わっている: ${other}`)
    const text = added.filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    const right =
      /^assert\.(?:(?:strictE|e)qual|deepEqual|deepStrictEqual)\(parseWareki\(["'`]平成31年5月1日["'`]\), null(?:, .*)?\);?$/
    must(
      text.filter((line) => right.test(line.trim())).length === 1,
      "平成31年5月1日が null になるテストがない"
    )
    const rest = text.filter((line) => !right.test(line.trim()))
    must(
      removed.includes(title)
        ? rest.length === 1 && /^test\((["'`]).+\1, \(\) => \{$/.test(rest[0])
        : rest.length === 0,
      `余計な行が増えている: ${rest[0]}`
    )
    break
  }
  case "scope": {
    const [stray] = strayChanges(dir, [...sources, "test/wareki.test.mjs", "CHANGES.md"])
    must(stray === undefined, stray)
    const { added, removed } = changedLines(original("CHANGES.md"), submitted(dir, "CHANGES.md"))
    must(removed.length === 0, "CHANGES.md の元の記録が消えている")
    const lines = submitted(dir, "CHANGES.md").split("\n")
    const [from, to] = [lines.indexOf("## 未公開"), lines.indexOf("## 0.7.2（2026-03-02）")]
    const section = lines.slice(from, to)
    must(
      added.every((line) => line === "" || section.includes(line)),
      "未公開のほかに書き足している"
    )
    const records = added.filter((line) => line.startsWith("- ") && line.includes(wrongTest))
    must(records.length === 1, "直したテストの名前が CHANGES.md に一行で書かれていない")
    must(
      records[0].replaceAll(wrongTest, "").replace(/[-「」『』"'`:：\s]/g, "").length >= 5,
      "理由が書かれていない"
    )
    break
  }
  default:
    fail(`観点がない: ${aspect}`)
}
console.log(`${aspect} は合っている`)
