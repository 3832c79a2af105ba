import * as Effect from "effect/Effect"
import type { ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import { rowDecoder } from "../../records/JsonFiles.js"
import type { PlannedTrial } from "../../records/PlannedTrial.js"
import { DamagedRecord } from "../../records/RecordError.js"
import { rowsOf } from "./dataset/audit/SavedDataset.js"
import type { CaseFamily } from "./dataset/CaseFamily.js"
import { FamilyRow, planFiles } from "./dataset/rows.js"
import { type ProgramEvent, programEvents } from "./lang/Events.js"

const decodeFamily = rowDecoder(FamilyRow)

/** What a person wants to see of a trial beside its prompt: the whole program as an outline, with both observations. */
export const describe = (
  saved: SavedPlan,
  trial: PlannedTrial
): Effect.Effect<ReadonlyArray<{ title: string; text: string }>, ReadError> =>
  Effect.gen(function* () {
    const families = yield* rowsOf(saved, planFiles.families, decodeFamily)
    const familyId = trial.factors["familyId"]
    const family = families.find((candidate) => candidate.familyId === familyId)
    if (family === undefined) {
      return yield* new DamagedRecord({
        path: planFiles.families,
        line: 0,
        reason: `it has no family ${familyId}`
      })
    }
    return [
      { title: "Family", text: factsOf(family) },
      { title: "Program", text: outline(family) }
    ]
  })

const factsOf = (family: CaseFamily): string =>
  [
    `${family.familyId}: depth ${family.depth}, ${family.filler} fillers, ${family.closings} closings in focus`,
    `${family.cuts.after_close.variable} is looked up ${family.outerLookup ? "further out than" : "in"} the innermost block that stays open`,
    `siblings with decoys: ${family.siblings.join(", ") || "none"}`
  ].join("\n")

/** One line an event, indented by depth; a run of nops is one line. */
const outline = (family: CaseFamily): string => {
  const { before_close: before, after_close: after } = family.cuts
  const lines: Array<string> = []
  const events = programEvents(family.program)
  let depth = 0
  let nops = 0
  for (const [index, event] of events.entries()) {
    const runGoesOn =
      event.type === "nop" && events[index + 1]?.type === "nop" && index + 1 !== before.eventCount
    if (event.type === "close") depth--
    if (event.type === "nop") nops++
    if (!runGoesOn) {
      lines.push("  ".repeat(depth) + (event.type === "nop" ? `nop × ${nops}` : lineOf(event)))
      nops = 0
    }
    if (event.type === "open") depth++
    if (index + 1 === before.eventCount)
      lines.push(`${"  ".repeat(depth)}-- before_close asks for ${before.variable}`)
    if (index + 1 === after.eventCount)
      lines.push(`${"  ".repeat(depth)}-- after_close asks for ${after.variable}`)
  }
  return lines.join("\n")
}

const lineOf = (event: Exclude<ProgramEvent, { readonly type: "nop" }>): string => {
  if (event.type === "let") return `let ${event.variable} ${event.value}`
  return event.type === "open" ? `${event.scope.kind} ${event.scope.name}` : `end ${event.scope.name}`
}
