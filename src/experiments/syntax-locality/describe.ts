import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import { rowDecoder } from "../../records/JsonFiles.js"
import type { PlannedTrial } from "../../records/PlannedTrial.js"
import { DamagedRecord } from "../../records/RecordError.js"
import { files } from "../../records/RunDirectory.js"
import { notationOf } from "./Arms.js"
import type { CaseFamily } from "./dataset/CaseFamily.js"
import { FamilyRow, GenerationRow, planFiles } from "./dataset/rows.js"
import { TrialFactors } from "./Factors.js"
import { type ProgramEvent, programEvents } from "./lang/Events.js"
import { lexiconOf } from "./lang/Lexicon.js"
import { renderProgram } from "./lang/Renderer.js"
import { endingOf, templates } from "./prompt/Template.js"

const decodeFamily = rowDecoder(FamilyRow)
const decodeGeneration = rowDecoder(GenerationRow)
const decodeFactors = Schema.decodeUnknownEither(TrialFactors)

interface Section {
  readonly title: string
  readonly text: string
}

/**
 * What a person wants to see of a trial beside its prompt: the whole program as an outline, with both observations where something is
 * read; where it is to be written, the table, and the source as it should be.
 */
export const describe = (
  saved: SavedPlan,
  trial: PlannedTrial
): Effect.Effect<ReadonlyArray<Section>, ReadError> =>
  Effect.gen(function* () {
    const at = yield* Either.mapLeft(
      decodeFactors(trial.factors),
      () =>
        new DamagedRecord({
          path: files.schedule,
          line: trial.position + 1,
          reason: "its factors are not those of this experiment"
        })
    )
    if (at.task !== "ast_to_source") {
      const family = yield* find(
        yield* saved.rows(planFiles.families, decodeFamily),
        at.familyId,
        planFiles.families
      )
      return [
        { title: "Family", text: factsOf(family, true) },
        { title: "Program", text: outline(family, true) }
      ]
    }
    const rows = yield* saved.rows(planFiles.generation, decodeGeneration)
    const family = yield* find(
      rows.map((row) => row.family),
      at.familyId,
      planFiles.generation
    )
    const { input } = yield* saved.request(trial)
    const spec = { style: notationOf(at.style), lexicon: lexiconOf(at.lexicon) }
    return [
      { title: "Family", text: factsOf(family, false) },
      { title: "Program", text: outline(family, false) },
      { title: "Table", text: tableIn(input[0]?.content ?? "") },
      { title: "Expected source", text: renderProgram(family.program, spec) }
    ]
  })

const find = (
  families: ReadonlyArray<CaseFamily>,
  familyId: string,
  path: string
): Either.Either<CaseFamily, DamagedRecord> =>
  Either.fromNullable(
    families.find((candidate) => candidate.familyId === familyId),
    () => new DamagedRecord({ path, line: 0, reason: `it has no family ${familyId}` })
  )

/** The table that is to be written out: the last in the message. */
const tableIn = (content: string): string => {
  const { givenHeading } = templates.ast_to_source
  const heading = `${givenHeading}\n`
  const ending = endingOf(templates.ast_to_source)
  return content.slice(content.lastIndexOf(heading) + heading.length, -ending.length)
}

const factsOf = (family: CaseFamily, observed: boolean): string =>
  [
    `${family.familyId}: depth ${family.depth}, ${family.filler} fillers, ${family.closings} closings in focus`,
    ...(observed
      ? [
          `${family.cuts.after_close.variable} is looked up ${family.outerLookup ? "further out than" : "in"} the innermost block that stays open`
        ]
      : []),
    `siblings with decoys: ${family.siblings.join(", ") || "none"}`
  ].join("\n")

/** One line an event, indented by depth; a run of nops is one line. The observations are marked if they matter. */
const outline = (family: CaseFamily, observed: boolean): string => {
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
    if (observed && index + 1 === before.eventCount)
      lines.push(`${"  ".repeat(depth)}-- before_close asks for ${before.variable}`)
    if (observed && index + 1 === after.eventCount)
      lines.push(`${"  ".repeat(depth)}-- after_close asks for ${after.variable}`)
  }
  return lines.join("\n")
}

const lineOf = (event: Exclude<ProgramEvent, { readonly type: "nop" }>): string => {
  if (event.type === "let") return `let ${event.variable} ${event.value}`
  return event.type === "open" ? `${event.scope.kind} ${event.scope.name}` : `end ${event.scope.name}`
}
