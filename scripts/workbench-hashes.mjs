/**
 * `node scripts/workbench-hashes.mjs [<category>/<task> …]`: writes into each task.json below configs/workbench/tasks (all, or those named) the
 * sha256 of its fixtures, and adds files below fixtures/ that are not listed yet. Whatever else stands there is kept.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const tasks = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../configs/workbench/tasks")

const filesBelow = (folder) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")
        )
        .sort()
    : []

const refresh = (id) => {
  const folder = path.join(tasks, id)
  const file = path.join(folder, "task.json")
  const before = fs.readFileSync(file, "utf8")
  const task = JSON.parse(before)
  const listed = task.fixtures ?? []
  const added = filesBelow(path.join(folder, "fixtures"))
    .filter((name) => !listed.some((fixture) => fixture.path === `fixtures/${name}`))
    .map((name) => ({ path: `fixtures/${name}`, name }))
  task.fixtures = [...listed, ...added].map((fixture) => ({
    ...fixture,
    sha256: createHash("sha256")
      .update(fs.readFileSync(path.join(folder, fixture.path)))
      .digest("hex")
  }))
  const after = `${JSON.stringify(task, null, 2)}\n`
  if (JSON.stringify(JSON.parse(before)) === JSON.stringify(task)) return console.log(`${id}: unchanged`)
  fs.writeFileSync(file, after)
  console.log(`${id}: ${task.fixtures.length} fixtures, ${added.length} of them new`)
}

const named = process.argv.slice(2)
const all = filesBelow(tasks)
  .filter((file) => /^[^/]+\/[^/]+\/task\.json$/.test(file))
  .map((file) => path.dirname(file))
for (const id of named.length > 0 ? named : all) refresh(id)
