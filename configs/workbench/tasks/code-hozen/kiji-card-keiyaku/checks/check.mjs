/**
 *   node checks/check.mjs <観点> <dir>
 * contract: すべての記事のカードが契約に合う
 * cards:    見せていない記事から作ったカードが正しい
 * render:   一覧の HTML が正しい
 * scope:    変えてよいところだけを、小さく変えた
 * 被験者のものは src/card.mjs と src/render.mjs しか使わない。契約・記事・テストは、こちらの写しを使う。
 */
import assert from "node:assert/strict"
import { readArticles } from "../fixtures/src/articles.mjs"
import { violations } from "../fixtures/src/contract.mjs"
import { call, changedLines, fail, original, strayChanges, submitted } from "./tree.mjs"

const [aspect, dir] = process.argv.slice(2)
const mine = ["src/card.mjs", "src/render.mjs"]

const toCard = (article) => ({ module: "src/card.mjs", name: "toCard", args: [article] })
const renderCard = (card) => ({ module: "src/render.mjs", name: "renderCard", args: [card] })
const renderList = (cards) => ({ module: "src/render.mjs", name: "renderList", args: [cards] })

const article = (data, body = "# 見出し\n\n本文です。") => ({
  slug: "rei",
  data: { title: "例", date: "2026-04-01", ...data },
  body
})

const card = {
  slug: "rei",
  title: "例",
  date: "2026-04-01",
  updated: null,
  minutes: 3,
  tags: ["日付"],
  summary: "要約"
}

/** [説明, 記事, カードの項目, 正しい値] */
const cases = [
  ["要約がなければ最初の段落", article({}), "summary", "本文です。"],
  ["500字で1分", article({}, "あ".repeat(500)), "minutes", 1],
  ["501字で2分", article({}, "あ".repeat(501)), "minutes", 2],
  ["タグは読点で分ける", article({ tags: "文字コード、 日付" }), "tags", ["文字コード", "日付"]],
  ["更新日を写す", article({ updated: "2026-05-02" }), "updated", "2026-05-02"],
  ["更新日がなければ null", article({}), "updated", null],
  ["更新日が空なら null", article({ updated: "" }), "updated", null],
  ["読む時間の指定を整数にする", article({ minutes: "7" }), "minutes", 7],
  ["全角の指定も読む", article({ minutes: "１２" }), "minutes", 12],
  ["80字ちょうどの要約は切らない", article({ summary: "あ".repeat(80) }), "summary", "あ".repeat(80)],
  ["81字なら79字と…", article({ summary: "あ".repeat(81) }), "summary", `${"あ".repeat(79)}…`],
  ["本文から採る要約も同じ", article({}, "い".repeat(200)), "summary", `${"い".repeat(79)}…`],
  ["字数はコードポイントで数える", article({ summary: "𠮷".repeat(80) }), "summary", "𠮷".repeat(80)],
  [
    "79字目と80字目の𠮷を半分に切らない",
    article({ summary: "𠮷".repeat(90) }),
    "summary",
    `${"𠮷".repeat(79)}…`
  ],
  ["境目だけが𠮷", article({ summary: `${"あ".repeat(78)}𠮷𠮷野家` }), "summary", `${"あ".repeat(78)}𠮷…`]
]

const must = (condition, why) => {
  if (!condition) fail(why)
}

switch (aspect) {
  case "contract": {
    const articles = readArticles()
    for (const [index, one] of call(dir, mine, articles.map(toCard)).entries()) {
      const [problem] = violations(one ?? {})
      must(problem === undefined, `content/${articles[index].slug}.md  ${problem}`)
    }
    break
  }
  case "cards": {
    const made = call(
      dir,
      mine,
      cases.map(([, one]) => toCard(one))
    )
    for (const [index, [name, , field, expected]] of cases.entries()) {
      try {
        assert.deepEqual(made[index]?.[field], expected)
      } catch {
        fail(`${name}: ${field} が ${JSON.stringify(made[index]?.[field])}`)
      }
      must(violations(made[index]).length === 0, `${name}: ${violations(made[index])[0]}`)
    }
    break
  }
  case "render": {
    const published = '<time datetime="2026-04-01">2026年4月1日</time>'
    const changed = '<span class="updated">更新 <time datetime="2026-05-02">2026年5月2日</time></span>'
    const updated = { ...card, updated: "2026-05-02", title: '<a & "b">' }
    const calls = [renderCard(card), renderCard(updated), ...readArticles().map(toCard)]
    const [plain, withUpdate, ...cards] = call(dir, mine, calls)
    must(
      plain.includes(`<p class="meta">${published} 3分で読めます</p>`),
      `更新のない記事の日付が違う: ${plain}`
    )
    must(!/更新|null|NaN|undefined/.test(plain), `更新のない記事に余計なものが出る: ${plain}`)
    must(
      withUpdate.includes(`${published} ${changed} 3分で読めます`),
      `更新した記事の日付が違う: ${withUpdate}`
    )
    must(withUpdate.includes("<h2>&lt;a &amp; &quot;b&quot;&gt;</h2>"), "題の記号が書き換わっていない")
    const [list] = call(dir, mine, [renderList(cards)])
    must((list.match(/class="updated"/g) ?? []).length === 2, "更新を出す記事は2件のはず")
    must((list.match(/<li /g) ?? []).length === 7, "一覧は7件のはず")
    break
  }
  case "scope": {
    const [stray] = strayChanges(dir, mine)
    must(stray === undefined, stray)
    must(submitted(dir, "src/card.mjs") !== original("src/card.mjs"), "何も直していない")
    for (const [name, most] of [
      ["src/card.mjs", 14],
      ["src/render.mjs", 4]
    ]) {
      const { added, removed } = changedLines(original(name), submitted(dir, name))
      must(
        added.length <= most && removed.length <= most,
        `${name} の変更が大きい（+${added.length} −${removed.length}）`
      )
    }
    break
  }
  default:
    fail(`観点がない: ${aspect}`)
}
console.log(`${aspect} は合っている`)
