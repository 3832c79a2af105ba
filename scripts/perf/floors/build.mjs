/**
 * Prompts of the size and kind of the planned ones, built as barely as possible: a program is an array of events, a source is its lines joined, a request
 * is one JSON.stringify. No seeds are derived, no name is checked for uniqueness, nothing is shuffled, nothing is validated.
 */
import { createHash } from "node:crypto"

export const sha256 = (data) => createHash("sha256").update(data).digest("hex")

const kinds = ["unit", "func", "area"]
const natural = { unit: "unit", func: "func", area: "area", let: "let", nop: "nop", end: "end" }
const nonce = { unit: "jxzl", func: "pfnx", area: "rzbk", let: "hjt", nop: "nkq", end: "qds" }

const closers = {
  braces: () => "}",
  generic_end: (words) => words.end,
  typed_end: (words, { kind }) => `${words.end} ${words[kind]}`,
  named_end: (words, { kind, name }) => `${words.end} ${words[kind]} ${name}`,
  padded_end: (words) => `${words.end} junk z_aaaaaaaa`
}

const notations = [natural, nonce].flatMap((words) =>
  Object.entries(closers).map(([style, close]) => ({ words, style, close }))
)

export const line = (event, { words, style, close }) => {
  switch (event.type) {
    case "open":
      return `${words[event.kind]} ${event.name}${style === "braces" ? " {" : ""}`
    case "close":
      return close(words, event)
    case "let":
      return `${words.let} ${event.variable} ${event.value}`
    case "nop":
      return `${words.nop} ${event.payload}`
  }
}

let state = 20261005
const draw = (bound) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return (state >>> 8) % bound
}
const letter = () => 97 + draw(26)
const letters = () =>
  String.fromCharCode(letter(), letter(), letter(), letter(), letter(), letter(), letter(), letter())

const binding = () => ({ type: "let", variable: `x_${"abcdef"[draw(6)]}`, value: 1000 + draw(9000) })
const opening = () => ({ type: "open", kind: kinds[draw(3)], name: `n_${letters()}` })
const closing = ({ kind, name }) => ({ type: "close", kind, name })

/** About as many lines as a planned program of this cell: bindings at every level, two siblings, the fillers, and the closings in focus. */
const family = (depth, filler) => {
  const events = [binding()]
  const path = []
  for (let level = 0; level < depth; level++) {
    const open = opening()
    path.push(open)
    events.push(open, binding(), ...(level % 2 === 0 ? [binding()] : []))
    if (level < 2) {
      const sibling = opening()
      events.push(sibling, binding(), closing(sibling))
    }
  }
  for (let nop = 0; nop < filler; nop++) events.push({ type: "nop", payload: `p_${letters()}` })
  const closings = path.reverse().map(closing)
  return {
    events: [...events, ...closings],
    cut: events.length + Math.ceil(depth / 2),
    probe: `q_${letters()}`
  }
}

const source = ({ events, cut, probe }, notation) => {
  const lines = events.slice(0, cut).map((event) => line(event, notation))
  lines.push(`probe ${probe} x_a`)
  return lines.join("\n")
}

/** Eight small programs in one notation, with a page of grammar before them. */
const openingText = (notation) => {
  const grammar = "One line of the description of a grammar: KIND NAME VARIABLE\n".repeat(10)
  const examples = Array.from(
    { length: 8 },
    () => `Program prefix:\n${source(family(3, 4), notation)}\nAnswer:\n1000`
  )
  return `SYNTAX\n${grammar}\nEXAMPLES\n${examples.join("\n\n")}\n\nTEST\nProgram prefix:\n`
}

/** Calls back for each family and for each of its ten requests; returns nothing, keeps nothing. */
export const buildPlan = ({ depths, fillers, seedsPerCell }, onFamily, onTrial) => {
  const instructions = "A sentence of the instructions, as long as such sentences are.\n".repeat(9)
  const shared = notations.map(openingText)
  for (const depth of depths) {
    for (const filler of fillers) {
      for (let seed = 0; seed < seedsPerCell; seed++) {
        const one = family(depth, filler)
        onFamily({ familyId: `d${depth}-f${filler}-${seed}`, depth, filler, program: one.events })
        for (const [index, notation] of notations.entries()) {
          const content = `${shared[index]}${source(one, notation)}\nAnswer:`
          const request = JSON.stringify({
            input: [{ content, role: "user" }],
            instructions,
            max_output_tokens: 8192,
            model: "gpt-5.6-terra",
            reasoning: { effort: "low" },
            store: false,
            stream: false,
            truncation: "disabled"
          })
          const requestSha256 = sha256(request)
          const { style } = notation
          const familyId = `d${depth}-f${filler}-${seed}`
          const view = "after_close"
          const regime = index < 5 ? "natural" : "nonce"
          const factors = {
            task: "scope_lookup",
            familyId,
            depth,
            filler,
            view,
            regime,
            lexicon: "nonce-1",
            style
          }
          const trialId = sha256(JSON.stringify({ factors, requestSha256 })).slice(0, 32)
          onTrial({ trialId, requestSha256, factors }, request, content.length)
        }
      }
    }
  }
}
