import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { readArgv } from "../../src/cli/readArgv.js"
import { verbs } from "../../src/cli.js"
import { anchorsOf, inlineCode, type Page, page, pages, root } from "./pages.js"
import { commandsOf } from "./shell.js"

const readme = page("README.md")

/** Scripts that a reader is meant to type: `sh` blocks, and lines after a prompt in others. */
const scriptsOf = ({ blocks, name }: Page) =>
  blocks.flatMap(({ language, line, text }) => {
    const script =
      language === "sh" ? text : [...text.matchAll(/^\$ (.+)$/gm)].map((match) => match[1] ?? "").join("\n")
    return script === "" ? [] : [{ where: `${name}:${line}`, script }]
  })

/** What is wrong with a command that is ours; `null` for one that is fine, or not ours. */
const problemOf = (words: ReadonlyArray<string>): string | null => {
  const [first = "", ...rest] = words
  if (first === "icl-bench") return refusal(rest)
  if (first !== "npm") return null
  const [verb = "", ...others] = rest.filter((word) => word !== "-s")
  if (verb === "install")
    return others.filter((word) => word !== "-D").every(isOurs)
      ? null
      : `npm install ${others.join(" ")} is not what we use`
  if (verb !== "run")
    return ["ci", "test", "link", "init"].includes(verb) ? null : `npm ${verb} is not known here`
  const [script = "", dashes, ...argv] = others
  if (!Object.hasOwn(packageJson.scripts, script)) return `there is no npm script ${script}`
  return script === "bench" && dashes === "--" ? refusal(argv) : null
}

/** A dependency, in the version that we have, or the package itself. */
const isOurs = (named: string): boolean =>
  named === `./${packageJson.name}-${packageJson.version}.tgz` ||
  Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies }).some(
    ([name, version]) => named === `${name}@${version}`
  )

const refusal = (argv: ReadonlyArray<string>): string | null => {
  // A page cannot know the port.
  const request = readArgv(
    verbs,
    argv.map((word) => word.replaceAll(/\$\{?URL\}?/g, "http://127.0.0.1:1/v1"))
  )
  return request._tag === "Refused" ? request.problem : null
}

describe("command lines in the pages", () => {
  const scripts = pages.flatMap(scriptsOf)

  it("are found", () => {
    const ours = scripts
      .flatMap(({ script }) => commandsOf(script))
      .filter(([first]) => first === "icl-bench")
    expect(ours.length).toBeGreaterThan(20)
  })

  it.each(scripts)("of $where are accepted by the command", ({ script }) => {
    for (const words of commandsOf(script))
      expect([words.join(" "), problemOf(words)]).toEqual([words.join(" "), null])
  })

  it("would be refused with a wrong flag, a wrong verb or a wrong script", () => {
    const refused =
      "icl-bench plan --prest smoke --out a && npm run smok; npm run -s bench -- plann > x # icl-bench"
    expect(commandsOf(refused).map((words) => problemOf(words) !== null)).toEqual([true, true, true])
  })

  it("are the same in both languages", () => {
    const commands = (name: string) =>
      page(name).blocks.flatMap((one) => (one.language === "sh" ? commandsOf(one.text) : []))
    expect(commands("README.ja.md")).toEqual(commands("README.md"))
  })
})

describe("names in the pages", () => {
  it("options exist", () => {
    const known = new Set(verbs.flatMap(({ flags }) => Object.keys(flags)))
    const unknown = pages.flatMap((one) =>
      inlineCode(one).flatMap(({ code, line }) =>
        [...code.matchAll(/(?:^|\s)--([a-z][a-z0-9-]*)/g)].flatMap(([, flag = ""]) =>
          known.has(flag) || flag === "help" || flag === "version" || isPlanned(one, line)
            ? []
            : [`${one.name}:${line} --${flag}`]
        )
      )
    )
    expect(unknown).toEqual([])
  })

  it("paths exist", () => {
    const missing = pages.flatMap((one) =>
      inlineCode(one).flatMap(({ code, line }) =>
        /^(?:src|test|scripts|configs|docs)\/[\w./-]+$/.test(code) && !fs.existsSync(path.join(root, code))
          ? [`${one.name}:${line} ${code}`]
          : []
      )
    )
    expect(missing).toEqual([])
  })

  it("links lead somewhere, within pages too", () => {
    const broken = pages.flatMap((one) =>
      one.prose.flatMap((text, index) =>
        [...text.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) =>
          /^https?:/.test(target) || resolves(one, target) ? [] : [`${one.name}:${index + 1} ${target}`]
        )
      )
    )
    expect(broken).toEqual([])
  })

  it("every verb and every exit code stands in both READMEs", () => {
    for (const name of ["README.md", "README.ja.md"]) {
      const text = page(name).prose.join("\n")
      const rows = page(name)
        .prose.flatMap((line) => /^\| (`.+?) +\|/.exec(line)?.[1] ?? [])
        .join(" ")
      for (const verb of verbs)
        expect([name, verb.name, rows.includes(`\`${verb.name}\``)]).toEqual([name, verb.name, true])
      for (const code of [0, 1, 2, 3, 4, 130])
        expect([name, code, text.includes(`\n| ${code} `)]).toEqual([name, code, true])
    }
  })

  it("every page of docs/ is in its index, and says nothing of another workplace", () => {
    const index = page("docs/README.md").prose.join("\n")
    for (const { name, prose } of pages) {
      if (name.startsWith("docs/") && name !== "docs/README.md")
        expect(index).toContain(`](${path.relative("docs", name)})`)
      expect(prose.join("\n")).not.toMatch(/\/work\b|\/tmp\//)
    }
  })
})

/** A line that names flags of a later version says so, itself or in the line after. */
const isPlanned = ({ prose }: Page, line: number): boolean =>
  [prose[line - 1], prose[line]].some((text) => text?.includes("not implemented yet") === true)

const resolves = (from: Page, target: string): boolean => {
  const [file = "", anchor] = target.split("#")
  const name = file === "" ? from.name : path.join(path.dirname(from.name), file)
  if (!fs.existsSync(path.join(root, name))) return false
  if (anchor === undefined) return true
  const to = pages.find((one) => one.name === path.normalize(name))
  return to !== undefined && anchorsOf(to).has(anchor)
}

it("the first block of README.md is the two commands", () => {
  expect(readme.blocks[0]).toMatchObject({ language: "sh" })
  expect(commandsOf(readme.blocks[0]?.text ?? "").map((words) => words.join(" "))).toEqual([
    "npm ci",
    "npm run smoke",
    "npm ci",
    "npm test"
  ])
})
