/** 被験者のファイルを信用しないための道具。 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url))

export const fail = (why) => {
  console.log(why)
  process.exit(1)
}

const filesBelow = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => !name.split(path.sep).includes(".git"))
    .sort()

export const original = (name) => fs.readFileSync(path.join(fixtures, name), "utf8")

/** 被験者のふつうのファイルの中身。なければ、または別物（リンクなど）なら undefined。 */
export const submitted = (dir, name) => {
  const stat = fs.lstatSync(path.join(dir, name), { throwIfNoEntry: false })
  return stat?.isFile() ? fs.readFileSync(path.join(dir, name), "utf8") : undefined
}

/** allowed のほかに、変わった・消えた・増えたファイル。 */
export const strayChanges = (dir, allowed) => [
  ...filesBelow(fixtures).flatMap((name) => {
    const text = submitted(dir, name)
    if (text === undefined) return [`${name} がない`]
    return allowed.includes(name) || text === original(name) ? [] : [`${name} が変わっている`]
  }),
  ...filesBelow(dir).flatMap((name) =>
    fs.existsSync(path.join(fixtures, name)) ? [] : [`${name} が増えている`]
  )
]

/** 二つの文章を行で比べ、増えた行と消えた行を返す（いちばん長い共通の並びから求める）。 */
export const changedLines = (before, after) => {
  const [a, b] = [before, after].map((text) => text.split("\n"))
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1])
  const added = []
  const removed = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1
      j += 1
    } else if (j === b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) removed.push(a[i++])
    else added.push(b[j++])
  }
  return { added, removed }
}

const runner = `
import * as fs from "node:fs"
const calls = JSON.parse(fs.readFileSync(0, "utf8"))
const results = []
for (const { module, name, args } of calls) {
  try {
    const value = await (await import(module))[name](...args)
    results.push({ value: value === undefined ? { undefined: true } : { json: JSON.stringify(value) } })
  } catch (error) {
    results.push({ error: String(error) })
  }
}
fs.writeSync(3, JSON.stringify(results))
`

/**
 * 元のファイルの写しに、被験者の overlay のファイルだけを重ね、別のプロセスで関数を呼ぶ。返った値だけを受け取り、正しいかは呼んだ側が決める。
 * 正解も、ここにあるテストも、そのプロセスには渡らない。途中で終わったり書き出さなかったりすれば、何も返らない。
 */
export const call = (dir, overlay, calls, zone = "Asia/Tokyo") => {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), "card-"))
  // fail で終わるときも消す
  process.once("exit", () => fs.rmSync(tree, { recursive: true, force: true }))
  fs.cpSync(fixtures, tree, { recursive: true })
  for (const name of overlay) {
    const text = submitted(dir, name)
    if (text === undefined) fail(`${name} がない`)
    fs.writeFileSync(path.join(tree, name), text)
  }
  const input = calls.map(({ module, ...rest }) => ({ module: `./${module}`, ...rest }))
  const { output } = spawnSync(process.execPath, ["--input-type=module", "-e", runner], {
    cwd: tree,
    encoding: "utf8",
    env: { TZ: zone },
    input: JSON.stringify(input),
    stdio: ["pipe", "ignore", "ignore", "pipe"],
    timeout: 20_000,
    killSignal: "SIGKILL"
  })
  const results = (() => {
    try {
      return JSON.parse(output?.[3] ?? "")
    } catch {
      return fail("プログラムが終わりまで動かない")
    }
  })()
  return calls.map((one, index) => {
    const result = results[index]
    if (typeof result?.value?.json === "string") return JSON.parse(result.value.json)
    if (result?.value?.undefined === true) return undefined
    return fail(`${one.module} の ${one.name} が失敗した: ${result?.error}`)
  })
}
