import type { JsonObject } from "../../../json/Json.js"
import type { Landmarks } from "../dataset/landmarks.js"
import { pick } from "../dataset/pick.js"
import { lookupEnding, lookupInstructions } from "./lookupPrompt.js"
import type { BuiltPrompt } from "./PromptBuilder.js"
import { sumSizes, textSize } from "./TextSize.js"

const instructionsSize = textSize(lookupInstructions)
const endingSize = textSize(lookupEnding)

/**
 * Sizes and places of one prompt (specification 6.4), for `cases.jsonl`. `chars` are UTF-16 code units and `bytes` UTF-8.
 * Lines count from 1, `char` and `byte` from 0, all from the beginning of the test source; the source itself begins at
 * `prompt.sourceAt` in the user message, after what `openingSha256` is the hash of. `closes` is empty before the closings.
 */
export const caseRecord = (prompt: BuiltPrompt, landmarks: Landmarks): JsonObject => {
  const { episode, lines, source } = prompt
  const sourceSize = textSize(source)
  const place = places(lines)
  return {
    source: { lines: lines.length, ...sourceSize },
    prompt: {
      instructions: instructionsSize,
      syntax: episode.syntaxSize,
      examples: episode.examplesSize,
      openingSha256: episode.openingSha256,
      user: sumSizes(episode.openingSize, sourceSize, endingSize),
      sourceAt: { char: episode.openingSize.chars, byte: episode.openingSize.bytes }
    },
    positions: {
      focusOpeners: landmarks.focusOpeners.map(place),
      bindingBefore: place(landmarks.bindingBefore),
      bindingAfter: place(landmarks.bindingAfter),
      closes: landmarks.closes.filter((event) => event < lines.length - 1).map(place),
      probe: place(lines.length - 1)
    }
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
