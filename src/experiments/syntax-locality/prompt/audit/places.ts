import * as Schema from "effect/Schema"
import type { LlmRequest } from "../../../../llm/LlmRequest.js"
import { lookupEnding } from "../lookupPrompt.js"
import { textSize } from "../TextSize.js"
import type { Question } from "./Question.js"

const Place = Schema.Struct({ line: Schema.Int, char: Schema.Int, byte: Schema.Int })
const Size = { chars: Schema.Int, bytes: Schema.Int }

/** What `caseRecord` saved of a prompt. */
export const SavedPlaces = Schema.Struct({
  source: Schema.Struct({ lines: Schema.Int, ...Size }),
  prompt: Schema.Struct({
    user: Schema.Struct(Size),
    sourceAt: Schema.Struct({ char: Schema.Int, byte: Schema.Int })
  }),
  positions: Schema.Struct({
    focusOpeners: Schema.Array(Place),
    bindingBefore: Place,
    bindingAfter: Place,
    closes: Schema.Array(Place),
    probe: Place
  })
})
export type SavedPlaces = typeof SavedPlaces.Type

/** Looks up each saved place in the saved request's bytes and compares what stands there; `null` if all is well. */
export const placesProblem = (request: LlmRequest, saved: SavedPlaces, question: Question): string | null => {
  const content = request.input[0]?.content ?? ""
  const source = content.slice(saved.prompt.sourceAt.char, -lookupEnding.length)
  const lines = source.split("\n")
  const { positions } = saved
  const { style, lexicon } = question.spec
  const { closings, cuts } = question.family
  const { variable, probeId } = question.cut
  const closed = question.cut.eventCount - cuts.before_close.eventCount

  const at = ({ line, char, byte }: typeof Place.Type): string => {
    const text = lines[line - 1] ?? ""
    return char === byte && source.startsWith(text, char) && (char === 0 || source[char - 1] === "\n")
      ? text
      : ""
  }
  const closer = style === "braces" ? "}" : lexicon.end
  const openers = [lexicon.unit, lexicon.func, lexicon.area]
  const visible = closed === 0 ? positions.bindingBefore : positions.bindingAfter
  const facts = [
    ["user size", same(saved.prompt.user, textSize(content))],
    ["source size", same(saved.source, textSize(source)) && saved.source.lines === lines.length],
    ["source", content.slice(saved.prompt.sourceAt.char - 16).startsWith("Program prefix:\n")],
    [
      "openers",
      positions.focusOpeners.length === closings &&
        positions.focusOpeners.every((p) => openers.some((word) => at(p).startsWith(`${word} n_`)))
    ],
    ["visible binding", at(visible) === `${lexicon.let} ${variable} ${question.answer?.value}`],
    [
      "other binding",
      [positions.bindingBefore, positions.bindingAfter].every((p) =>
        at(p).startsWith(`${lexicon.let} ${variable} `)
      )
    ],
    [
      "closings",
      positions.closes.length === closed && positions.closes.every((p) => at(p).split(" ")[0] === closer)
    ],
    ["probe", at(positions.probe) === `probe ${probeId} ${variable}` && positions.probe.line === lines.length]
  ] as const
  const wrong = facts.filter(([, holds]) => !holds)
  return wrong.length === 0 ? null : `wrong: ${wrong.map(([what]) => what).join(", ")}`
}

const same = (a: { readonly chars: number; readonly bytes: number }, b: typeof a): boolean =>
  a.chars === b.chars && a.bytes === b.bytes
