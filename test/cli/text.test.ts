import { describe, expect, it } from "vitest"
import { commandLine } from "../../src/cli/text.js"

describe("a command to type next", () => {
  it.each([
    [["audit", "--run", "runs/a"], "icl-bench audit --run runs/a"],
    [["audit", "--run", "a b/it's"], "icl-bench audit --run 'a b/it'\\''s'"],
    [["audit", "--run", "-dash"], "icl-bench audit --run=-dash"],
    [["audit", "--run", "-two words"], "icl-bench audit --run='-two words'"],
    [["lang", "-", "--style", "braces"], "icl-bench lang - --style braces"]
  ])("of %j is %s", (words, line) => {
    expect(commandLine(...words)).toBe(line)
  })
})
