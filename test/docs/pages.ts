import * as fs from "node:fs"
import * as path from "node:path"

export const root = path.resolve(import.meta.dirname, "../..")

/** A fenced block of a page. */
export interface Block {
  /** 1-based line of the opening fence. */
  readonly line: number
  readonly language: string
  /** The word or words of an HTML comment right before the fence, such as `runs`; `null` without one. */
  readonly mark: string | null
  readonly text: string
}

export interface Page {
  /** Relative to the repository. */
  readonly name: string
  readonly blocks: ReadonlyArray<Block>
  /** The lines outside of fenced blocks, blank ones for those inside, so that line numbers stay. */
  readonly prose: ReadonlyArray<string>
}

const readPage = (name: string): Page => {
  const blocks: Array<Block> = []
  const prose: Array<string> = []
  let open: { line: number; language: string; mark: string | null; lines: Array<string> } | null = null
  for (const [index, line] of fs.readFileSync(path.join(root, name), "utf8").split("\n").entries()) {
    const fence = /^```(\S*)/.exec(line)
    if (open === null && fence !== null) {
      const mark = /^<!-- ([a-z ]+) -->$/.exec(prose.at(-1) ?? "")?.[1] ?? null
      open = { line: index + 1, language: fence[1] ?? "", mark, lines: [] }
    } else if (open !== null && line === "```") {
      blocks.push({ ...open, text: open.lines.join("\n") })
      open = null
    } else if (open !== null) open.lines.push(line)
    prose.push(open === null && fence === null ? line : "")
  }
  if (open !== null) throw new Error(`${name}:${open.line}: the block has no end`)
  return { name, blocks, prose }
}

/** Everything that a reader of the repository is told in Markdown. */
export const pages: ReadonlyArray<Page> = [
  "README.md",
  "README.ja.md",
  "CHANGELOG.md",
  "AGENTS.md",
  "CLAUDE.md",
  ...["docs", "docs/api"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : []))
  )
].map(readPage)

export const page = (name: string): Page => {
  const found = pages.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no page ${name}`)
  return found
}

/** Anchors as GitHub makes them from headings. */
export const anchorsOf = ({ prose }: Page): ReadonlySet<string> => {
  const found = new Map<string, number>()
  return new Set(
    prose.flatMap((line) => {
      const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
      if (heading === undefined) return []
      const slug = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-")
      const before = found.get(slug) ?? 0
      found.set(slug, before + 1)
      return [before === 0 ? slug : `${slug}-${before}`]
    })
  )
}

/** What stands between backticks in the prose, with its line. */
export const inlineCode = ({
  prose
}: Page): ReadonlyArray<{ readonly line: number; readonly code: string }> =>
  prose.flatMap((text, index) =>
    [...text.matchAll(/`([^`]+)`/g)].map((match) => ({ line: index + 1, code: match[1] ?? "" }))
  )

/** The first column of each table under a `## ` heading, without backticks: the names of a file's fields. */
export const tableUnder = ({ name, prose }: Page, heading: string): ReadonlyArray<string> => {
  const start = prose.indexOf(`## ${heading}`)
  if (start < 0) throw new Error(`${name} has no heading ${heading}`)
  const length = prose.slice(start + 1).findIndex((line) => line.startsWith("## "))
  const section = length < 0 ? prose.slice(start) : prose.slice(start, start + 1 + length)
  return section.flatMap((line) => {
    const cell = /^\| (`.+?) +\|/.exec(line)?.[1]
    return cell === undefined ? [] : [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")
  })
}
