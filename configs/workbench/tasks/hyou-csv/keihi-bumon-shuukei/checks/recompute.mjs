/** 課題を直す人のための道具: fixtures を決まりのとおりに読み、checks/expected.csv と同じになるかを確かめる（採点では使わない）。 */
import * as fs from "node:fs"

const read = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf8")
const cells = (line) => [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map((m) => m[1] ?? m[2])

const dateOf = (text) => {
  const m = /^(R|令和|)(\d+)[.年/](\d+)[.月/](\d+)日?$/.exec(text.normalize("NFKC"))
  const year = m[1] === "" ? Number(m[2]) : Number(m[2]) + 2018
  return `${year}-${m[3].padStart(2, "0")}-${m[4].padStart(2, "0")}`
}
const departments = ["営業一課", "営業二課", "製造部", "総務部"]
const alias = { 営業1課: "営業一課", 営業2課: "営業二課", 製造: "製造部", 総務: "総務部" }
const net = (text, kind) => {
  const value = text.normalize("NFKC").replaceAll(",", "")
  const minus = /^[▲△]/.test(value)
  const gross = Number(value.replace(/^[▲△]/, ""))
  const amount =
    kind === "込" ? Math.floor((gross * 10) / 11) : kind === "込8" ? Math.floor((gross * 100) / 108) : gross
  return minus ? -amount : amount
}

const seen = new Set()
const sums = new Map()
let above = []
for (const line of read("../fixtures/経費明細.csv").trimEnd().split("\n").slice(3)) {
  const row = cells(line)
  if (row[0] === "小計" || row[0] === "合計") continue
  for (const i of [1, 2, 3, 4]) if (row[i] === "") row[i] = above[i]
  above = row
  const [slip, used, , department, , account, , amount, kind] = row
  const date = dateOf(used)
  const number = slip.normalize("NFKC")
  if (seen.has(number)) continue
  seen.add(number)
  if (date < "2026-04-01" || date > "2026-06-30" || account === "仮払金") continue
  const name = department.normalize("NFKC")
  const to = name === "品質保証室" ? (date < "2026-05-01" ? "総務部" : "製造部") : (alias[name] ?? name)
  const key = `${to},${date.slice(0, 7)}`
  const old = sums.get(key) ?? [0, 0]
  sums.set(key, [old[0] + 1, old[1] + net(amount, kind)])
}
const rows = departments.flatMap((d) =>
  ["2026-04", "2026-05", "2026-06"].map((m) => `${d},${m},${(sums.get(`${d},${m}`) ?? [0, 0]).join()}`)
)
const text = `部署,月,件数,税抜金額\n${rows.join("\n")}\n`
const same = text === read("expected.csv")
console.log(same ? "expected.csv と同じ" : text)
process.exit(same ? 0 : 1)
