import * as Schema from "effect/Schema"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import { renderProgram } from "../../lang/Renderer.js"
import { endingOf, templates } from "../Template.js"
import { textSize } from "../TextSize.js"
import type { GenerationQuestion, Question, ReadingQuestion } from "./Question.js"

const Place = Schema.Struct({ line: Schema.Int, char: Schema.Int, byte: Schema.Int })
const Size = { chars: Schema.Int, bytes: Schema.Int }
const LineSize = Schema.Struct({ lines: Schema.Int, ...Size })

const prompt = Schema.Struct({
  user: Schema.Struct(Size),
  sourceAt: Schema.Struct({ char: Schema.Int, byte: Schema.Int })
})

const ReadingPlaces = Schema.Struct({
  source: LineSize,
  prompt,
  positions: Schema.Struct({
    focusOpeners: Schema.Array(Place),
    bindingBefore: Place,
    bindingAfter: Place,
    closes: Schema.Array(Place),
    probe: Place
  })
})

const GenerationSizes = Schema.Struct({ table: LineSize, answer: LineSize, prompt })

/** What `recordOf` saved of a prompt. */
export const SavedPlaces = Schema.Union(ReadingPlaces, GenerationSizes)
export type SavedPlaces = typeof SavedPlaces.Type

type Fact = readonly [what: string, holds: boolean]

/** Looks up each saved place in the saved request's bytes and compares what stands there; `null` if all is well. */
export const placesProblem = (request: LlmRequest, saved: SavedPlaces, question: Question): string | null => {
  const { item, spec, answer } = question
  const content = request.input[0]?.content ?? ""
  const template = templates[item.task]
  const heading = `${template.givenHeading}\n`
  const { char, byte } = saved.prompt.sourceAt
  const given = content.slice(char, -endingOf(template).length)
  const facts: ReadonlyArray<Fact> = [
    ["user size", same(saved.prompt.user, textSize(content))],
    ["source", char === byte && content.slice(0, char).endsWith(heading)],
    ...(item.task === "ast_to_source"
      ? generationFacts(given, saved, { item, spec, answer })
      : readingFacts(given, saved, { item, spec, answer }))
  ]
  const wrong = facts.filter(([, holds]) => !holds)
  return wrong.length === 0 ? null : `wrong: ${wrong.map(([what]) => what).join(", ")}`
}

const generationFacts = (
  given: string,
  saved: SavedPlaces,
  { item, spec }: GenerationQuestion
): ReadonlyArray<Fact> =>
  "table" in saved
    ? [
        ["table size", sameLines(saved.table, given)],
        ["answer size", sameLines(saved.answer, renderProgram(item.family.program, spec))]
      ]
    : [["sizes of a table", false]]

const readingFacts = (
  source: string,
  saved: SavedPlaces,
  { item, spec, answer }: ReadingQuestion
): ReadonlyArray<Fact> => {
  if ("table" in saved) return [["places in a source", false]]
  const { positions } = saved
  const { style, lexicon } = spec
  const { closings, cuts } = item.family
  const { variable, probeId, eventCount } = cuts[item.view]
  const lines = source.split("\n")
  const closed = eventCount - cuts.before_close.eventCount

  const at = ({ line, char, byte }: typeof Place.Type): string => {
    const text = lines[line - 1] ?? ""
    return char === byte && source.startsWith(text, char) && (char === 0 || source[char - 1] === "\n")
      ? text
      : ""
  }
  const closer = style === "braces" ? "}" : lexicon.end
  const openers = [lexicon.unit, lexicon.func, lexicon.area]
  const binding = `${lexicon.let} ${variable} `
  const visible = closed === 0 ? positions.bindingBefore : positions.bindingAfter
  const value = answer !== undefined && "value" in answer ? String(answer.value) : ""
  return [
    ["source size", sameLines(saved.source, source)],
    [
      "openers",
      positions.focusOpeners.length === closings &&
        positions.focusOpeners.every((p) => openers.some((word) => at(p).startsWith(`${word} n_`)))
    ],
    // Of a stack of open blocks the saved answer has no value.
    ["visible binding", item.task === "active_stack" || at(visible) === binding + value],
    [
      "other binding",
      [positions.bindingBefore, positions.bindingAfter].every((p) => at(p).startsWith(binding))
    ],
    [
      "closings",
      positions.closes.length === closed && positions.closes.every((p) => at(p).split(" ")[0] === closer)
    ],
    ["probe", at(positions.probe) === `probe ${probeId} ${variable}` && positions.probe.line === lines.length]
  ]
}

const sameLines = (saved: typeof LineSize.Type, text: string): boolean =>
  same(saved, textSize(text)) && saved.lines === text.split("\n").length

const same = (a: { readonly chars: number; readonly bytes: number }, b: typeof a): boolean =>
  a.chars === b.chars && a.bytes === b.bytes
