import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe as describeTrial } from "../../../src/experiments/syntax-locality/describe.js"
import type { PlannedTrial } from "../../../src/records/PlannedTrial.js"
import { asSavedPlan, saveInMemory } from "./plans.js"

const saved = saveInMemory("smoke")
const trialOf = (familyId: string) =>
  saved.trials.find(({ factors }) => factors["familyId"] === familyId) as PlannedTrial

describe("describe", () => {
  it.effect("draws the whole program of a trial with both observations", () =>
    Effect.gen(function* () {
      const [facts, program] = yield* describeTrial(asSavedPlan(saved), trialOf("smoke-multiple-close"))
      expect(facts?.text).toContain("depth 5, 2 fillers, 3 closings in focus")
      expect(program?.text).toBe(
        [
          "let x_d 4462",
          "unit n_zahclwtk",
          "  let x_b 6584",
          "  area n_ubnxgqre",
          "    let x_b 2719",
          "    func n_fpymsoji",
          "      let x_b 1357",
          "      func n_kdwvhtza",
          "        unit n_rqlejcnb",
          "          let x_b 8033",
          "          nop × 2",
          "          -- before_close asks for x_b",
          "        end n_rqlejcnb",
          "      end n_kdwvhtza",
          "    end n_fpymsoji",
          "    -- after_close asks for x_b",
          "  end n_ubnxgqre",
          "end n_zahclwtk"
        ].join("\n")
      )
    })
  )

  it.effect("says so when the family is gone", () =>
    Effect.gen(function* () {
      const trial = trialOf("smoke-shadowing")
      const stray = { ...trial, factors: { ...trial.factors, familyId: "none" } }
      expect((yield* Effect.flip(describeTrial(asSavedPlan(saved), stray))).message).toContain(
        "it has no family none"
      )
    })
  )

  it.effect("shows of a program to be written its table and its source as it should be", () =>
    Effect.gen(function* () {
      const late = saveInMemory("smoke", {}, "p1")
      const trial = late.trials.find(
        ({ caseId }) => caseId === "smoke-outer-lookup/ast_to_source/complete/natural/typed_end"
      ) as PlannedTrial
      const sections = yield* describeTrial(asSavedPlan(late), trial)
      expect(sections.map(({ title }) => title)).toEqual(["Family", "Program", "Table", "Expected source"])
      const [, program, table, source] = sections.map(({ text }) => text)
      expect(program).not.toContain("--")
      expect(table?.split("\n")).toHaveLength(8)
      expect(table).toMatch(/^node {2}parent .*\nr {5}- {7}0 {6}ROOT /)
      expect(source).toBe(
        [
          "let x_c 4827",
          "unit n_qmvtzkwe",
          "let x_a 6150",
          "func n_hdlypzro",
          "let x_c 2963",
          "nop p_wxkdjmqa",
          "end func",
          "end unit"
        ].join("\n")
      )
      const stray = { ...trial, factors: { ...trial.factors, familyId: "none" } }
      expect((yield* Effect.flip(describeTrial(asSavedPlan(late), stray))).message).toContain(
        "generation-families.jsonl is damaged: it has no family none"
      )
    })
  )
})
