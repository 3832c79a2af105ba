/**
 *   node checks/check.mjs <観点> <dir>
 * build: 元の build で組み立てられる（被験者のものは記事と値のファイルだけを使う。プログラムは元のもの）
 * data:  値のファイルが、測定の記録から計算したものと同じ
 * chart: 図が正しいところに、正しい caption と alt で入っている
 * rest:  図の番号・本文の呼び方・表の直しが正しく、ほかの文は変わっていない
 * scope: ほかのファイルが元のまま
 */
import assert from "node:assert/strict"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { parseShortcode } from "../fixtures/src/shortcode.mjs"
import { buildSite } from "../fixtures/src/site.mjs"

const [aspect, dir] = process.argv.slice(2)
const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url))
const article = "content/posts/mojiokoshi-2026-06.md"
const data = "data/charts/hayasa-2026-06.json"

const fail = (why) => {
  console.log(why)
  process.exit(1)
}

const filesBelow = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => !name.split(path.sep).includes(".git"))

/** ふつうのファイルだけを読む。 */
const read = (folder, name) => {
  const file = path.join(folder, name)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return fail(`${name} がない`)
  return fs.readFileSync(file, "utf8")
}

const chartOf = () => {
  try {
    return JSON.parse(read(dir, data).replace(/^\uFEFF/, ""))
  } catch {
    return fail(`${data} が JSON として読めない`)
  }
}

const isNew = (line) => parseShortcode(line)?.attributes.id === "hayasa-2026-06"
const lines = () => {
  const all = read(dir, article).split("\n")
  if (all.filter(isNew).length !== 1) fail("hayasa-2026-06 の図が、ちょうど1行でない")
  return all.filter((line) => line !== "")
}

switch (aspect) {
  case "build": {
    const tree = fs.mkdtempSync(path.join(os.tmpdir(), "site-"))
    process.once("exit", () => fs.rmSync(tree, { recursive: true, force: true }))
    fs.cpSync(fixtures, tree, { recursive: true })
    fs.writeFileSync(path.join(tree, article), read(dir, article))
    fs.writeFileSync(path.join(tree, data), JSON.stringify(chartOf()))
    const { charts, problems } = buildSite(tree)
    if (problems.length > 0) fail(problems[0])
    if (charts !== 3) fail(`棒グラフが ${charts} 枚`)
    break
  }
  case "data": {
    const item = (label, value) => ({ label, value })
    const right = {
      unit: "秒",
      better: "small",
      max: 30,
      items: [
        item("据置・乙", 4.3),
        item("据置・甲", 6.4),
        item("薄型・甲", 12.4),
        item("小型・乙", 16),
        item("薄型・乙", 25)
      ],
      excluded: ["小型・甲"],
      source: "data/measurements/2026-06.csv"
    }
    try {
      assert.deepEqual(chartOf(), right)
    } catch {
      fail(`値のファイルが違う: ${JSON.stringify(chartOf())}`)
    }
    break
  }
  case "chart": {
    const all = lines()
    const at = all.findIndex(isNew)
    if (!all[at - 1]?.startsWith("| 小型・乙 |")) fail(`図が表のすぐ下にない（前の行: ${all[at - 1]}）`)
    if (!all[at + 1]?.startsWith("小型・甲は、")) fail(`図の次が違う: ${all[at + 1]}`)
    const { attributes, name } = parseShortcode(all[at])
    if (name !== "bar-chart" || attributes.data !== "hayasa-2026-06")
      fail(`図の種類か data が違う: ${all[at]}`)
    if (attributes.caption !== "図2 1分の音声の文字起こしにかかる時間（秒）")
      fail(`caption が違う: ${attributes.caption}`)
    const alt = (attributes.alt ?? "").normalize("NFKC").replaceAll(" ", "")
    for (const part of [/据置・乙/, /(?<![\d.])4\.3秒/, /薄型・乙/, /(?<![\d.])25(?:\.0)?秒/])
      if (!part.test(alt)) fail(`alt に ${part.source} がない: ${attributes.alt}`)
    break
  }
  case "rest": {
    const right = read(fixtures, article)
      .replace("| 薄型・乙 | 24.8 |", "| 薄型・乙 | 25.0 |")
      .replace("電力は図2のとおりです。", "電力は図3のとおりです。")
      .replace('caption="図2 文字起こし中の電力（W）"', 'caption="図3 文字起こし中の電力（W）"')
      .replace("図2を見ると、", "図3を見ると、")
      .replace("今回の図2に当たる", "今回の図3に当たる")
      .split("\n")
      .filter((line) => line !== "")
    const given = lines().filter((line) => !isNew(line))
    for (let i = 0; i < Math.max(right.length, given.length); i += 1)
      if (given[i] !== right[i]) fail(`「${given[i]}」は「${right[i]}」のはず`)
    break
  }
  case "scope": {
    if (read(dir, article) === read(fixtures, article)) fail("記事が変わっていない")
    for (const name of filesBelow(fixtures))
      if (name !== article && read(dir, name) !== read(fixtures, name)) fail(`${name} が変わっている`)
    for (const name of filesBelow(dir))
      if (name !== data && !fs.existsSync(path.join(fixtures, name))) fail(`${name} が増えている`)
    break
  }
  default:
    fail(`観点がない: ${aspect}`)
}
console.log(`${aspect} は合っている`)
