import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { manPage } from "../../scripts/docs/manPage.js"
import { help, verbHelp } from "../../src/cli/help.js"
import { readArgv } from "../../src/cli/readArgv.js"
import { verbs } from "../../src/cli.js"

describe("help", () => {
  it("of the command", async () => {
    await expect(help(verbs)).toMatchFileSnapshot("../golden/cli/help.txt")
  })

  it("of all verbs is the reference page", async () => {
    const pages = verbs.map((verb) => `## ${verb.name}\n\n\`\`\`text\n${verbHelp(verb)}\`\`\`\n`)
    const head = "# Commands\n\nThe help of every verb, as the command prints it.\n"
    await expect([head, ...pages].join("\n")).toMatchFileSnapshot("../../docs/commands.md")
  })

  it("of all verbs is the manual page, too", async () => {
    const environment = fs.readFileSync(path.join(import.meta.dirname, "../../.env.example"), "utf8")
    const page = manPage(verbs, { environment, version: packageJson.version })
    await expect(page).toMatchFileSnapshot("../../man/icl-bench.1")
  })

  it.each(verbs.map((verb) => [verb.name, verb] as const))("of %s", async (name, verb) => {
    await expect(verbHelp(verb)).toMatchFileSnapshot(`../golden/cli/${name}.txt`)
  })

  it.each(verbs.map((verb) => [verb.name, verb] as const))(
    "the examples of %s are command lines that it accepts",
    (_, verb) => {
      expect(verb.examples.length).toBeGreaterThan(0)
      for (const example of verb.examples) {
        const [program, ...words] = (example.split(" < ")[0] ?? "").split(" ")
        expect(program).toBe("icl-bench")
        expect(readArgv(verbs, words)).toMatchObject({ _tag: "Invocation", verb: { name: verb.name } })
      }
    }
  )

  it("names every option of every verb, and holds no control characters", () => {
    for (const verb of verbs) {
      const text = verbHelp(verb)
      for (const name of Object.keys(verb.flags)) expect(text).toContain(`--${name}`)
      expect(text).not.toMatch(/(?!\n)\p{Cc}/u)
    }
  })
})
