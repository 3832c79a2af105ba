/** 課題を直す人のための道具: fixtures を決まりのとおりに読み、samples の模範解答と同じになるかを確かめる（採点では使わない）。 */
import * as fs from "node:fs"

const read = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf8")
const cells = (line) => [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map((m) => m[1] ?? m[2])
const rowsOf = (name) => read(`../fixtures/${name}`).trimEnd().split("\n").map(cells)
const yen = (text) => Number(text.normalize("NFKC").replaceAll(",", "").replace("▲", "-"))
const large = (text) =>
  [...text]
    .map((c) => ("ァィゥェォッャュョ".includes(c) ? String.fromCodePoint(c.codePointAt(0) + 1) : c))
    .join("")

const invoices = new Map()
let above = []
for (const [no, , name, kana, amount, tax, due] of rowsOf("請求一覧.csv")) {
  if (!no.startsWith("S-")) continue
  above = name === "" ? above : [name, large(kana)]
  const total = tax === "税抜" ? Math.floor((yen(amount) * 11) / 10) : yen(amount)
  if (!invoices.has(no)) invoices.set(no, { no, name: above[0], kana: above[1], due, paid: 0, rest: total })
}

const aliases = { サワベヨシノリ: "サワベシヨウテン", "テンマホ-ルデイングス": "テンマケイソウ" }
const bearsFee = ["コトリデンコウ", "サワベシヨウテン", "ソラチシヨウカイ", "ヤナギサワモクザイ"]
const payments = []
let date = ""
for (const [day, out, into, text] of rowsOf("入金明細.csv")
  .slice(3)
  .map((row) => [row[0], row[1], row[2], row[4]])) {
  if (day !== "")
    date = `2026-${day
      .split(".")
      .slice(1)
      .map((n) => n.padStart(2, "0"))
      .join("-")}`
  if (date > "2026-06-30") continue
  const [kind, ...words] = text.normalize("NFKC").split(" ")
  const bare = words.join("").replace(/^[カユド]\)|\([カユド]$/g, "")
  const payer = aliases[bare] ?? bare
  if (kind === "クミモドシ") {
    const at = payments.findLastIndex((p) => p.payer === payer && p.amount === yen(out))
    payments.splice(at, 1)
  } else if (kind === "フリコミ" && into !== "") payments.push({ date, payer, text, amount: yen(into) })
}

/** 残額の合計が額と同じになる、いちばん件数の少ない組。1件なら支払期日の早いもの。 */
const match = (open, amount) => {
  const sets = [...Array(2 ** open.length).keys()]
    .slice(1)
    .map((bits) => open.filter((_, i) => (bits >> i) & 1))
    .filter((set) => set.reduce((sum, one) => sum + one.rest, 0) === amount)
  const ones = sets.filter((set) => set.length === 1).sort(([a], [b]) => (a.due < b.due ? -1 : 1))
  if (ones.length === 0 && sets.length > 1) throw new Error("組が一つに決まらない")
  return ones[0] ?? sets[0]
}

const over = []
const unknown = []
let fees = 0
for (const { amount, date: day, payer, text } of payments) {
  const all = [...invoices.values()].filter((one) => one.kana === payer)
  if (all.length === 0) {
    unknown.push({ 入金日: day, 名義: text.split("　")[1], 金額: amount })
    continue
  }
  const open = all.filter((one) => one.rest !== 0).sort((a, b) => (a.due < b.due ? -1 : 1))
  const fee = amount < 30_000 ? 330 : 660
  const whole = match(open, amount)
  const withFee = whole === undefined && bearsFee.includes(payer) ? match(open, amount + fee) : undefined
  if (withFee !== undefined) fees += fee
  let left = amount
  for (const one of whole ?? withFee ?? open) {
    const part = whole === undefined && withFee === undefined ? Math.min(left, one.rest) : one.rest
    one.rest -= part
    one.paid += part
    left -= part
  }
  if (left > 0) over.push({ 取引先: all[0].name, 金額: left })
}

const list = [...invoices.values()]
const partly = list.filter((one) => one.rest !== 0 && one.paid !== 0)
const result = {
  消込済件数: list.filter((one) => one.rest === 0).length,
  未入金: list.filter((one) => one.rest !== 0 && one.paid === 0).map(({ no }) => no),
  一部入金: partly.map(({ no, paid, rest }) => ({ 請求番号: no, 入金額: paid, 残額: rest })),
  過入金: over,
  不明入金: unknown,
  支払手数料: fees,
  未回収残高: list.reduce((sum, { rest }) => sum + rest, 0)
}
const reference = JSON.parse(
  JSON.parse(read("../samples/samples.json")).find(({ kind }) => kind === "reference").answer
)
const plain = (value) => JSON.stringify(value).replaceAll(/㈱|株式会社/g, "")
const [ours, theirs] = [result, reference].map((x) =>
  plain({ ...x, 過入金: [...x.過入金].sort((a, b) => a.金額 - b.金額) })
)
console.log(ours === theirs ? "模範解答と同じ" : `${ours}\n${theirs}`)
process.exit(ours === theirs ? 0 : 1)
