/**
 * 回答（answer.txt）の集計表を、正解の表と比べる。
 *   node checks/check.mjs <観点> <dir>   観点: form | 営業一課 | 営業二課 | 製造部 | 総務部
 * form は書き方（見出し・行の並び・数字の書き方）だけを、部署名はその部署の3か月の件数と金額だけを見る。
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const [aspect, dir] = process.argv.slice(2)
const here = path.dirname(fileURLToPath(import.meta.url))

/** ```で囲まれた部分が一つだけあればその中、なければ全文。 */
const body = (text) => {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```\s*$/gm)]
  return blocks.length === 1 ? blocks[0][1] : text
}

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

const expected = table(fs.readFileSync(path.join(here, "expected.csv"), "utf8"))
const actual = table(body(fs.readFileSync(path.join(dir, "answer.txt"), "utf8")))

if (aspect === "form") {
  if (actual.length !== expected.length)
    fail(`行数が ${actual.length}（見出しを入れて ${expected.length} のはず）`)
  if (actual[0].join() !== expected[0].join()) fail(`見出しが違う: ${actual[0].join()}`)
  for (const [i, row] of actual.entries()) {
    if (i === 0) continue
    if (row.length !== 4) fail(`${i} 行目の欄の数が ${row.length}`)
    if (row[0] !== expected[i][0] || row[1] !== expected[i][1])
      fail(`${i} 行目は ${expected[i][0]} ${expected[i][1]} のはず`)
    if (!/^[0-9]+$/.test(row[2]) || !/^-?[0-9]+$/.test(row[3])) fail(`${i} 行目の数字が半角数字だけでない`)
  }
  console.log("書き方は合っている")
} else {
  const number = (s) =>
    s === undefined || s === "" ? Number.NaN : Number(s.normalize("NFKC").replace(/[,円]/g, ""))
  const wanted = expected.filter((row) => row[0] === aspect)
  if (wanted.length !== 3) fail(`観点がない: ${aspect}`)
  const given = actual.filter((row) => row[0] === aspect)
  if (given.length !== 3) fail(`${aspect} の行が ${given.length}`)
  for (const [, month, count, amount] of wanted) {
    const row = given.find((r) => r[1] === month)
    if (row === undefined) fail(`${aspect} ${month} がない`)
    if (number(row[2]) !== Number(count)) fail(`${aspect} ${month} の件数が ${row[2]}`)
    if (number(row[3]) !== Number(amount)) fail(`${aspect} ${month} の金額が ${row[3]}`)
  }
  console.log(`${aspect} は合っている`)
}
