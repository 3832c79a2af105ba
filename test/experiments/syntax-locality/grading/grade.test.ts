import { describe, expect, it } from "@effect/vitest"
import { grade } from "../../../../src/experiments/syntax-locality/grading/grade.js"
import type { Json } from "../../../../src/json/Json.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import type { PlannedTrial } from "../../../../src/records/PlannedTrial.js"
import { reply } from "./reply.js"

const trial = (task: string, style: string, lexicon: string): PlannedTrial => ({
  position: 0,
  block: "b",
  trialId: "0".repeat(32),
  caseId: "c",
  goldId: "g",
  replicate: 1,
  requestSha256: "0".repeat(64),
  factors: {
    task,
    familyId: "f",
    depth: 2,
    filler: 0,
    view: task === "ast_to_source" ? "complete" : "after_close",
    regime: lexicon === "natural" ? "natural" : "nonce",
    lexicon,
    style
  }
})

const lookup = Gold.seal<Json>({ value: 5916, activeScopes: [] })
const stack = Gold.seal<Json>({ activeScopes: ["n_qazwsxed"], closedScopes: [] })
const program = Gold.seal<Json>({
  program: { body: [{ type: "scope", kind: "area", name: "n_qazwsxed", body: [] }] }
})

describe("grade", () => {
  it.each([
    ["scope_lookup", "braces", "natural", lookup, "5916"],
    ["active_stack", "braces", "nonce-1", stack, '["n_qazwsxed"]'],
    ["ast_to_source", "typed_end", "natural", program, "area n_qazwsxed\nend area"],
    ["ast_to_source", "braces", "natural", program, "area n_qazwsxed {\n}"],
    ["ast_to_source", "typed_end", "nonce-1", program, "rzbk n_qazwsxed\nqds rzbk"],
    ["ast_to_source", "named_end", "nonce-8", program, "njlv n_qazwsxed\nfqg njlv n_qazwsxed"]
  ])("%s in %s and %s is graded by its own rule", (task, style, lexicon, gold, answer) => {
    expect(grade(trial(task, style, lexicon), gold, reply(answer)).outcome).toBe("correct")
  })

  it("a program in the words of another lexicon is no program", () => {
    const found = grade(
      trial("ast_to_source", "typed_end", "nonce-1"),
      program,
      reply("area n_qazwsxed\nend area")
    )
    expect(found).toMatchObject({
      outcome: "invalid_generated_syntax",
      diagnostics: { parseError: "unknown_statement" }
    })
  })

  it("factors that are not this experiment's, and gold of another task, are defects", () => {
    expect(() => grade(trial("last_closed", "braces", "natural"), lookup, reply("1"))).toThrow(TypeError)
    expect(() => grade(trial("active_stack", "braces", "natural"), lookup, reply("[]"))).toThrow(TypeError)
  })
})
