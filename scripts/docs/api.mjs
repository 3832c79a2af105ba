/**
 * What the library exports, as Markdown: every public name with its docstring, its declaration and its file. Read by the compiler that we have
 * anyway; its interface is marked as unstable, and pinned with the compiler.
 */
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as ast from "typescript/unstable/ast"
import { API, SymbolFlags } from "typescript/unstable/sync"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

const pages = [
  {
    file: "docs/api/library.md",
    source: "src/index.ts",
    title: "The library",
    intro:
      "What `syntax-locality-icl` exports. [composing.md](../composing.md) shows how the parts go together; this page says what each one is."
  },
  {
    file: "docs/api/testing.md",
    source: "src/testing.ts",
    title: "The library's test layers",
    intro: "What `syntax-locality-icl/testing` exports: stand-ins for everything outside of the process."
  }
]

/** The pages' texts by file, and the public names that have no docstring, as `Module.name`. */
export const readApi = () => {
  const api = new API({ cwd: root })
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [path.join(root, "tsconfig.build.json")] })
      .getProjects()
    const reader = readerOf(project)
    const texts = new Map(pages.map((page) => [page.file, pageText(reader.entries(page.source), page)]))
    return { texts, undocumented: reader.undocumented }
  } finally {
    api.close()
  }
}

const readerOf = ({ checker, program }) => {
  const undocumented = []
  const exportsOf = (symbol) =>
    [...checker.getExportsOfModule(symbol)].sort((a, b) => (a.name < b.name ? -1 : 1))
  const resolved = (symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

  const entry = (exported, prefix) => {
    const symbol = resolved(exported)
    const nodes = symbol.declarations.map((handle) => handle.resolve())
    const [file] = nodes.flatMap((node) => node.getSourceFile())
    const name = `${prefix}${exported.name}`
    const source = path.relative(root, file.fileName)
    if (ast.isSourceFile(nodes[0])) {
      const members = exportsOf(symbol).map((member) => entry(member, `${exported.name}.`))
      return { name, source, members, doc: "", code: "" }
    }
    const doc = checker.getDocumentationCommentOfSymbol(symbol).trim()
    if (doc === "") undocumented.push(`${name} (${source})`)
    const code = nodes.map((node) => declared(node, exported.name, () => typeText(symbol))).join("\n")
    return { name, source, members: [], doc, code }
  }
  const typeText = (symbol) => checker.typeToString(checker.getTypeOfSymbol(symbol))

  const entries = (file) =>
    exportsOf(checker.getSymbolAtLocation(program.getSourceFile(path.join(root, file)))).map((one) =>
      entry(one, "")
    )
  return { entries, undocumented }
}

/** A declaration without what is inside of it: a function's type, a class's members. */
const declared = (node, name, typeText) => {
  const text = (from, to = node.end) => node.getSourceFile().text.slice(from, to)
  if (ast.isVariableDeclaration(node)) {
    const { initializer, type } = node
    if (type !== undefined) return `const ${name}: ${type.getText()}`
    if (initializer !== undefined && ast.isArrowFunction(initializer) && initializer.type !== undefined)
      return `const ${name}: ${text(initializer.getStart(), initializer.type.pos).replace(/:\s*$/, "")} => ${initializer.type.getText()}`
    // A schema or a table of names says what it is by itself.
    return initializer === undefined || ast.isArrowFunction(initializer)
      ? `const ${name}: ${typeText()}`
      : `const ${name} = ${initializer.getText()}`
  }
  if (ast.isClassDeclaration(node)) {
    const members = node.members.filter(isShown).map((member) => `  ${memberText(member)}`)
    const head = text(node.getStart(), node.members.pos)
      .replace(/^export /, "")
      .trimEnd()
    return members.length === 0 ? `${head}}` : `${head}\n${members.join("\n")}\n}`
  }
  return text(node.getStart()).replace(/^export /, "")
}

/** Public members; of an overloaded method the overloads alone; no computed message of an error. */
const isShown = (member, index, members) => {
  const text = member.getText()
  const name = member.name?.getText()
  const overloaded = members
    .slice(0, index)
    .some((one) => name !== undefined && one.name?.getText() === name && one.body === undefined)
  return (
    !/^private|^override get message/.test(text) &&
    !name?.startsWith("#") &&
    !(overloaded && member.body !== undefined)
  )
}

/** With its comment, without its body. */
const memberText = (member) => {
  const file = member.getSourceFile()
  const end = member.body === undefined ? member.end : member.body.getStart()
  return file.text.slice(member.getStart(file, true), end).trimEnd()
}

const pageText = (entries, { intro, source, title }) => {
  const modules = entries.filter(({ members }) => members.length > 0)
  const names = entries.filter(({ members }) => members.length === 0)
  const anchorOf = anchors()
  const contents = [...names, ...modules].map(({ name }) => `[\`${name}\`](#${anchorOf(name)})`)
  return `${[
    `# ${title}`,
    intro,
    `Made from the docstrings by \`npm run docs:api\`; the source is [${source}](../../${source}).`,
    contents.join(" · "),
    ...names.map((one) => entryText(one, "##")),
    ...modules.flatMap(({ members, name, source: file }) => [
      `## ${name}`,
      `A module: ${link(file)}.`,
      ...members.map((one) => entryText(one, "###"))
    ])
  ].join("\n\n")}\n`
}

const entryText = ({ code, doc, name, source }, heading) =>
  [`${heading} ${name}`, prose(doc), `\`\`\`typescript\n${code}\n\`\`\``, link(source)].join("\n\n")

/** As GitHub makes them: `Plan` and `plan` are `plan` and `plan-1`. */
const anchors = () => {
  const taken = new Map()
  return (name) => {
    const slug = name.toLowerCase()
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}

const link = (source) => `[${source}](../../${source})`

/** A docstring is text with code in backticks; outside of them nothing is markup of HTML. */
const prose = (doc) =>
  doc
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "&lt;") : part))
    .join("")
