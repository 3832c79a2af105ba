/**
 * 点検結果.csv を、正解の一覧と比べる。
 *   node checks/check.mjs <種別,種別…> <dir>   その種別の行が、過不足なくそろっているか
 *   node checks/check.mjs form <dir>           見出し・列数・並びと、元のファイルが変わっていないこと
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const [aspect, dir] = process.argv.slice(2)
const here = path.dirname(fileURLToPath(import.meta.url))

const table = (text) =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map((m) => (m[1] ?? m[2]).trim()))

const fail = (why) => {
  console.log(why)
  process.exit(1)
}

const file = path.join(dir, "点検結果.csv")
if (!fs.existsSync(file)) fail("点検結果.csv がない")
const expected = table(fs.readFileSync(path.join(here, "expected.csv"), "utf8"))
const actual = table(fs.readFileSync(file, "utf8"))

if (aspect === "form") {
  if (actual.length < 2) fail("行がない")
  if (actual[0].join() !== expected[0].join()) fail(`見出しが違う: ${actual[0].join()}`)
  const stores = ["本店", "駅前店", "港店"]
  const kinds = ["二重", "食い違い", "定休日", "抜け", "計算違い", "税違い", "桁違い"]
  let last = ""
  for (const [i, row] of actual.slice(1).entries()) {
    if (row.length !== 4) fail(`${i + 1} 行目の欄の数が ${row.length}`)
    if (!kinds.includes(row[0])) fail(`種別にない言葉: ${row[0]}`)
    if (!stores.includes(row[1])) fail(`店の名が違う: ${row[1]}`)
    if (!/^2026-06-[0-3][0-9]$/.test(row[2])) fail(`日付の書き方が違う: ${row[2]}`)
    const key = `${stores.indexOf(row[1])} ${row[2]} ${row[3].padStart(3, "0")}`
    if (key < last) fail(`${i + 1} 行目の並びが違う`)
    last = key
  }
  const given = path.join(here, "../fixtures")
  for (const name of fs.readdirSync(given)) {
    const source = path.join(dir, name)
    if (!fs.existsSync(source)) fail(`${name} がない`)
    if (!fs.readFileSync(source).equals(fs.readFileSync(path.join(given, name))))
      fail(`${name} が書き換えられている`)
  }
} else {
  const kinds = aspect.split(",")
  const of = (rows) => rows.filter((row) => kinds.includes(row[0])).map((row) => row.join())
  const missing = of(expected).filter((row) => !of(actual).includes(row))
  const extra = of(actual).filter((row) => !of(expected).includes(row))
  if (missing.length > 0) fail(`足りない: ${missing.join(" / ")}`)
  if (extra.length > 0) fail(`余計: ${extra.join(" / ")}`)
  if (of(actual).length !== of(expected).length) fail("同じ行が2回ある")
}
console.log(`${aspect} は合っている`)
