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
})
