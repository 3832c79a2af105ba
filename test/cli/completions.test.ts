import { execFileSync } from "node:child_process"
import { describe, expect, it } from "@effect/vitest"
import { completionScript } from "../../src/cli/completionScript.js"
import { verbs } from "../../src/cli.js"

/** What bash offers for a half-typed line, asked of bash itself. */
const offered = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const script = `${completionScript("bash", verbs)}
COMP_WORDS=(icl-bench ${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length}
_icl_bench
printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" }).trim().split("\n")
}

describe("completions in bash", () => {
  it("offers the verbs, the options of a verb, and the words of an option", () => {
    expect(offered("re")).toEqual(["resume", "report"])
    expect(offered("plan", "--ph")).toEqual(["--phase"])
    expect(offered("plan", "--phase", "")).toEqual(["p0", "p1"])
    expect(offered("lang", "--style", "na")).toEqual(["named_end"])
    expect(offered("score", "--pre")).toEqual([""])
  })

  it("has every option of every verb", () => {
    for (const { flags, name } of verbs)
      for (const flag of Object.keys(flags)) expect(offered(name, `--${flag}`)).toContain(`--${flag}`)
  }, 60_000)

  it("is syntax that bash accepts for zsh as well, but for zsh's own first line", () => {
    expect(completionScript("zsh", verbs).split("\n").slice(1).join("\n")).toBe(
      completionScript("bash", verbs)
    )
  })
})

describe("completions in fish", () => {
  it("has a line for every verb and every option, with nothing that ends a quote early", () => {
    const lines = completionScript("fish", verbs).trimEnd().split("\n")
    const options = verbs.reduce((sum, { flags }) => sum + Object.keys(flags).length + 1, 0)
    expect(lines).toHaveLength(1 + verbs.length + options)
    for (const line of lines) expect(line.replaceAll("\\'", "").split("'").length % 2).toBe(1)
  })
})
