/**
 * 取引先台帳.csv を、正解の表と比べる。
 *   node checks/check.mjs <観点> <dir>   観点: rows | name | contact | date | limit
 * rows は見出し・載せる会社・並びと、元の二つのファイルが変わっていないこと、ほかは正解に載る会社すべてのその列を見る。
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const [aspect, dir] = process.argv.slice(2)
const here = path.dirname(fileURLToPath(import.meta.url))

const columns = { name: [1], contact: [2, 3, 4], date: [5], limit: [6] }

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

const file = path.join(dir, "取引先台帳.csv")
if (!fs.existsSync(file)) fail("取引先台帳.csv がない")
const expected = table(fs.readFileSync(path.join(here, "expected.csv"), "utf8"))
const actual = table(fs.readFileSync(file, "utf8"))

if (aspect === "rows") {
  const given = path.join(here, "../fixtures")
  for (const name of fs.readdirSync(given)) {
    const source = path.join(dir, name)
    if (!fs.existsSync(source)) fail(`${name} がない`)
    if (!fs.readFileSync(source).equals(fs.readFileSync(path.join(given, name))))
      fail(`${name} が書き換えられている`)
  }
  if (actual.length === 0 || actual[0].join() !== expected[0].join()) fail("見出しが違う")
  const codes = (rows) => rows.slice(1).map((row) => row[0])
  const missing = codes(expected).filter((code) => !codes(actual).includes(code))
  const extra = codes(actual).filter((code) => !codes(expected).includes(code))
  if (missing.length > 0 || extra.length > 0) fail(`足りない: ${missing.join()} 余計: ${extra.join()}`)
  if (codes(actual).join() !== codes(expected).join()) fail("並びが違うか、同じ会社が2回ある")
  const odd = actual.find((row) => row.length !== 7)
  if (odd !== undefined) fail(`${odd[0]} の欄の数が ${odd.length}`)
} else {
  for (const row of expected.slice(1)) {
    const given = actual.filter((r) => r[0] === row[0])
    if (given.length !== 1) fail(`${row[0]} の行が ${given.length}`)
    for (const i of columns[aspect]) {
      if (given[0][i] !== row[i])
        fail(`${row[0]} の${expected[0][i]}が「${given[0][i]}」（正しくは「${row[i]}」）`)
    }
  }
}
console.log(`${aspect} は合っている`)
