/**
 * What no linter knows: imports between rooms point down (docs/architecture.md), nobody imports a barrel of Effect, and the two agent files
 * are one text.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const src = path.join(root, "src")

/** `cli → experiments → pipeline → runner, report, provider → records, llm, stats, sandbox → json, random, processes`: what each room may import besides itself. */
const floors = [
  ["bin.ts", "index.ts", "testing.ts"],
  ["cli.ts"],
  ["cli"],
  ["experiments"],
  ["pipeline"],
  ["runner", "report", "provider"],
  ["records", "llm", "stats", "sandbox"],
  ["json", "random", "processes"]
]

/** `report` has never heard of a model (docs/architecture.md). */
const forbidden = new Set(["report → llm"])

/** `records` keeps what `llm` exchanged: the one arrow along a floor. */
const allowed = new Set(["records → llm"])

const floorOf = (room) => floors.findIndex((rooms) => rooms.includes(room))

const roomOf = (file) => path.relative(src, file).split(path.sep)[0]

/** Experiments know nothing of each other; what several of them use has folders of its own. */
const common = ["comparison", "shared"]

const experimentOf = (file) => {
  const [room, experiment] = path.relative(src, file).split(path.sep)
  return room === "experiments" ? experiment : null
}

const problems = []

const files = fs
  .readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => path.join(entry.parentPath, entry.name))

for (const file of files) {
  const from = roomOf(file)
  if (floorOf(from) < 0) problems.push(`${path.relative(root, file)}: the house has no room '${from}'`)
  for (const [, specifier] of fs
    .readFileSync(file, "utf8")
    .matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*"([^"]+)"/g)) {
    const where = `${path.relative(root, file)} imports ${specifier}`
    if (/^(effect|@effect\/[^/]+)$/.test(specifier))
      problems.push(`${where}: import the module, not the barrel`)
    if (!specifier.startsWith(".") || specifier.endsWith(".json")) continue
    const target = path.resolve(path.dirname(file), specifier.replace(/\.js$/, ".ts"))
    const to = roomOf(target)
    const [own, other] = [experimentOf(file), experimentOf(target)]
    if (own !== null && other !== null && own !== other && common.indexOf(other) <= common.indexOf(own))
      problems.push(`${where}: ${own} must not know ${other}`)
    if (from === to) continue
    const arrow = `${from} → ${to}`
    const down = floorOf(to) > floorOf(from) && !forbidden.has(arrow)
    if (!down && !allowed.has(arrow)) problems.push(`${where}: ${arrow} does not point down`)
  }
}

const [agents, claude] = ["AGENTS.md", "CLAUDE.md"].map((name) =>
  fs.readFileSync(path.join(root, name), "utf8")
)
if (agents !== claude) problems.push("AGENTS.md and CLAUDE.md differ; make them the same")

if (problems.length > 0) {
  console.error(problems.join("\n"))
  process.exitCode = 1
}
