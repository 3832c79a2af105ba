import type { Lexicon } from "../lang/Lexicon.js"
import type { RenderSpec } from "../lang/Renderer.js"
import { paddedSuffix, type Style } from "../lang/Syntax.js"

const endingOf: Readonly<Record<string, Style>> = {
  "": "generic_end",
  KIND: "typed_end",
  "KIND NAME": "named_end",
  [paddedSuffix]: "padded_end"
}

/**
 * Works out the grammar from the SYNTAX section alone, as a reader would: by the template after the last `: ` of each line, in which
 * upper-case words stand for what varies. The three kinds mean the same, so the order in which they are described is good enough
 * to tell them apart. `null`: the section describes no grammar that can be worked out.
 */
export const grammarOf = (section: string): RenderSpec | null => {
  const kinds: Array<string> = []
  const found = new Map<"let" | "nop" | "end", string>()
  let style: Style | null = null
  for (const line of section.split("\n")) {
    const colon = line.lastIndexOf(": ")
    if (colon < 0) continue
    const [word = "", ...rest] = line.slice(colon + 2).split(" ")
    const form = rest.join(" ")
    if (form === "NAME" || form === "NAME {") kinds.push(word)
    else if (form === "VARIABLE VALUE") found.set("let", word)
    else if (form === "PAYLOAD") found.set("nop", word)
    else if (word === "}") style = "braces"
    else if (line.startsWith("Close ")) {
      style = endingOf[form] ?? null
      found.set("end", word)
    }
  }
  const [unit, func, area, ...more] = kinds
  const [let_, nop] = [found.get("let"), found.get("nop")]
  if (style === null || unit === undefined || func === undefined || area === undefined || more.length > 0)
    return null
  if (let_ === undefined || nop === undefined) return null
  // Under braces there is no word for the end, and no line can begin with an empty one.
  const lexicon: Lexicon = { unit, func, area, let: let_, nop, end: found.get("end") ?? "" }
  return { style, lexicon }
}
