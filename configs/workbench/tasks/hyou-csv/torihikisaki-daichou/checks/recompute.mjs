/** 課題を直す人のための道具: fixtures を決まりのとおりに読み、checks/expected.csv と同じになるかを確かめる（採点では使わない）。 */
import * as fs from "node:fs"

const read = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf8")
const cells = (line) => [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map((m) => m[1] ?? m[2])
const digits = (text) => text.normalize("NFKC").replace(/\D/g, "")

const nameOf = (text) =>
  text
    .replace(/\s/g, "")
    .replace(/㈱|[(（]株[)）]/, "株式会社")
    .replace(/㈲|[(（]有[)）]/, "有限会社")
    .replace(/[Ａ-Ｚａ-ｚ０-９]|[ｦ-ﾟ]+/g, (s) => s.normalize("NFKC"))

const dateOf = (text) => {
  const t = text.normalize("NFKC")
  if (/^\d{5}$/.test(t)) return new Date(Date.UTC(2023, 2, 15 + Number(t) - 45000)).toISOString().slice(0, 10)
  const [era, y, m, d = "1"] = t
    .replace(/[年月/]/g, ".")
    .replace("日", "")
    .replace("昭和", "S")
    .replace("平成", "H")
    .replace("令和", "R")
    .replace("元", "1")
    .replace(/^([SHR]?)/, "$1.")
    .split(".")
  const base = { S: 1925, H: 1988, R: 2018 }[era] ?? 0
  return [base + Number(y), m.padStart(2, "0"), d.padStart(2, "0")].join("-")
}

const limitOf = (text, unit) => {
  const t = text.normalize("NFKC").replaceAll(",", "")
  if (t === "") return ""
  if (t === "―" || t === "なし") return "0"
  return String(t.endsWith("万円") ? Number(t.slice(0, -2)) * 10_000 : Number(t) * unit)
}

const entries = read("../fixtures/取引先一覧_統合前.csv")
  .trimEnd()
  .split("\n")
  .map(cells)
  .filter((row) => /^[AW]\d{3}$/.test(row[0]))
  .map((row) => {
    const west = row[0].startsWith("W")
    const [name, post, tel, number, start, limit] = (west ? [4, 5, 6, 1, 3, 2] : [1, 2, 3, 4, 5, 6]).map(
      (i) => row[i]
    )
    const zip = digits(post)
    return {
      code: row[0],
      name: nameOf(name),
      post: `${zip.slice(0, 3)}-${zip.slice(3)}`,
      tel: tel.normalize("NFKC").replace(/[()]/g, "-"),
      number: number === "" ? "" : `T${digits(number)}`,
      start: dateOf(start),
      limit: limitOf(limit, west ? 1000 : 1),
      updated: dateOf(row[7]),
      note: row[8]
    }
  })

const groups = new Map()
for (const entry of entries) {
  const key = entry.number === "" ? `${entry.name} ${entry.tel}` : entry.number
  groups.set(key, [...(groups.get(key) ?? []), entry])
}

const rows = [...groups.values()]
  .map((group) => {
    const newest = [...group].sort((a, b) => (a.updated < b.updated ? 1 : -1))
    const value = (column) => newest.map((e) => e[column]).find((v) => v !== "") ?? ""
    return {
      stopped: newest[0].note.replaceAll("取引停止解除", "").includes("取引停止"),
      cells: [
        group.map((e) => e.code).sort()[0],
        ...["name", "post", "tel", "number"].map(value),
        group.map((e) => e.start).sort()[0],
        value("limit")
      ]
    }
  })
  .filter((row) => !row.stopped)
  .map((row) => row.cells.join())
  .sort()
const text = `コード,取引先名,郵便番号,電話番号,登録番号,取引開始日,与信限度額\n${rows.join("\n")}\n`
const same = text === read("expected.csv")
console.log(same ? "expected.csv と同じ" : text)
process.exit(same ? 0 : 1)
