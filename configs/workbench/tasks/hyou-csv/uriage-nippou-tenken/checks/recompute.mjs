/** 課題を直す人のための道具: fixtures を決まりのとおりに読み、expected.csv と gold.json に合うかを確かめる（採点では使わない）。 */
import * as fs from "node:fs"

const read = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf8")
const cells = (line) => [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map((m) => m[1] ?? m[2])
const yen = (text) => Number(text.normalize("NFKC").replace(/[,▲]/g, ""))

const stores = ["本店", "駅前店", "港店"]
const weekday = (day) => "月火水木金土日"[(day - 1) % 7]
const open = {
  本店: (day) => weekday(day) !== "水",
  駅前店: (day) => ![16, 22, 23].includes(day),
  港店: (day) => day === 15 || (weekday(day) !== "月" && day !== 16)
}

let day = 0
const all = read("../fixtures/売上日報.csv")
  .trimEnd()
  .split("\n")
  .slice(3)
  .map(cells)
  .map(([no, date, store, register, ...rest]) => {
    if (date !== "") day = Number(/(\d+)日?$/.exec(date.normalize("NFKC"))[1])
    const [customers, sales, returned, net, gross] = rest.slice(0, 5).map(yen)
    const shop = store.startsWith("駅前") ? "駅前店" : store === "本店" ? "本店" : "港店"
    return { no, day, shop, register: yen(register), customers, sales, returned, net, gross, note: rest[5] }
  })
const replaced = all.map((row) => /^No\.(\d+)の訂正$/.exec(row.note)?.[1])
const rows = all.filter((row) => !replaced.includes(row.no))

const found = []
const report = (kind, shop, d, no) => found.push({ kind, shop, day: d, no })
const counted = []
const figures = (row) => [row.customers, row.sales, row.returned, row.net, row.gross].join()
for (const row of rows) {
  const first = rows.find((r) => r.shop === row.shop && r.day === row.day && r.register === row.register)
  if (first === row) counted.push(row)
  else if (figures(first) === figures(row)) {
    report("二重", row.shop, row.day, row.no)
    continue
  } else for (const r of [first, row]) report("食い違い", r.shop, r.day, r.no)
  const percent = row.shop === "港店" && row.register === 1 ? 8 : 10
  if (!open[row.shop](row.day)) report("定休日", row.shop, row.day, row.no)
  if (row.sales - row.returned !== row.net) report("計算違い", row.shop, row.day, row.no)
  if (Math.floor((row.net * (100 + percent)) / 100) !== row.gross) report("税違い", row.shop, row.day, row.no)
  if (row.net < 300 * row.customers || row.net > 30_000 * row.customers)
    report("桁違い", row.shop, row.day, row.no)
}
for (const shop of stores)
  for (let d = 1; d <= 30; d += 1)
    if (open[shop](d) && !rows.some((row) => row.shop === shop && row.day === d)) report("抜け", shop, d, "")

const order = (x) => stores.indexOf(x.shop) * 1e6 + x.day * 1e3 + Number(x.no)
const lines = found
  .sort((a, b) => order(a) - order(b))
  .map((x) => [x.kind, x.shop, `2026-06-${String(x.day).padStart(2, "0")}`, x.no].join())
const list = `種別,店,日付,No.\n${lines.join("\n")}\n`

const sums = stores.flatMap((shop) => {
  const thirds = [0, 1, 2].map((i) => {
    const part = counted.filter(
      (row) => row.shop === shop && Math.min(2, Math.floor((row.day - 1) / 10)) === i
    )
    const total = part.reduce(
      (s, r) => s + (r.sales - r.returned) * (r.net < 300 * r.customers ? 1000 : 1),
      0
    )
    return Math.round(total / 1000)
  })
  return [...thirds, thirds.reduce((a, b) => a + b)].map((n, i) => [
    `/${shop}/${["上旬", "中旬", "下旬", "計"][i]}`,
    n
  ])
})
const gold = JSON.parse(read("../gold.json")).totals.fields.map((f) => [f.path, f.equals])
const same = list === read("expected.csv") && JSON.stringify(sums) === JSON.stringify(gold)
console.log(same ? "expected.csv、gold.json と同じ" : `${list}${JSON.stringify(sums)}`)
process.exit(same ? 0 : 1)
