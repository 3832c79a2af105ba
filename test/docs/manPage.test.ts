import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { manPage } from "../../scripts/docs/manPage.js"
import { verbs } from "../../src/cli.js"
import { root } from "./pages.js"

const page = manPage(verbs, {
  version: packageJson.version,
  environment: fs.readFileSync(path.join(root, ".env.example"), "utf8")
})

/** The page as a person reads it; `null` where there is no groff. */
const groff = (roff: string, ...flags: ReadonlyArray<string>) => {
  const found = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-P-cbou", ...flags], {
    input: roff,
    encoding: "utf8"
  })
  return found.error === undefined ? found : null
}

describe("man/icl-bench.1", () => {
  it("is what package.json names and packs", () => {
    expect(packageJson.man).toEqual(["man/icl-bench.1"])
    expect(packageJson.files).toContain("man")
  })

  it("names every verb, option and variable", () => {
    const plain = page.replaceAll("\\-", "-")
    for (const { flags, name } of verbs) {
      expect(plain).toContain(`\n.SS ${name}\n`)
      for (const flag of Object.keys(flags)) expect(plain).toContain(`"--${flag}"`)
    }
    expect(plain).toContain("\n.B OPENAI_API_KEY\n")
  })

  it("has no request but the few that it is made of, whatever a text begins with", () => {
    const [verb] = verbs
    if (verb === undefined) throw new Error("there is no verb")
    const odd = { ...verb, summary: ".so /etc/passwd", notes: ["'tis", "a\\b"], examples: [] }
    const lines = manPage([odd], { version: "1", environment: "" }).split("\n")
    expect(lines).toContain("\\&.so /etc/passwd")
    expect(lines).toContain("\\&'tis")
    expect(lines).toContain("a\\eb")
    for (const one of page.split("\n"))
      if (/^[.']/.test(one)) expect(one).toMatch(/^\.(TH|SH|SS|TP|B|BR|I|PP|br|nf|fi)( |$)/)
  })

  it("is formatted without a warning, and reads as it should", ({ skip }) => {
    const read = groff(page)
    if (read === null) return skip("there is no groff")
    expect(read).toMatchObject({ status: 0, stderr: "" })
    expect(read.stdout).toContain("icl-bench - paired, seeded experiments on language models")
    expect(read.stdout).toMatch(/--max-http-attempts N\s+[A-Z]/)
    expect(read.stdout).toContain("icl-bench plan --preset pilot --out runs/pilot")
    expect(groff(`${page}.XX unknown\n`)?.stderr).not.toBe("")
  })
})
