/**
 *   node checks/check.mjs <観点> <dir>
 * kept:  本文・archive・ほかのファイルが元のまま
 * dates | tags | labels | texts: その項目の値が、すべての記事で正しい
 * form:  項目の過不足・並び・書き方。監修済みの記事は tags のほか元のまま
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const [aspect, dir] = process.argv.slice(2)
const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url))
const expected = JSON.parse(fs.readFileSync(new URL("./expected.json", import.meta.url), "utf8"))

const groups = {
  dates: ["pubDate", "updatedDate", "date"],
  tags: ["tags"],
  labels: ["category", "author", "series", "seriesNo", "draft", "aliases"],
  texts: ["title", "description"]
}

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

/** 先頭の設定の行と、2つ目の --- より後ろ。 */
const parts = (name, source) => {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  return match === null
    ? fail(`${name} の先頭の設定が読めない`)
    : { lines: match[1].split("\n"), body: match[2] }
}

const unquoted = (value) => (/^".*"$/.test(value) ? value.slice(1, -1) : value)

const fields = (name, lines) =>
  lines.map((line) => {
    const at = line.indexOf(":")
    if (at <= 0) return fail(`${name} に読めない行がある: ${line}`)
    const raw = line.slice(at + 1).trim()
    const list = /^\[(.*)\]$/.exec(raw)
    const value = list === null ? unquoted(raw) : list[1].split(",").map((item) => unquoted(item.trim()))
    return { key: line.slice(0, at), raw, value }
  })

const articles = Object.keys(expected).map((name) => ({
  name,
  wanted: expected[name],
  before: parts(name, read(fixtures, name)),
  after: parts(name, read(dir, name))
}))

if (aspect === "kept") {
  for (const { after, before, name } of articles)
    if (after.body !== before.body) fail(`${name} の本文が変わっている`)
  for (const name of filesBelow(fixtures))
    if (!(name in expected) && read(dir, name) !== read(fixtures, name)) fail(`${name} が変わっている`)
  for (const name of filesBelow(dir))
    if (!fs.existsSync(path.join(fixtures, name))) fail(`${name} が増えている`)
  if (articles.every(({ after, before }) => after.lines.join() === before.lines.join()))
    fail("何も直していない")
} else if (aspect === "form") {
  for (const { after, before, name, wanted } of articles) {
    const keys = fields(name, after.lines).map(({ key }) => key)
    if (keys.join() !== wanted.map(([key]) => key).join()) fail(`${name} の項目か並びが違う: ${keys.join()}`)
    if (before.lines.includes("locked: true")) {
      const rest = (lines) => lines.filter((line) => !line.startsWith("tags:")).join("\n")
      if (rest(after.lines) !== rest(before.lines)) fail(`${name} は監修済みで、tags のほかは変えない`)
      continue
    }
    for (const { key, raw, value } of fields(name, after.lines)) {
      if (Array.isArray(value)) {
        if (raw.includes('"')) fail(`${name} の ${key} に要らない引用符がある: ${raw}`)
        continue
      }
      if (raw.includes(": ") !== /^".*"$/.test(raw)) fail(`${name} の ${key} の引用符が違う: ${raw}`)
    }
  }
} else {
  for (const { after, name, wanted } of articles) {
    const given = fields(name, after.lines)
    for (const key of groups[aspect]) {
      const right = wanted.find(([other]) => other === key)?.[1]
      const found = given.filter((field) => field.key === key)
      if (found.length > 1) fail(`${name} に ${key} が二つある`)
      const value = found[0]?.value
      if (JSON.stringify(value) !== JSON.stringify(right))
        fail(`${name} の ${key} が ${JSON.stringify(value)}（正しくは ${JSON.stringify(right)}）`)
    }
  }
}
console.log(`${aspect} は合っている`)
