import type { JsonObject } from "../../../json/Json.js"
import type { Item } from "../dataset/Item.js"
import { type Landmarks, landmarksOf } from "../dataset/landmarks.js"
import { pick } from "../dataset/pick.js"
import type { Task } from "../Factors.js"
import { programLines } from "../lang/Renderer.js"
import type { BuiltPrompt } from "./PromptBuilder.js"
import { endingOf, type Template, templates } from "./Template.js"
import { sumSizes, type TextSize, textSize } from "./TextSize.js"

/** The size of a part of each task's template. */
const sizesOf = (part: (template: Template) => string): Readonly<Record<Task, TextSize>> => ({
  scope_lookup: textSize(part(templates.scope_lookup)),
  active_stack: textSize(part(templates.active_stack)),
  ast_to_source: textSize(part(templates.ast_to_source))
})

const instructionsSize = sizesOf(({ instructions }) => instructions)
const endingSize = sizesOf(endingOf)

/**
 * Sizes and places of an item's prompts (specification 6.4), for `cases.jsonl`; called once an item, and then with each prompt.
 *
 * `chars` are UTF-16 code units and `bytes` UTF-8. What is given begins at `prompt.sourceAt` in the user message, after what
 * `openingSha256` is the hash of.
 *
 * - Reading tasks: `source` and `positions` of a program's prefix. Lines count from 1, `char` and `byte` from 0, all from the
 *   beginning of the source. `closes` is empty before the closings.
 * - `ast_to_source`: `table`, and `answer` for the program in the notation that is asked for: some have longer answers.
 */
export const recordOf = (item: Item): ((prompt: BuiltPrompt) => JsonObject) => {
  if (item.task === "ast_to_source") {
    const { program } = item.family
    return (prompt) => ({
      table: givenSize(prompt),
      answer: sizeOf(programLines(program, prompt.spec)),
      prompt: promptSizes(item.task, prompt)
    })
  }
  const landmarks = landmarksOf(item.family)
  return (prompt) => ({
    source: givenSize(prompt),
    prompt: promptSizes(item.task, prompt),
    positions: positionsOf(prompt.lines, landmarks)
  })
}

type LineSize = TextSize & { readonly lines: number }

const givenSize = ({ lines, given }: BuiltPrompt): LineSize => ({ lines: lines.length, ...textSize(given) })

const sizeOf = (lines: ReadonlyArray<string>): LineSize => ({
  lines: lines.length,
  ...textSize(lines.join("\n"))
})

const promptSizes = (task: Task, { episode, given }: BuiltPrompt): JsonObject => ({
  instructions: instructionsSize[task],
  syntax: episode.syntaxSize,
  examples: episode.examplesSize,
  openingSha256: episode.openingSha256,
  user: sumSizes(episode.openingSize, textSize(given), endingSize[task]),
  sourceAt: { char: episode.openingSize.chars, byte: episode.openingSize.bytes }
})

const positionsOf = (lines: ReadonlyArray<string>, landmarks: Landmarks): JsonObject => {
  const place = places(lines)
  return {
    focusOpeners: landmarks.focusOpeners.map(place),
    bindingBefore: place(landmarks.bindingBefore),
    bindingAfter: place(landmarks.bindingAfter),
    closes: landmarks.closes.filter((event) => event < lines.length - 1).map(place),
    probe: place(lines.length - 1)
  }
}

/** The place of a line, given from 0. Sources are ASCII (specification 3.3), so a character is a byte. */
const places = (lines: ReadonlyArray<string>): ((index: number) => JsonObject) => {
  const starts: Array<number> = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return (index) => {
    const at = pick(starts, index)
    return { line: index + 1, char: at, byte: at }
  }
}
